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
const inFolder = (folder: string): Row[] => rows.filter((row) => row.folder === folder);
const isSlow = ({verdict}: Row): boolean => verdict === 'timed-out';
const hangs = (row: Row): boolean => isSlow(row) && row.diagnosis === 'wall';

/** In these every fault of the table shows. */
const TELLING = ['not-a-number', 'several-numbers', 'word-quit'];

suite('the table of submissions', (test) => {
  test('has a row for every program, and for nothing else', () => {
    for (const folder of ['right', 'wrong', 'hostile']) {
      const listed = inFolder(folder).map(({program}) => program);
      assert.equal(listed.sort(), readdirSync(join(SUBMISSIONS, folder)).sort());
    }
    const endings = LANGUAGES.map(([, ending]) => ending);
    for (const {program} of rows) assert.ok(endings.includes(extname(program)), program);
  });

  // Each language by itself, so that a missing tool takes no other rows along.
  for (const [language, ending] of LANGUAGES) {
    const plain = test.needs(...toolsFor(ending));
    const sandboxed = plain.needs('bubblewrap');
    const own = (folder: string): Row[] => inFolder(folder).filter(({program}) => program.endsWith(ending));
    const quick = [...own('right'), ...own('wrong').filter((row) => !isSlow(row))];
    const [slow, hostile] = [own('wrong').filter(isSlow), own('hostile')];

    plain(`is right in every row of ${language}`, async () => {
      holdAll(quick, await marked(quick, isThorough ? readCases() : TELLING, ['--no-sandbox']));
    });

    if (isThorough)
      sandboxed(`is right in every row of ${language} with the sandbox on`, async () => {
        const marks = await marked(quick, ['not-a-number', 'several-numbers'], ['--sandbox']);
        assert.is(marks.sandbox, true);
        holdAll(quick, marks);
      });

    const [hanging, spinning] = [slow.filter(hangs), slow.filter((row) => !hangs(row))];
    if (hanging.length > 0) {
      plain(`is right in the rows of ${language} that hang, which are run again alone`, async () => {
        const marks = await marked(hanging, ['several-numbers'], ['--no-sandbox']);
        holdAll(hanging, marks);
        const retried = marks.submissions.flatMap(({cases}) => cases.map((one) => one.retried));
        assert.equal(
          retried,
          hanging.map(() => true),
        );
      });
    }

    if (spinning.length > 0) {
      plain(`is right in the rows of ${language} that compute for ever`, async () => {
        holdAll(spinning, await marked(spinning, ['several-numbers'], ['--no-sandbox']));
      });
    }

    if (hostile.length > 0) {
      sandboxed(`is right in the rows of hostile programs in ${language} with the sandbox on`, async () => {
        const marks = await marked(hostile, ['several-numbers'], ['--sandbox']);
        holdAll(hostile, marks);
        for (const {target, cases} of marks.submissions) {
          const diff = cases[0]?.difference?.diff ?? [];
          const printed = diff.map(({kind, text}) => (kind === 'actual' ? text : '')).join('');
          assert.ok(printed.includes(IN_VAIN[target] ?? ''), `${target}: ${printed}`);
        }
      });
    }
  }
});

/**
 * Marks the programs of some rows, which have the same limits, and demands that nothing of them is left running.
 *
 * The wrong C programs are compiled once and handed in as executables; that the marker compiles is shown by the others,
 * and by those that do not compile.
 */
function marked(some: readonly Row[], cases: readonly string[], flags: readonly string[]): Promise<Report> {
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
      ...flags,
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
