/*
 * The proof of the marker: every program of `fixtures/submissions`, right, wrong or hostile, gets the verdict and
 * the diagnosis that `verdicts.json` there asks for, and nothing of any of them is left running.
 */
import {copyFileSync, mkdirSync, readdirSync, readFileSync} from 'node:fs';
import {extname, join} from 'node:path';
import * as assert from 'uvu/assert';
import type {CaseMarks} from '../../../src/marking/results/marks.js';
import {LIMIT_NAMES, LIMITS, type Limits} from '../../../src/running/limits.js';
import {compiled} from '../../support/compiled.js';
import {isThorough} from '../../support/effort.js';
import type {Report} from '../../support/marks.js';
import {withPlace} from '../../support/place.js';
import {processesBelow, untilGone} from '../../support/processes.js';
import {ROOT} from '../../support/readme.js';
import {suite} from '../../support/suite.js';
import {toolsFor} from '../../support/tools.js';

const SUBMISSIONS = join(ROOT, 'fixtures/submissions');
const DOUBLES = join(ROOT, 'fixtures/marking/doubles');

const UTF_8 = {encoding: 'utf8'} as const;

/** Wide enough for any load. Programs that should run out of time get a second. */
const WIDE: Limits = {wall: 100, cpu: 30, memory: 128, output: 1024, disk: 64, processes: 64};

function limitsOf({verdict, diagnosis}: Row): Limits {
  if (verdict !== 'timed-out') return WIDE;
  return diagnosis === 'wall' ? {...WIDE, wall: 1} : {...WIDE, cpu: 1};
}

interface Row {
  readonly folder: string;
  readonly program: string;
  readonly holds: (name: string) => boolean;
  readonly verdict: string;
  readonly diagnosis: string;
}

const LANGUAGES: readonly [name: string, ending: string][] = [
  ['C', '.c'],
  ['Python', '.py'],
  ['JavaScript', '.js'],
  ['the shell', '.sh'],
];

/** Output of hostile programs when the sandbox holds. */
const IN_VAIN: Readonly<Record<string, string>> = {
  'reads-goldens.py': 'no·goldens·in·sight',
  'writes-outside.c': 'wrote·nowhere',
  'rewrites-input.c': 'read-only',
  'opens-socket.c': 'no·network',
};

const rows = readRows();
const isSlow = ({verdict}: Row): boolean => verdict === 'timed-out';
const isQuick = (row: Row): boolean => row.folder !== 'hostile' && !isSlow(row);

/** In these every fault of the table shows. */
const TELLING = ['not-a-number', 'several-numbers', 'word-quit'];
const ONE = ['several-numbers'];

interface Kind {
  readonly what: string;
  readonly has: (row: Row) => boolean;
  readonly cases: readonly string[];
  readonly sandbox?: boolean;
}

/** Rows of a kind have the same limits. */
const KINDS: readonly Kind[] = [
  {what: 'that end', has: isQuick, cases: isThorough ? readCases() : TELLING},
  {
    what: 'that hang, which are run again alone',
    has: (row) => isSlow(row) && row.diagnosis === 'wall',
    cases: ONE,
  },
  {what: 'that compute for ever', has: (row) => isSlow(row) && row.diagnosis !== 'wall', cases: ONE},
  {what: 'of hostile programs', has: ({folder}) => folder === 'hostile', cases: ONE, sandbox: true},
  ...(isThorough ? [{what: 'that end', has: isQuick, cases: TELLING.slice(0, 2), sandbox: true}] : []),
];

suite('the table of submissions', (test) => {
  test('has a row for every program, and for nothing else', () => {
    const programs = ['right', 'wrong', 'hostile'].flatMap((folder) =>
      readdirSync(join(SUBMISSIONS, folder)).map((name) => `${folder}/${name}`),
    );
    assert.equal(rows.map(({folder, program}) => `${folder}/${program}`).sort(), programs.sort());
    const endings = LANGUAGES.map(([, ending]) => ending);
    for (const {program} of rows) assert.ok(endings.includes(extname(program)), program);
  });

  // Each language by itself, so that a missing tool takes no other rows along.
  for (const [language, ending] of LANGUAGES)
    for (const {what, has, cases, sandbox = false} of KINDS) {
      const some = rows.filter((row) => row.program.endsWith(ending) && has(row));
      if (some.length === 0) continue;
      test.needs(...toolsFor(ending), ...(sandbox ? ['bubblewrap' as const] : []))(
        `is right in the rows of ${language} ${what}, ${sandbox ? 'in' : 'without'} the sandbox`,
        async () => {
          const marks = await marked(some, cases, sandbox ? '--sandbox' : '--no-sandbox');
          assert.is(marks.sandbox, sandbox);
          holdAll(some, marks);
        },
      );
    }
});

