/* `tests.txt` of UNSW's autotest: lines of parameters for all tests that follow, and for each test its label and its own. */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {ForeignCase, ForeignSuite} from './imported.js';
import {linesIn, type Parameters, type Value} from './python-words.js';

/** @throws Error that names the line that is wrong */
export function fromAutotest(root: string): ForeignSuite {
  const path = join(root, 'tests.txt');
  if (!existsSync(path)) throw new Error('tests.txt: no such file');
  const general: Parameters = {};
  const tests = new Map<string, Parameters>();
  const left = new Map<string, string>();
  const lines = linesIn(readFileSync(path, 'utf8'));
  for (const {label, parameters, line} of lines) {
    for (const [name, value] of Object.entries(parameters)) {
      const called = ALIASES[name] ?? name;
      const why = KNOWN.test(called) ? NOTES[called] : '';
      if (why !== undefined && value !== false)
        left.set(called, left.get(called) ?? `tests.txt:${line}: the parameter ${name}${why}`);
      if (label === null) general[called] = value;
      else tests.set(label, {...(tests.get(label) ?? general), [called]: value});
    }
    if (label !== null && !tests.has(label)) tests.set(label, {...general});
  }
  const used = new Set(['tests.txt']);
  const cases = [...tests].flatMap(([label, parameters]) => caseOf(root, label, parameters, used, left));
  const others = readdirSync(root).filter((name) => !used.has(name) && !name.startsWith('.'));
  if (others.length > 0)
    left.set('', `${others.join(', ')}: not taken; files of suite.json gives programs what they read`);
  return {cases, folders: new Map(), beside: new Map(), left: [...left.values()]};
}

const ALIASES: Readonly<Record<string, string>> = {
  ignore_white_space: 'ignore_whitespace',
  ignore_trailing_white_space: 'ignore_trailing_whitespace',
  prediff_filter: 'postprocess_output_command',
  post_process_output_command: 'postprocess_output_command',
  cpu: 'max_cpu_seconds',
  max_cpu: 'max_cpu_seconds',
  max_wall_clock: 'max_real_seconds',
  timeout: 'max_real_seconds',
};

/** Parameters that are taken, or that say nothing of what is judged. */
const KNOWN =
  /^(?:_\w+|label|files|optional_files|program|command|arguments|description|checkers|default_\w+|stdin|expected_(?:stdout|stderr|files|file_name|file_contents)|(?:stdin|expected_stdout|expected_stderr)_file|environment_(?:set|kept|base)|unicode_\w+|max_(?:cpu_seconds|real_seconds|rss_bytes|stdout_bytes|lines_shown|line_length_shown)|ignore_(?:case|whitespace|trailing_whitespace|blank_lines)|compare_only_characters|allow_unexpected_stderr|(?:show|no|upload)_\w+|check_hash_bang_line|colori[sz]e_output|(?:use_)?dcc_output_checking|debug)$/;

/** What to say of some that are taken. */
const NOTES: Readonly<Record<string, string>> = {
  ignore_whitespace: ': taken as the tolerance space, which keeps words apart',
};

/** Our names for what autotest ignores, and what it ignores unless it is told not to. */
const TOLERANCES: Readonly<Record<string, string>> = {
  ignore_trailing_whitespace: 'trailing-space',
  ignore_case: 'case',
  ignore_blank_lines: 'blank-lines',
  ignore_whitespace: 'space',
};
const DEFAULTS: readonly string[] = ['ignore_trailing_whitespace'];

