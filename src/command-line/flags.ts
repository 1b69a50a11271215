/* Command lines: each command has one table, which serves to parse its flags and to print its help. */
import {parseArgs} from 'node:util';
import {wrap} from './columns.js';
import {slipFor} from './nearest.js';
import {usageError} from './user-error.js';

export interface Flag {
  readonly name: string;
  /** One letter, as in `-j`. */
  readonly short?: string;
  /** The name of its value in the help; a flag without one is a switch. */
  readonly takes?: string;
  /** Whether it may be given several times. */
  readonly many?: boolean;
  /** A paragraph, or several. */
  readonly help: string | readonly string[];
}

export interface Command {
  readonly name: string;
  /** What follows the name, besides flags: `TARGET`. Empty if nothing may. */
  readonly usage: string;
  /** Where nothing may follow: what somebody may have meant who gives a word all the same, as in `the dice are --dice …`. */
  readonly instead?: string;
  /** What it does, in a few sentences. */
  readonly about: string;
  readonly flags: readonly Flag[];
  readonly exitStatus: string;
  /** Set if it watches programs through `/proc`, which other systems lack. */
  readonly needsLinux?: true;
}

/** What was given on a command line. */
export interface Given {
  readonly positionals: readonly string[];
  /** The arguments after `--`; null if there is no `--`. */
  readonly rest: readonly string[] | null;
  has(flag: string): boolean;
  /** The last value; null if the flag was not given. */
  text(flag: string): string | null;
  texts(flag: string): readonly string[];
  /** The last value, as a whole number of at least `lowest`. */
  count(flag: string, lowest: number): number | null;
  /** The last value, which is one of some choices. */
  choice<Choice extends string | number>(flag: string, choices: readonly Choice[]): Choice | null;
  /** All values, each one of some choices. */
  choices<Choice extends string | number>(flag: string, choices: readonly Choice[]): readonly Choice[];
}

/** Every command has it. */
const HELP: Flag = {name: 'help', short: 'h', help: 'print this and exit'};

/** @throws UserError for an unknown flag, a missing or unexpected value or argument, or a flag given twice */
export function parseFlags(command: Command, args: readonly string[]): Given {
  const flags = [...command.flags, HELP];
  const {tokens} = parseArgs({
    args: [...args],
    // Not strict, because our own messages say what would be right.
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      flags.map(({name, short, takes}) => [
        name,
        {type: takes === undefined ? 'boolean' : 'string', ...(short === undefined ? {} : {short})} as const,
      ]),
    ),
  });
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  let rest: string[] | null = null;
  for (const token of tokens) {
    if (token.kind === 'option-terminator') rest = [];
    else if (token.kind === 'positional') {
      const hint = rest === null ? hintForDash(token.value) : null;
      if (hint !== null) throw usageError(`${JSON.stringify(token.value)} is no flag: ${hint}`);
      (rest ?? positionals).push(token.value);
    } else {
      const flag = flags.find(({name}) => name === token.name);
      if (flag === undefined) {
        const meant = slipFor(
          token.name,
          flags.map(({name}) => name),
        );
        const hint = meant === null ? '' : `; did you mean --${meant}?`;
        throw usageError(`unknown flag ${JSON.stringify(token.rawName)}${hint}`);
      }
      if (flag.takes === undefined && token.value !== undefined) {
        throw usageError(`${token.rawName} takes no value, and ${JSON.stringify(token.value)} was given`);
      }
      // Something that looks like a flag is a value only after `=`.
      const isFlag = token.inlineValue === false && /^-[^\d]/.test(token.value);
      if (flag.takes !== undefined && (isFlag || token.value === undefined || token.value === '')) {
        throw usageError(`${token.rawName} takes ${flag.takes}, and none was given`);
      }
      const before = values.get(flag.name) ?? [];
      if (before.length > 0 && flag.many !== true && flag.takes !== undefined) {
        throw usageError(`${token.rawName} was given twice`);
      }
      values.set(flag.name, [...before, token.value ?? '']);
    }
  }
  if (command.usage === '' && (positionals.length > 0 || rest !== null)) {
    const instead = command.instead === undefined ? '' : `: ${command.instead}`;
    throw usageError(
      `${command.name} takes only flags, not ${JSON.stringify(positionals[0] ?? '--')}${instead}`,
    );
  }
  return new GivenFlags(positionals, rest, values);
}