/**
 * Marks the programs of some rows, and demands that nothing of them is left running.
 *
 * The wrong C programs are compiled once and handed in as executables; that the marker compiles is shown by the others,
 * and by those that do not compile.
 */
function marked(some: readonly Row[], cases: readonly string[], sandbox: string): Promise<Report> {
  return withPlace(async ({folder, env, fivedice}) => {
    mkdirSync(join(folder, 'fixtures'));
    mkdirSync(join(folder, 'submissions'));
    const put = async (row: Row): Promise<void> => {
      const source = join(SUBMISSIONS, row.folder, row.program);
      const program = targetOf(row) === row.program ? source : await compiled(readFileSync(source, 'latin1'));
      copyFileSync(program, join(folder, 'submissions', targetOf(row)));
    };
    await Promise.all(some.map(put));
    for (const file of ['suite.json', ...cases.flatMap((name) => [`${name}.in`, `${name}.out`])]) {
      copyFileSync(join(DOUBLES, file), join(folder, 'fixtures', file));
    }
    const [limits = WIDE] = some.map(limitsOf);
    const {stdout, stderr} = await fivedice(
      ...['mark', '--all', 'submissions', '--fixtures', 'fixtures', '--report', 'json'],
      ...LIMIT_NAMES.flatMap((name) => [`--${name}`, String(limits[name])]),
      sandbox,
    );
    assert.is(stderr, '');
    // All that is started here works below this folder, or has it in its environment.
    const {HOME: root = folder} = env;
    // The marker's own shells, and processes that are ending, may take a moment.
    const own = /^\d+ (?:\/bin\/sh |(?:sleep 0\.1|rm|rmdir|chmod) .*)?$/;
    await untilGone(() => processesBelow(root).filter((one) => !own.test(one)));
    return JSON.parse(stdout);
  }, UTF_8);
}

function targetOf({folder, program, verdict}: Row): string {
  return folder === 'wrong' && verdict !== 'did-not-compile' ? program.replace(/\.c$/, '') : program;
}

function holdAll(some: readonly Row[], {submissions}: Report): void {
  const wrong = some.flatMap((row) => {
    const cases = submissions.find(({target}) => target === targetOf(row))?.cases ?? [];
    if (cases.length === 0) return [`${row.program}: not marked`];
    return cases.flatMap((one) => {
      const found = heldBy(row, one);
      return found === null ? [] : [`${row.program} ${one.case}: ${found}`];
    });
  });
  assert.is(wrong.join('\n'), '');
}

function heldBy(row: Row, one: CaseMarks): string | null {
  const said = `${one.verdict}, ${one.signal}, ${one.reason}, would pass with ${one.wouldPassWith}, left ${one.leftProcesses}`;
  if (!row.holds(one.case)) return one.verdict === 'pass' ? null : said;
  if (one.verdict !== row.verdict) return said;
  return diagnosed(row, one) ? null : said;
}

function diagnosed(row: Row, one: CaseMarks): boolean {
  const {verdict, diagnosis} = row;
  const limits = limitsOf(row);
  const printed = one.difference?.diff.map(({kind, text}) => (kind === 'actual' ? text : '')).join('') ?? '';
  if (!printed.includes(IN_VAIN[row.program] ?? '')) return false;
  // A program that hangs runs again, alone.
  if (one.retried !== (diagnosis === 'wall')) return false;
  if (verdict === 'pass') return one.leftProcesses === (diagnosis === 'left processes');
  if (verdict === 'wrong-output') return one.wouldPassWith === (diagnosis === 'none' ? null : diagnosis);
  const limit = LIMIT_NAMES.find((name) => name === diagnosis);
  if (limit !== undefined) return one.reason === LIMITS[limit].exceeded(limits[limit]);
  if (verdict === 'crashed') return one.signal === diagnosis && one.reason === 'after the right output';
  return one.reason?.includes(diagnosis) === true;
}

function readCases(): string[] {
  return readdirSync(DOUBLES)
    .filter((file) => file.endsWith('.in'))
    .map((file) => file.replace('.in', ''));
}

function readRows(): Row[] {
  const rows: Record<string, {verdict: string; diagnosis?: string; only?: string; allBut?: string}> =
    JSON.parse(readFileSync(join(SUBMISSIONS, 'verdicts.json'), 'utf8'));
  return Object.entries(rows).map(([path, {verdict, diagnosis = '', only, allBut}]) => {
    const [folder = '', program = ''] = path.split('/');
    const holds = (name: string): boolean => (only === undefined ? name !== allBut : name === only);
    return {folder, program, holds, verdict, diagnosis};
  });
}
