/* Whether to print in colours: one answer for all commands. */

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What the environment asks for. Whoever forces colours gets them, as with Node itself, whatever `NO_COLOR` says;
 * `FORCE_COLOR=0` turns them off.
 *
 * @returns null if it asks for nothing
 */
export function colourAsked({NO_COLOR: no = '', FORCE_COLOR: force = ''}: Environment): boolean | null {
  if (force !== '') return !['0', 'false'].includes(force);
  return no === '' ? null : false;
}

/** Families of terminals that have colours and the alternate buffer. Of any other not even the cursor's moves are known. */
const KNOWN =
  /^(alacritty|contour|cygwin|eterm|foot|ghostty|gnome|iterm2?|kitty|konsole|linux|mintty|mlterm|nsterm|putty|rxvt|screen|st|terminator|tmux|vte|wezterm|xterm)\b|-(\d+color|color|direct)$/i;

/** Whether the terminal is one for which more than plain lines can be written. */
export function isKnown({TERM: terminal = ''}: Environment): boolean {
  return KNOWN.test(terminal);
}

/** Whether a stream gets colours: a terminal that can show them, unless the environment asks for something else. */
export function hasColour({isTTY}: {readonly isTTY?: boolean}, environment: Environment): boolean {
  return colourAsked(environment) ?? (isTTY === true && isKnown(environment));
}
