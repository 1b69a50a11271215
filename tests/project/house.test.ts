/* Checks the code against the table of rooms: who imports whom, who touches the world, how big rooms are. */
import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import * as assert from 'uvu/assert';
import {suite} from '../support/suite.js';

const ROOT = join(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');

/** Which rooms a room may import. A room stands for all its inner rooms. Data flows from the doors inward. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  system: [],
  rules: [],
  valuation: ['rules'],
  'running/usage': ['system'],
  'running/lanes': ['running', 'system'],
  running: ['running', 'system'],
  // Its file is opened like all others, and a mistake in it is the mistake of a user.
  'marking/run': ['running', 'command-line', 'system'],
  'marking/comparing': ['marking/run'],
  'marking/comparing/checkers': ['marking/comparing', 'marking/run'],
  // A suite sets limits, and a mistake in it is the mistake of a user.
  'marking/suites': [
    'marking/submissions',
    'marking/run',
    'marking/comparing',
    'running',
    'command-line',
    'system',
  ],
  // What is marked, and how it is run.
  'marking/submissions': ['marking/run', 'running', 'command-line', 'system'],
  'marking/judging': [
    'marking/submissions',
    'marking/suites',
    'marking/comparing',
    'marking/run',
    'running',
    'command-line',
    'system',
  ],
  // How wide a text is on a terminal is the same for all.
  'marking/reports': ['marking/reports/systems', 'marking/reports/html', 'marking/run', 'command-line'],
  'marking/reports/systems': ['marking/reports', 'marking/run', 'command-line'],
  'marking/reports/html': ['marking/reports', 'marking/run'],
  // In a browser.
  'marking/reports/html/page': ['marking/reports', 'marking/run'],
  'marking/grading': ['marking/run'],
  'marking/commands': ['marking', 'running', 'command-line', 'system'],
  // The parts of the largest command.
  'marking/commands/mark': [
    'marking/commands/shared',
    'marking/judging',
    'marking/submissions',
    'marking/suites',
    'marking/run',
    'running',
    'command-line',
    'system',
  ],
  // What recording changes is shown like a failure, and checkers may accept both.
  'marking/commands/record': [
    'marking/judging',
    'marking/suites',
    'marking/comparing',
    'marking/run',
    'marking/reports',
    'running',
    'command-line',
  ],
  'marking/commands/shared': [
    'marking/suites',
    'marking/reports',
    'marking/submissions',
    'marking/comparing',
    'marking/run',
    'running',
    'command-line',
    'system',
  ],
  // The face of all those.
  marking: ['marking'],
  fuzzing: ['marking', 'running', 'command-line'],
  game: ['rules'],
  keeping: ['game', 'rules', 'system'],
  'solver/kernels': ['solver', 'rules'],
  'solver/target': ['solver', 'rules'],
  solver: ['solver/kernels', 'rules'],
  table: ['game', 'rules'],
  'analysis/thread': ['analysis'],
  'analysis/commands': ['analysis', 'solver', 'table', 'keeping', 'game', 'rules', 'command-line', 'system'],
  analysis: ['solver', 'table', 'game', 'rules'],
  'terminal/drawing': ['table', 'game', 'rules', 'command-line'],
  'terminal/screen': ['terminal/drawing', 'table', 'game', 'rules', 'command-line'],
  'terminal/dialogue': ['terminal/drawing', 'table', 'keeping', 'game', 'rules', 'command-line'],
  terminal: ['terminal', 'analysis', 'solver', 'table', 'keeping', 'game', 'rules', 'command-line', 'system'],
  'web/page/advisor': ['analysis', 'solver', 'table', 'game', 'rules'],
  'web/page': ['web/page', 'analysis', 'table', 'keeping', 'game', 'rules'],
  // What changes on the page.
  'web/page/flow': ['web/page', 'analysis', 'table', 'keeping', 'game', 'rules'],
  'web/page/game': ['web/page/start', 'table', 'game', 'rules'],
  'web/page/start': ['web/page', 'analysis', 'table', 'keeping', 'game', 'rules'],
  'web/server': ['keeping', 'game', 'rules', 'command-line', 'system'],
  'command-line': [],
};

/** Files outside all rooms: the library, and the command that calls the rooms' own commands. */
const LOBBY: readonly string[] = ['index.ts', 'cli.ts'];

/** Files and rooms that may touch the world by importing from Node. Everything else is pure. */
const DOORS: readonly string[] = [
  'cli.ts',
  'valuation/assign1.ts',
  'running/',
  'marking/suites/case-files.ts',
  'marking/suites/fixtures.ts',
  'marking/suites/folder-checkers.ts',
  'marking/submissions/',
  'marking/judging/matching.ts',
  // It asks for the current folder.
  'marking/judging/reproducing.ts',
  'marking/judging/program-digests.ts',
  'marking/run/lines.ts',
  'marking/run/known-verdicts.ts',
  'marking/commands/',
  'fuzzing/fuzz.ts',
  'system/',
  'keeping/game-file.ts',
  'keeping/ledger-file.ts',
  'keeping/user-files.ts',
  'analysis/thread/ask.ts',
  'analysis/thread/script.ts',
  'terminal/play.ts',
  'terminal/front-ends.ts',
  'terminal/settings.ts',
  'terminal/screen/screen.ts',
  'web/server/',
  'command-line/flags.ts',
];

/** The commands themselves: only the lobby calls them. */
const COMMANDS: readonly string[] = [
  'valuation/assign1.ts',
  'terminal/play.ts',
  'terminal/scores.ts',
  'web/server/serve.ts',
  'fuzzing/fuzz.ts',
  'command-line/completion.ts',
  ...['advise', 'review', 'odds'].map((name) => `analysis/commands/${name}.ts`),
  ...['mark', 'record', 'merge', 'init', 'grade', 'compare'].map((name) => `marking/commands/${name}.ts`),
];

/** Packages, and the files that may import them. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  diff: ['marking/comparing/diff.ts'],
  'fast-check': ['valuation/sessions.ts'],
  'lit-html': [
    'game/board',
    'game/card',
    'game/choices',
    'game/dice',
    'game/end',
    'history',
    'page',
    'review',
    'start/start',
    'start/today',
  ].map((name) => `web/page/${name}.ts`),
  'lit-html/directives/keyed.js': ['web/page/game/board.ts'],
  'string-width': ['command-line/columns.ts'],
  yauzl: ['marking/submissions/archives.ts'],
  valibot: [
    'marking/suites/suite-json.ts',
    'marking/suites/checker.ts',
    'marking/suites/values.ts',
    'marking/run/marks.ts',
    'marking/reports/json.ts',
    'marking/run/events.ts',
    'marking/run/record.ts',
  ],
};

/** A folder with more files than this should be divided into rooms. */
const MOST_FILES = 12;

interface Import {
  /** Paths below `src`, or the names of packages. */
  readonly from: string;
  readonly to: string;
}

const files = readdirSync(SRC, {recursive: true, encoding: 'utf8'}).filter((path) => path.endsWith('.ts'));
const codeOf = (file: string): string => readFileSync(join(SRC, file), 'utf8');
const imports: Import[] = files.flatMap((from) =>
  [...codeOf(from).matchAll(/\b(?:from|import|require)\s*\(?\s*'(.+?)'/g)].map((match) => {
    const specifier = match[1] ?? '';
    const path = normalize(join(dirname(from), specifier)).replace(/\.js$/, '.ts');
    return {from, to: specifier.startsWith('.') ? path : specifier};
  }),
);
const isOurs = ({to}: Import): boolean => files.includes(to);
const roomOf = (file: string): string => dirname(file);
const isIn = (room: string, outer: string): boolean => room === outer || room.startsWith(`${outer}/`);
const isDoor = (file: string): boolean =>
  DOORS.some((door) => (door.endsWith('/') ? file.startsWith(door) : file === door));
const show = (list: readonly Import[]): string => list.map(({from, to}) => `${from} → ${to}`).join('\n');

/** A circle of imports, as a list of files in order; empty if there is none. */
function circleFrom(file: string, path: readonly string[], done: Set<string>): readonly string[] {
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
  if (done.has(file)) return [];
  for (const {to} of imports.filter((one) => one.from === file && isOurs(one))) {
    const circle = circleFrom(to, [...path, file], done);
    if (circle.length > 0) return circle;
  }
  done.add(file);
  return [];
}

/** The files below a folder that git knows or would add, with their text. Ignored ones are not among them. */
function filesKnownToGit(folder: string): {readonly path: string; readonly text: string}[] {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', folder];
  return execFileSync('git', list, {cwd: ROOT, encoding: 'utf8'})
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(ROOT, path)))
    .map((path) => ({path, text: readFileSync(join(ROOT, path), 'utf8')}));
}