function caseOf(
  root: string,
  label: string,
  parameters: Parameters,
  used: Set<string>,
  left: Map<string, string>,
): ForeignCase[] {
  const {description, environment_set, expected_files, expected_file_name, expected_file_contents} =
    parameters;
  const {command} = parameters;
  const words = argumentsIn(parameters);
  if (words === null) {
    left.set(`command ${label}`, `tests.txt: ${label}: no case: it runs the command ${command}`);
    return [];
  }
  /** A text, or the files of a list, one after the other. */
  const content = (value: Value | undefined): Buffer => {
    if (typeof value !== 'object' || value === null) return Buffer.from(String(value ?? ''));
    return Buffer.concat(
      Object.values(value).map((name) => {
        if (!existsSync(join(root, `${name}`))) throw new Error(`tests.txt: ${label}: ${name}: no such file`);
        used.add(`${name}`);
        return readFileSync(join(root, `${name}`));
      }),
    );
  };
  const stream = (name: string): Buffer => {
    const file = parameters[`${name}_file`] ?? `${label}.${name.replace('expected_', '')}`;
    const isNamed = parameters[`${name}_file`] !== undefined || existsSync(join(root, `${file}`));
    return content(parameters[name] || !isNamed ? parameters[name] : [file]);
  };
  const stderr = stream('expected_stderr');
  const written = Object.entries({
    ...objectIn(expected_files),
    ...(expected_file_name ? {[`${expected_file_name}`]: expected_file_contents ?? ''} : {}),
  });
  const about = String(description ?? '').split('\n')[0] ?? '';
  const environment = objectIn(environment_set);
  const tolerances = tolerancesIn(parameters);
  const limits = limitsIn(parameters);
  const own = {
    ...(about === '' ? {} : {about}),
    ...(words.length > 0 ? {arguments: words} : {}),
    ...(Object.keys(environment).length > 0 ? {environment: stringsIn(environment)} : {}),
    ...(tolerances.length > 0 ? {tolerances} : {}),
    ...(Object.keys(limits).length > 0 ? {limits} : {}),
  };
  const more = new Map(written.map(([name, text]) => [`.files/${name}`, content(text)]));
  if (stderr.length > 0) more.set('.err', stderr);
  return [{name: label, input: stream('stdin'), golden: stream('expected_stdout'), own, more}];
}

function objectIn(value: Value | undefined): Parameters {
  return typeof value === 'object' ? Object.fromEntries(Object.entries(value ?? {})) : {};
}

function stringsIn(values: Parameters): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** The arguments, or what of the command follows the program; null: a shell would be needed, or another program. */
function argumentsIn({arguments: words, command, program}: Parameters): readonly string[] | null {
  if (command === undefined) return words === undefined ? [] : [words].flat().map(String);
  const isList = Array.isArray(command);
  if (!isList && /[^\w\s./:,+=@%-]/.test(`${command}`)) return null;
  const [first = '', ...rest] = isList ? command.map(String) : `${command}`.split(/\s+/).filter(Boolean);
  const name = first.replace(/^\.\//, '');
  return !name.includes('/') && (program === undefined || name === program) ? rest : null;
}

function tolerancesIn(parameters: Parameters): readonly string[] {
  const {compare_only_characters: only} = parameters;
  return [
    ...Object.entries(TOLERANCES).flatMap(([name, tolerance]) =>
      isTrue(parameters[name] ?? DEFAULTS.includes(name)) ? [tolerance] : [],
    ),
    ...(typeof only === 'string' && only !== '' ? [`only ${only.replace(/[\\-]/g, '\\$&')}\\n`] : []),
  ];
}

/** As autotest takes the text of a switch. */
function isTrue(value: Value): boolean {
  return typeof value === 'string' ? !/^[0fF]/.test(value) && value !== '' : Boolean(value);
}

function limitsIn(parameters: Parameters): Readonly<Record<string, number>> {
  const [cpu, wall, memory, output] = ['cpu_seconds', 'real_seconds', 'rss_bytes', 'stdout_bytes'].map(
    (name) => Number(parameters[`max_${name}`] ?? 0),
  );
  return {
    ...(cpu ? {cpu, wall: wall || 2 * cpu + 1} : wall ? {wall} : {}),
    ...(memory ? {memory: Math.max(1, Math.ceil(memory / 1024 ** 2))} : {}),
    ...(output ? {output: Math.max(1, Math.ceil(output / 1024))} : {}),
  };
}
