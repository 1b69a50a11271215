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

/** Whether a stream gets colours: a terminal that can show them, unless the environment asks for something else. */
export function hasColour({isTTY}: {readonly isTTY?: boolean}, environment: Environment): boolean {
  const {TERM: terminal} = environment;
  return colourAsked(environment) ?? (isTTY === true && terminal !== 'dumb');
}
