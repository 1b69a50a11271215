/* Flags: from the table of a command, its command line is parsed and its help is printed. */
import {parseArgs} from 'node:util';
import {wrap} from './terminal.js';
import {nearestName, type UserError, usageError} from './user-error.js';

export interface Flag {
  readonly name: string;
  readonly short?: string;
  /** Name of the value in the help. A flag without one is a switch. */
  readonly takes?: string;
  /** True if the flag may be repeated. */
  readonly many?: boolean;
  readonly help: string | readonly string[];
}

export interface Command {
  readonly name: string;
  /** Arguments, as in `TARGET`; empty if the command takes only flags. */
  readonly usage: string;
  readonly about: string;
  readonly flags: readonly Flag[];
  readonly exitStatus: string;
  /** True if the command watches programs through `/proc`. */
  readonly needsLinux?: true;
}

const HELP: Flag = {name: 'help', short: 'h', help: 'print this and exit'};

/** Flag of the commands that print numbers. */
export const JSON_FLAG: Flag = {
  name: 'json',
  help: 'print JSON for scripts, with numbers that are not rounded',
};

export class ParsedFlags {
  readonly positionals: readonly string[];
  /** Arguments after `--`; null if there is no `--`. */
  readonly rest: readonly string[] | null;
  readonly values: ReadonlyMap<string, readonly string[]>;

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

  /** Returns the arguments. @throws UserError unless there are `count` of them, and no command after `--` */
  only(count: 1, message: string): readonly [string];
  only(count: 2, message: string): readonly [string, string];
  only(count: number, message: string): readonly string[] {
    if (this.positionals.length === count && this.rest === null) return this.positionals;
    throw usageError(message);
  }

  /** Returns null if the flag is missing, as do `count` and `choice`. */
  text(flag: string): string | null {
    return this.texts(flag).at(-1) ?? null;
  }

  /** @throws UserError unless the value is a whole number of at least `lowest` */
  count(flag: string, lowest: number): number | null {
    const text = this.text(flag);
    if (text === null) return null;
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= lowest && Number.isSafeInteger(number)) return number;
    const range = number > lowest ? `from ${lowest} to ${Number.MAX_SAFE_INTEGER}` : `of at least ${lowest}`;
    throw usageError(`--${flag} takes a whole number ${range}, not ${JSON.stringify(text)}`);
  }

  choice<Choice extends string | number>(flag: string, choices: readonly Choice[]): Choice | null {
    return this.choices(flag, choices).at(-1) ?? null;
  }

  /** @throws UserError unless each value is one of the choices */
  choices<Choice extends string | number>(flag: string, choices: readonly Choice[]): readonly Choice[] {
    return this.texts(flag).map((text) => {
      const choice = choices.find((one) => String(one) === text);
      if (choice !== undefined) return choice;
      throw usageError(`--${flag} takes ${oneOf(choices)}, not ${JSON.stringify(text)}`);
    });
  }
}

/** Hyphens and dashes that books and PDF files print in place of `-`. */
const TYPOGRAPHIC_DASHES = /^[\u2010-\u2015\u2212][\u2010-\u2015\u2212-]*/;

/** @throws UserError for an unknown or repeated flag, and for a missing or unexpected value or argument */
export function parseFlags({name, usage, flags: own}: Command, args: readonly string[]): ParsedFlags {
  const flags = [...own, HELP];
  const options = Object.fromEntries(
    flags.map((flag) => {
      const type = flag.takes === undefined ? ('boolean' as const) : ('string' as const);
      return [flag.name, flag.short === undefined ? {type} : {type, short: flag.short}];
    }),
  );
  // Not strict: our own messages name what is right.
  const {tokens} = parseArgs({args: [...args], strict: false, tokens: true, options});
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  let rest: string[] | null = null;
  for (const token of tokens) {
    if (token.kind === 'option-terminator') rest = [];
    else if (token.kind === 'positional') {
      const plain = token.value.replace(TYPOGRAPHIC_DASHES, '--');
      if (rest === null && plain !== token.value)
        throw usageError(`${JSON.stringify(token.value)}: typographic dash; type ${plain}`);
      (rest ?? positionals).push(token.value);
    } else {
      const flag = flags.find((one) => one.name === token.name);
      if (flag === undefined) throw unknownFlag(token, flags);
      const before = values.get(flag.name) ?? [];
      if (before.length > 0 && flag.takes !== undefined && !flag.many)
        throw usageError(`${token.rawName} was given twice`);
      values.set(flag.name, [...before, readValue(token, flag)]);
    }
  }
  if (usage === '' && (positionals.length > 0 || rest !== null))
    throw usageError(`${name} takes only flags, not ${JSON.stringify(positionals[0] ?? '--')}`);
  return new ParsedFlags(positionals, rest, values);
}

/** Formats the help for a terminal of 80 columns. */
export function helpOf({name, usage, about, flags, exitStatus}: Command): string {
  const entries = [...flags, HELP].map(({name: flag, short, takes, help}) => {
    const value = takes === undefined ? '' : ` ${takes}`;
    return [`${short === undefined ? '' : `-${short}, `}--${flag}${value}`, [help].flat()] as const;
  });
  const width = Math.max(...entries.map(([flag]) => flag.length));
  const indent = width + 4;
  const lines = entries.map(([flag, paragraphs]) => {
    const help = paragraphs.map((paragraph) => wrapped(paragraph, indent)).join(`\n${' '.repeat(indent)}`);
    return `  ${flag.padEnd(width)}  ${help}`;
  });
  const usageLine = ['Usage: fivedice', name, usage, '[FLAGS]'].filter((word) => word !== '').join(' ');
  return `${[usageLine, wrapped(about), lines.join('\n'), wrapped(`Exit status: ${exitStatus}`)].join('\n\n')}\n`;
}

/** Wraps a text for a terminal of 80 columns, from column `indent` on. */
function wrapped(text: string, indent = 0): string {
  return wrap(text, 80 - indent).join(`\n${' '.repeat(indent)}`);
}

/** Formats `a`, `a or b`, `a, b or c`. */
export function oneOf(choices: readonly (string | number)[]): string {
  return choices.join(', ').replace(/, ([^,]*)$/, ' or $1');
}

interface FlagToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  /** True if the value is in the same word, after `=` or the letter. */
  readonly inlineValue?: boolean | undefined;
}

function readValue({rawName, value, inlineValue}: FlagToken, {takes}: Flag): string {
  if (takes === undefined) {
    if (value === undefined) return '';
    throw usageError(`${rawName} takes no value, but got ${JSON.stringify(value)}`);
  }
  // A value that looks like a flag must follow `=`.
  const isFlag = inlineValue === false && value !== undefined && /^-[^\d]/.test(value);
  if (isFlag || value === undefined || value === '') throw usageError(`missing value: ${rawName} ${takes}`);
  return value;
}

function unknownFlag({name, rawName}: FlagToken, flags: readonly Flag[]): UserError {
  const meant = nearestName(
    name,
    flags.map((flag) => flag.name),
  );
  const hint = meant === null ? '' : `; did you mean --${meant}?`;
  return usageError(`unknown flag ${JSON.stringify(rawName)}${hint}`);
}
