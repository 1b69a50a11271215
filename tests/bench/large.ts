/*
 * `npm run bench:large`: the processor time of large work, beside that of twice as much. Fails if anything grows faster than
 * the work.
 */
import {mkdtempSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {compare} from '../../src/marking/comparing/difference.js';
import {parseTolerance} from '../../src/marking/comparing/tolerances.js';
import {writeHuman} from '../../src/marking/reports/human.js';
import type {CaseMarks, Marks} from '../../src/marking/results/marks.js';
import {classAt} from '../../src/marking/submissions/class.js';
import {LANGUAGES} from '../../src/marking/submissions/languages.js';
import {targetsOf} from '../../src/marking/submissions/people.js';
import {loadFixtures} from '../../src/marking/suites/fixtures.js';
import {CATEGORIES} from '../../src/rules/categories.js';
import {parseGame} from '../../src/storage/saved-game.js';
import {ACCEPTED, marksOf, NO_CHOICE, OPTIONS} from '../support/marks.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';
import {inMilliseconds, interleaved, printTable, processorSeconds, type Row, ratioOf} from './measure.js';

const ROUNDS = 11;
/** Highest ratio of twice the work. */
const GOAL = 2.3;

const NOTED: CaseMarks = {...ACCEPTED, tolerance: 'crlf'};

const rows: Row[] = [];
await inTemporaryFolder(async (folder) => {
  await twice('equal lines, one wrong, `--tolerate order`', 20_000, equalLines, compared('order'));
  await twice('lines in another order', 20_000, otherOrder, compared());
  await twice(
    'KiB with a wrong byte, `--tolerate space --tolerate case`',
    4096,
    wrongByte,
    compared('space', 'case'),
  );
  await twice('cases in a folder', 8000, (count) => casesIn(folder, count), loadFixtures);
  await twice('cases of one mistake in a report', 4000, (count) => one(count, NO_CHOICE), reported);
  await twice('cases with a note in a report', 4000, (count) => one(count, NOTED), reported);
  await twice('submissions with a note in a report', 4000, (count) => several(count, NOTED), reported);
  await twice(
    'people of one name',
    50_000,
    (count) => times(count, () => ({name: 'Ann', id: null})),
    targetsOf,
  );
  const options = {languages: LANGUAGES, files: []};
  const newFolder = (): string => newFolderIn(folder);
  await twice(
    'resubmitted files of one person',
    200,
    (count) => suffixedIn(folder, count),
    (path) => classAt(path, options, newFolder),
  );
  await twice('undos in a saved game', 10_000, undone, replayed);
});
printTable(
  `medians of ${ROUNDS} interleaved rounds, ratios pair by pair`,
  ['what', 'n', 'n of them', '2n', 'ratio', 'target'],
  rows,
);

/** Adds a row: input is made in two sizes, and something is done with it in each round. */
async function twice<Input>(
  what: string,
  size: number,
  make: (size: number) => Input,
  use: (input: Input) => unknown,
): Promise<void> {
  const inputs = [make(size), make(2 * size)] as const;
  const {single, double} = await interleaved(ROUNDS, {
    single: () => processorSeconds(() => use(inputs[0])),
    double: () => processorSeconds(() => use(inputs[1])),
  });
  const ratio = ratioOf(double, single);
  const shown = [single, double].map((all) => inMilliseconds(all, 1));
  rows.push({cells: [what, `${size}`, ...shown, ratio.toFixed(2), `≤ ${GOAL}`], missed: ratio > GOAL});
}

type Outputs = Pick<Parameters<typeof compare>[0], 'expected' | 'actual'>;

/** Compares copies: what is kept of a golden does not count. */
function compared(...names: readonly string[]): (outputs: Outputs) => unknown {
  const tolerances = names.map(parseTolerance);
  return ({expected, actual}) =>
    compare({expected: Buffer.from(expected), actual: Buffer.from(actual), tolerances});
}

function equalLines(count: number): Outputs {
  const lines = 'Fizz\n'.repeat(count - 1);
  return {expected: Buffer.from(`${lines}Fizz\n`), actual: Buffer.from(`${lines}Buzz\n`)};
}

function otherOrder(count: number): Outputs {
  const lines = times(count, (at) => `line ${at}\n`);
  return {expected: Buffer.from(lines.join('')), actual: Buffer.from(lines.toReversed().join(''))};
}

function wrongByte(kibibytes: number): Outputs {
  const expected = Buffer.alloc(kibibytes * 1024, 'The quick brown Fox jumps over 13 lazy dogs\n');
  const actual = Buffer.from(expected);
  actual[expected.length / 2] = 0;
  return {expected, actual};
}

function one(count: number, each: CaseMarks): Marks {
  return marksOf({'a.c': times(count, (at) => ({...each, case: `case-${at}`, number: at + 1}))});
}

function several(count: number, each: CaseMarks): Marks {
  return marksOf(Object.fromEntries(times(count, (at) => [`s${at}.c`, [each]])));
}

function reported(marks: Marks): number {
  return [...writeHuman(marks, OPTIONS)].length;
}

function newFolderIn(folder: string): string {
  return mkdtempSync(join(folder, 'new-'));
}

function casesIn(folder: string, count: number): string {
  const path = newFolderIn(folder);
  for (let at = 0; at < count; at += 1)
    for (const ending of ['in', 'out']) writeFileSync(join(path, `case-${at}.${ending}`), `${at}\n`);
  return path;
}

/** Writes files as Canvas exports them. */
function suffixedIn(folder: string, count: number): string {
  const path = newFolderIn(folder);
  for (let at = 0; at < count; at += 1)
    writeFileSync(join(path, `ann_1000_${5000 + at}_part${at}-1.py`), 'import other\n'.repeat(20));
  return path;
}

function replayed(text: string): void {
  const read = parseGame(text);
  if ('problem' in read) throw new Error(read.problem);
}

function undone(count: number): string {
  const turns = CATEGORIES.flatMap((category) => [{action: 'roll'}, {action: 'place', column: 1, category}]);
  const undos = times(count, () => [{action: 'undo'}, turns.at(-1)]).flat();
  const setup = {players: ['Ann'], rules: 'official', columns: 1, dice: {seed: 7}};
  return JSON.stringify({setup, actions: [...turns, ...undos]});
}

function times<T>(count: number, item: (at: number) => T): T[] {
  return Array.from({length: count}, (_, at) => item(at));
}
