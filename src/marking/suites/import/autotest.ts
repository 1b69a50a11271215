/* `tests.txt` of UNSW's autotest: lines of parameters for all tests, and for each test its label and its own. */
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {ForeignCase, ForeignSuite, OwnKeys} from './imported.js';

/** @throws Error that names the line that is wrong */
export function fromAutotest(root: string): ForeignSuite {
  const path = join(root, 'tests.txt');
  if (!existsSync(path)) throw new Error('tests.txt: no such file');
  const left: string[] = [];
  const unknown = new Map<string, string>();
  const all: Record<string, Value> = {};
  const cases: ForeignCase[] = [];
  for (const {label, parameters, line} of linesIn(readFileSync(path, 'utf8'))) {
    if (label === null) Object.assign(all, parameters);
    else cases.push(caseOf(root, label, {...all, ...parameters}, line, unknown));
  }
  for (const [name, where] of unknown) left.push(`${where}: the parameter ${name}`);
  return {cases, folders: new Map(), beside: new Map(), left};
}

type Value = string | number | boolean | readonly Value[];

/** Parameters that say nothing of what is judged. */
const IGNORED: readonly string[] = [
  'files',
  'program',
  'description',
  'label',
  'max_rss_bytes',
  'compiler_args',
];

function caseOf(
  root: string,
  label: string,
  parameters: Readonly<Record<string, Value>>,
  line: number,
  unknown: Map<string, string>,
): ForeignCase {
  const text = (name: string): string | null => {
    const [value, file] = [parameters[name], parameters[`${name}_file`]];
    if (typeof file === 'string') return readFileSync(join(root, file), 'latin1');
    return typeof value === 'string' ? Buffer.from(value).toString('latin1') : null;
  };
  const {description, arguments: words, max_cpu_seconds: cpu, max_rss_bytes: memory, ...rest} = parameters;
  const tolerances = Object.entries(TOLERANCES).flatMap(([name, tolerance]) =>
    (parameters[name] ?? DEFAULTS.includes(name)) === true ? [tolerance] : [],
  );
  const limits = {
    ...(typeof cpu === 'number' ? {cpu, wall: 2 * cpu + 1} : {}),
    ...(typeof memory === 'number' ? {memory: Math.max(1, Math.ceil(memory / 1024 ** 2))} : {}),
  };
  for (const name of Object.keys(rest)) {
    const isKnown =
      [...IGNORED, ...Object.keys(TOLERANCES)].includes(name) ||
      /^(?:stdin|expected_stdout)(?:_file)?$/.test(name);
    if (!isKnown) unknown.set(name, unknown.get(name) ?? `tests.txt:${line}`);
  }
  const own: OwnKeys & Readonly<Record<string, unknown>> = {
    ...(typeof description === 'string' && description !== ''
      ? {about: description.split('\n')[0] ?? ''}
      : {}),
    ...(Array.isArray(words) ? {arguments: words.map(String)} : {}),
    ...(tolerances.length > 0 ? {tolerances} : {}),
    ...(Object.keys(limits).length > 0 ? {limits} : {}),
  };
  return {
    name: label,
    input: Buffer.from(text('stdin') ?? '', 'latin1'),
    golden: Buffer.from(text('expected_stdout') ?? '', 'latin1'),
    own,
  };
}

/** Our names for what autotest ignores, and what it ignores unless it is told not to. */
const TOLERANCES: Readonly<Record<string, string>> = {
  ignore_trailing_whitespace: 'trailing-space',
  ignore_case: 'case',
  ignore_blank_lines: 'blank-lines',
  ignore_whitespace: 'space',
};
const DEFAULTS: readonly string[] = ['ignore_trailing_whitespace'];

interface Line {
  /** Null: its parameters are for all tests that follow. */
  readonly label: string | null;
  readonly parameters: Readonly<Record<string, Value>>;
  readonly line: number;
}

/** A parameter, as Python writes strings and lists, or a bare word. */
const PARAMETER =
  /\s*(\w+)=("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\[(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|[^\]"'])*\]|\S*)/y;

function linesIn(text: string): Line[] {
  const lines: Line[] = [];
  let at = 0;
  while (at < text.length) {
    const blank = /(?:[ \t]*(?:#[^\n]*)?\n)*/y;
    blank.lastIndex = at;
    blank.exec(text);
    at = blank.lastIndex;
    if (at >= text.length || /^\s*$/.test(text.slice(at))) break;
    const line = text.slice(0, at).split('\n').length;
    const [start = ''] = /^[^\n]*/.exec(text.slice(at)) ?? [];
    const label = /^[ \t]*([\w.-]+)(?=\s|$)/.exec(start)?.[1] ?? null;
    if (label !== null) at += start.indexOf(label) + label.length;
    const parameters: Record<string, Value> = {};
    for (;;) {
      const space = /[ \t]*(?:\\\n[ \t]*)*/y;
      space.lastIndex = at;
      space.exec(text);
      at = space.lastIndex;
      if (at >= text.length || text[at] === '\n') break;
      PARAMETER.lastIndex = at;
      const [whole, name, value] = PARAMETER.exec(text) ?? [];
      if (whole === undefined || name === undefined || value === undefined)
        throw new Error(`tests.txt:${line}: ${JSON.stringify(text.slice(at, at + 20))} is no parameter`);
      parameters[name] = valueIn(value);
      at += whole.length;
    }
    lines.push({label, parameters, line});
  }
  return lines;
}

function valueIn(text: string): Value {
  if (text.startsWith('[')) {
    const items = text.slice(1, -1).match(/"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|[^,\s]+/g) ?? [];
    return items.map(valueIn);
  }
  const quote = /^("""|'''|"|')([\s\S]*)\1$/.exec(text);
  if (quote !== null) return fromPython(quote[2] ?? '');
  if (/^True$/i.test(text)) return true;
  if (/^False$/i.test(text)) return false;
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

const ESCAPES: Readonly<Record<string, string>> = {n: '\n', t: '\t', r: '\r', '0': '\0', '\n': ''};

/** A string of Python. */
function fromPython(text: string): string {
  return text.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g,
    (_, hex, short, long, one: string) => {
      const code = hex ?? short ?? long;
      return code === undefined ? (ESCAPES[one] ?? one) : String.fromCodePoint(Number.parseInt(code, 16));
    },
  );
}
