/* Colours and characters of the screen. Nothing is shown by colour alone. */
import {colourPreference} from '../../command-line/terminal.js';

export interface Style {
  readonly hasColour: boolean;
  /** The terminal has more than ASCII. */
  readonly isUnicode: boolean;
}

/** Codes of "Select Graphic Rendition" (ECMA-48). */
const CODES = {
  current: '1;36',
  gain: '32',
  best: '1;32',
  cursor: '7',
  mark: '1;33',
  last: '1',
  quiet: '2',
  moment: '1;7;33',
  key: '1',
  prompt: '1',
  question: '1;33',
  refusal: '1;31',
  end: '1;32',
} as const;

export type Paint = keyof typeof CODES;

export function painted(text: string, paint: Paint | null, {hasColour}: Style): string {
  return paint === null || !hasColour || text === '' ? text : `\x1b[${CODES[paint]}m${text}\x1b[0m`;
}

/** Returns the style that the environment asks for. */
export function styleOf(env: Readonly<Record<string, string | undefined>>): Style {
  const {LC_ALL: all, LC_CTYPE: type, LANG: language} = env;
  const locale = all || type || language || '';
  return {
    hasColour: colourPreference(env) ?? true,
    isUnicode: /utf-?8/i.test(locale),
  };
}
