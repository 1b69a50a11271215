/* Fixtures in the formats of other systems. What a system cannot express is reported, never just dropped. */
import {DEFAULT_LIMITS} from '../../running/limits.js';
import {toldOnce} from '../run/grouping.js';
import {purposeOf} from '../run/marks.js';
import type {Checker} from './checker.js';
import type {FixtureCase} from './fixture-case.js';

export interface Exported {
  readonly files: readonly {readonly path: string; readonly content: Buffer}[];
  /** Files and folders to copy. */
  readonly copies: readonly {readonly path: string; readonly from: string}[];
  /** What cannot be expressed, and of which cases, one line each. */
  readonly problems: readonly string[];
  /** What the user should know about the files. */
  readonly notes: readonly string[];
}

type Problem = (one: FixtureCase) => string | null;

/**
 * Autotest's names for our tolerances. Its `ignore_whitespace` and `ignore_blank_lines` judge real runs otherwise than
 * our `space` and `blank-lines`.
 */
const AUTOTEST_TOLERANCES: Readonly<Record<string, string>> = {
  'trailing-space': 'ignore_trailing_whitespace=True',
  case: 'ignore_case=True',
};

/** In bytes: autotest cannot run a case with an input or an output as long as this. */
const AUTOTEST_TOO_LONG = 128 * 1024;

/**
 * `tests.txt` for UNSW's autotest (github.com/COMP1511UNSW/autotest). It compares text, and ignores white
 * space at the ends of lines unless told not to.
 */
export function exportAutotest(cases: readonly FixtureCase[], program: string): Exported {
  // Autotest reads labels with Python, and newer versions of Python take `01_x` for a malformed number.
  const labels = labelsOf(cases, 'case_');
  const tests = cases.map((one, index) => {
    const {cpu = DEFAULT_LIMITS.cpu, memory} = one.limits;
    const parameters = [
      ...one.tolerances.flatMap(({name}) => AUTOTEST_TOLERANCES[name] ?? []),
      // Without it autotest has a limit of its own.
      `max_cpu_seconds=${Math.ceil(cpu)}`,
      ...(memory === undefined ? [] : [`max_rss_bytes=${memory * 1024 ** 2}`]),
      ...(one.arguments.length === 0 ? [] : [`arguments=[${one.arguments.map(python).join(', ')}]`]),
      `description=${python([one.suite, one.title, purposeOf(one) ?? []].flat().join(': '))}`,
      `stdin=${python(one.input.toString('utf8'))}`,
      `expected_stdout=${python(one.expected.toString('utf8'))}`,
    ];
    return `${labels[index]} ${parameters.join(' ')}\n`;
  });
  return {
    files: [
      {
        path: 'tests.txt',
        content: Buffer.from(
          `files=${program}.c\nprogram=${program}\nignore_trailing_whitespace=False\n\n${tests.join('')}`,
        ),
      },
    ],
    copies: [],
    problems: problemsOf(cases, [
      demandsStatus,
      ({checker}) => (checker === null ? null : `the checker ${checker.kind}`),
      ({visibility}) =>
        visibility === 'hidden' ? 'a hidden case: students can read all of tests.txt' : null,
      ({input, expected}) => (isText(input) && isText(expected) ? null : 'bytes that are not UTF-8'),
      ({input, expected}) => (input.includes(0) || expected.includes(0) ? 'a NUL byte' : null),
      ({input, expected}) =>
        Math.max(input.length, expected.length) < AUTOTEST_TOO_LONG
          ? null
          : `an input or output of ${AUTOTEST_TOO_LONG} bytes or more`,
      ({tolerances}) => {
        const unknown = tolerances.find(({name}) => AUTOTEST_TOLERANCES[name] === undefined);
        return unknown === undefined ? null : `the tolerance ${unknown.name}`;
      },
      ...WORLD,
    ]),
    notes: [
      'autotest has no points, and limits of its own: only those on processor time and memory were exported',
      ...skipping(cases),
    ],
  };
}

/**
 * The `data` folder of a Kattis problem package (legacy format): public cases become samples, hidden cases secret ones.
 * What a case is for becomes its description, `.desc`.
 */