/** Waiting for a fixed time: too short on a busy machine, and lost time on any other. Looking again in a loop is not. */
const FIXED_WAITS = [
  /^\s*await (?:sleep|setTimeout|delay)\(\d/m,
  /\.waitForTimeout\(/,
  /^\s*await new Promise\(\(?\w+\)? => setTimeout\(\w+, \d/m,
];

suite('the house', (test) => {
  test('has only the rooms in the table, and every file is in one, except for the lobby', () => {
    const rooms = new Set(files.filter((file) => !LOBBY.includes(file)).map(roomOf));
    assert.equal([...rooms].sort(), Object.keys(MAY_IMPORT).sort());
  });

  test('a room imports only the rooms that the table names', () => {
    const between = imports.filter(
      (one) => isOurs(one) && !LOBBY.includes(one.from) && roomOf(one.from) !== roomOf(one.to),
    );
    assert.ok(between.length > 0);
    const wrong = between.filter(
      ({from, to}) => !MAY_IMPORT[roomOf(from)]?.some((room) => isIn(roomOf(to), room)),
    );
    assert.is(show(wrong), '');
  });

  test('no files import each other in a circle', () => {
    const done = new Set<string>();
    assert.equal(
      files.map((file) => circleFrom(file, [], done)).filter(({length}) => length > 0),
      [],
    );
    assert.is(done.size, files.length);
  });

  test('only doors import from Node or from outside the house', () => {
    const outward = imports.filter(({to}) => to.startsWith('node:') || to.startsWith('..'));
    assert.ok(outward.length > 0);
    assert.is(show(outward.filter(({from}) => !isDoor(from))), '');
    assert.equal(
      DOORS.filter((door) => !outward.some(({from}) => from.startsWith(door))),
      [],
      'doors that touch nothing',
    );
  });

  test('each package is imported only where the table says', () => {
    const packages = imports.filter((one) => !isOurs(one) && !/^(?:node:|\.)/.test(one.to));
    assert.equal([...new Set(packages.map(({to}) => to))].sort(), Object.keys(PACKAGES).sort());
    assert.is(show(packages.filter(({from, to}) => !PACKAGES[to]?.includes(from))), '');
  });

  test('the library only re-exports, and never from a door', () => {
    const code = codeOf('index.ts').replace(/\/\*.*?\*\//gs, '');
    assert.is(code.replace(/export (?:type )?\{[^}]*\} from '.+';/g, '').trim(), '');
    assert.is(show(imports.filter(({from, to}) => from === 'index.ts' && isDoor(to))), '');
  });

  test('the marker is known to other rooms by its face alone', () => {
    const inward = imports.filter(
      ({from, to}) => to.startsWith('marking/') && !from.startsWith('marking/') && !LOBBY.includes(from),
    );
    assert.equal([...new Set(inward.map(({to}) => to))], ['marking/index.ts']);
  });

  test('only the lobby calls a command', () => {
    const calls = imports.filter(({to}) => COMMANDS.includes(to));
    assert.is(new Set(calls.map(({to}) => to)).size, COMMANDS.length - 1);
    assert.is(show(calls.filter(({from}) => !LOBBY.includes(from))), '');
  });

  test(`no folder has more than ${MOST_FILES} files, and no room more than a quarter of the code`, () => {
    const rooms = Object.keys(MAY_IMPORT).map((room) => {
      const own = files.filter((file) => roomOf(file) === room);
      return {room, files: own.length, size: own.reduce((sum, file) => sum + codeOf(file).length, 0)};
    });
    const all = rooms.reduce((sum, {size}) => sum + size, 0);
    assert.equal(
      rooms.filter(({files: count, size}) => count > MOST_FILES || size > all / 4),
      [],
    );
  });
});

suite('the tests', (test) => {
  const tests = filesKnownToGit('tests').filter(({path}) => path.endsWith('.ts'));

  test('tests have no more lines than source', () => {
    const source = filesKnownToGit('src').filter(({path}) => /\.(?:ts|css|html)$/.test(path));
    const [inTests, inSource] = [tests, source].map((list) =>
      list.reduce((lines, {text}) => lines + text.split('\n').length - 1, 0),
    );
    assert.ok((inTests ?? 0) > 0 && (inTests ?? 0) <= (inSource ?? 0), `${inTests} lines for ${inSource}`);
  });

  test('no test waits for a number of milliseconds', () => {
    const waiting = tests
      .filter(({path}) => /\.(?:test|deep)\.ts$/.test(path))
      .filter(({text}) => FIXED_WAITS.some((wait) => wait.test(text)));
    assert.equal(
      waiting.map(({path}) => path),
      [],
    );
  });
});