/** The help of a command, for a terminal of 80 columns: usage, what it does, and every flag. */
export function helpOf({name, usage, about, flags, exitStatus}: Command): string {
  const entries = [...flags, HELP].map(({name: flag, short, takes, help}) => {
    const value = takes === undefined ? '' : ` ${takes}`;
    return [`${short === undefined ? '' : `-${short}, `}--${flag}${value}`, help] as const;
  });
  const width = Math.max(...entries.map(([flag]) => flag.length));
  const indent = width + 4;
  const lines = entries.map(([flag, help]) => {
    const texts = typeof help === 'string' ? [help] : help;
    return `  ${flag.padEnd(width)}  ${texts.map((text) => wrapped(text, indent)).join(`\n${' '.repeat(indent)}`)}`;
  });
  const usageLine = ['Usage: fivedice', name, usage, '[FLAGS]'].filter((word) => word !== '').join(' ');
  return `${[usageLine, wrapped(about, 0), lines.join('\n'), wrapped(`Exit status: ${exitStatus}`, 0)].join('\n\n')}\n`;
}

/** Wraps a text for a terminal of 80 columns, starting at column `indent`. */
function wrapped(text: string, indent: number): string {
  return wrap(text, 80 - indent).join(`\n${' '.repeat(indent)}`);
}

/** What to type for a word that begins with a dash as books and PDF files have it; null if it does not. */
export function hintForDash(word: string): string | null {
  const [, name] =
    /^[\u2010-\u2015\u2212\ufe58\ufe63\uff0d][\u2010-\u2015\u2212\ufe58\ufe63\uff0d-]*(.*)$/su.exec(word) ??
    [];
  return name === undefined
    ? null
    : `its dash is not the one of the keyboard; type ${name.length > 1 ? '--' : '-'}${name}`;
}

class GivenFlags implements Given {
  readonly positionals: readonly string[];
  readonly rest: readonly string[] | null;
  private readonly values: ReadonlyMap<string, readonly string[]>;

  constructor(
    positionals: readonly string[],
    rest: readonly string[] | null,
    values: ReadonlyMap<string, readonly string[]>,
  ) {
    this.positionals = positionals;
    this.rest = rest;
    this.values = values;
  }

  has(flag: string): boolean {
    return this.values.has(flag);
  }

  texts(flag: string): readonly string[] {
    return this.values.get(flag) ?? [];
  }

  text(flag: string): string | null {
    return this.texts(flag).at(-1) ?? null;
  }

  count(flag: string, lowest: number): number | null {
    const text = this.text(flag);
    if (text === null) return null;
    const isWhole = /^\d+$/.test(text);
    if (!isWhole || !Number.isSafeInteger(Number(text)) || Number(text) < lowest) {
      const isTooHigh = isWhole && Number(text) > lowest;
      const range = isTooHigh ? `from ${lowest} to ${Number.MAX_SAFE_INTEGER}` : `of at least ${lowest}`;
      throw usageError(`--${flag} takes a whole number ${range}, not ${JSON.stringify(text)}`);
    }
    return Number(text);
  }

  choice<Choice extends string | number>(flag: string, choices: readonly Choice[]): Choice | null {
    return this.choices(flag, choices).at(-1) ?? null;
  }

  choices<Choice extends string | number>(flag: string, choices: readonly Choice[]): readonly Choice[] {
    return this.texts(flag).map((text) => {
      const choice = choices.find((one) => String(one) === text);
      if (choice === undefined)
        throw usageError(`--${flag} takes ${oneOf(choices)}, not ${JSON.stringify(text)}`);
      return choice;
    });
  }
}

/** `a`, `a or b`, `a, b or c`. */
export function oneOf(choices: readonly (string | number)[]): string {
  return choices.join(', ').replace(/, ([^,]*)$/, ' or $1');
}