export function exportKattis(cases: readonly FixtureCase[]): Exported {
  const labels = labelsOf(cases);
  const exitsAnyhow = cases.some(({status}) => status === null);
  // Kattis rejects a package without secret cases.
  const allSecret = cases.every(({visibility}) => visibility === 'public');
  const checker = cases[0]?.checker ?? null;
  const flags = kattisFlags(checker);
  const data = cases.flatMap((one, index) => {
    const purpose = purposeOf(one);
    const path = `data/${allSecret || one.visibility === 'hidden' ? 'secret' : 'sample'}/${labels[index]}`;
    return [
      {path: `${path}.in`, content: one.input},
      {path: `${path}.ans`, content: one.expected},
      // Its readers are those who judge: teams see neither what a case is for nor where that stands.
      ...(purpose === null ? [] : [{path: `${path}.desc`, content: Buffer.from(`${purpose}\n`)}]),
    ];
  });
  const flagged = {
    path: 'data/testdata.yaml',
    content: Buffer.from(`output_validator_flags: ${JSON.stringify(flags)}\n`),
  };
  return {
    files: checker === null || !flags ? data : [...data, flagged],
    copies: checker?.kind === 'program' ? [validatorOf(checker)] : [],
    problems: problemsOf(cases, [
      demandsStatus,
      (one) => (one.arguments.length === 0 ? null : 'program arguments'),
      ...WORLD,
      ({tolerances}) =>
        tolerances.length === 0
          ? null
          : 'tolerances of a case: Kattis has validator_flags for the whole problem',
      (one) =>
        kattisFlags(one.checker) === null
          ? `the checker ${one.checker?.kind}${one.checker?.kind === 'program' ? ', in the convention of testlib, or with white space in its arguments' : ''}`
          : null,
      (one) =>
        JSON.stringify(one.checker) === JSON.stringify(checker)
          ? null
          : `another checker than ${cases[0]?.name}: Kattis has one for the whole problem`,
    ]),
    notes: [
      'points and limits were not exported: Kattis has its own, in problem.yaml and testdata.yaml',
      ...skipping(cases),
      ...(exitsAnyhow ? [KATTIS_STATUS] : []),
      ...(allSecret ? ['no case is hidden, but a package needs secret ones: all went to data/secret'] : []),
      ...(checker === null ? [KATTIS_BYTES] : []),
      ...(checker?.kind === 'program' ? [KATTIS_PROGRAM] : []),
    ],
  };
}

const KATTIS_BYTES =
  'Kattis compares words by default: for bytes, give problem.yaml validator_flags: case_sensitive space_change_sensitive';

const KATTIS_PROGRAM =
  'the checker is in output_validators: give problem.yaml validation: custom, or validation: custom score if it gives points';

/** What Kattis' validator needs to be told to check alike; null if it cannot. */
function kattisFlags(checker: Checker | null): string | null {
  switch (checker?.kind) {
    case undefined:
      return '';
    case 'tokens':
      return checker.case === 'count' ? 'case_sensitive' : '';
    case 'numbers': {
      const {absolute, relative} = checker;
      const most = `float_absolute_tolerance ${absolute} float_relative_tolerance ${relative}`;
      return checker.case === 'count' ? `case_sensitive ${most}` : most;
    }
    case 'program':
      return checker.convention !== 'kattis' ||
        checker.arguments.some((word) => word === '' || /\s/.test(word))
        ? null
        : checker.arguments.join(' ');
    case 'any-order':
    case 'contains':
    case 'regex':
      return null;
  }
}

function validatorOf({file, folder}: Extract<Checker, {kind: 'program'}>): Exported['copies'][number] {
  const from = folder ?? file;
  return {path: `output_validators/${from.slice(from.lastIndexOf('/') + 1)}`, from};
}

const KATTIS_STATUS =
  'Kattis demands exit status 0, and some cases here demand none: if your reference exits otherwise on them, Kattis rejects it';

function skipping(cases: readonly FixtureCase[]): string[] {
  return cases.some(({skipAfterFailure}) => skipAfterFailure)
    ? ['skipAfterFailure was not exported: every case is run, whatever failed before it']
    : [];
}

const demandsStatus: Problem = ({status}) =>
  status === null || status === 0 ? null : `exit status ${status}`;

/** What a program finds around it, and leaves there. */
const WORLD: readonly Problem[] = [
  ({environment}) => {
    const [name] = Object.keys(environment);
    return name === undefined ? null : `the variable ${name} of its environment`;
  },
  ({files: [file]}) => (file === undefined ? null : `the file ${file.name} that it is given`),
  ({expectedFiles: [file]}) => (file === undefined ? null : `the file ${file.name} that it must write`),
  ({expectedErrors}) => (expectedErrors === null ? null : 'what it must print to standard error'),
  ({isMerged}) => (isMerged ? 'standard error that is merged into the output' : null),
];

function problemsOf(cases: readonly FixtureCase[], problems: readonly Problem[]): string[] {
  const all = cases.flatMap((one) =>
    problems.flatMap((problem) => {
      const what = problem(one);
      return what === null ? [] : [{of: one.name, what}];
    }),
  );
  return toldOnce(all);
}

/**
 * Unique names of letters, digits and underscores. Names that would be the same get a number.
 *
 * @param beforeDigit a prefix for names that begin with a digit
 */
function labelsOf(cases: readonly FixtureCase[], beforeDigit = ''): string[] {
  const labels: string[] = [];
  for (const {name} of cases) {
    const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
    const plain = (words.join('_') || 'case').replace(/^(?=\d)/, beforeDigit);
    let label = plain;
    for (let number = 2; labels.includes(label); number += 1) label = `${plain}_${number}`;
    labels.push(label);
  }
  return labels;
}

function isText(bytes: Buffer): boolean {
  return bytes.equals(Buffer.from(bytes.toString('utf8')));
}

/** A Python string literal, on one line. */
function python(text: string): string {
  const escaped = text.replace(/[\\"\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '\n') return '\\n';
    if (character === '"' || character === '\\') return `\\${character}`;
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, '0')}`
      : `\\U${code.toString(16).padStart(8, '0')}`;
  });
  return `"${escaped}"`;
}
