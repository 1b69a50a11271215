/*
 * `npm test` builds, checks types and formatting, and runs every test file, the slowest first, in two lanes more than
 * there are cores. A file that awaits anything is a process of its own; the other files of a room share one.
 * `npm run test:deep` runs the files `*.deep.ts`, and those that do more there (`support/effort.ts`). Both close with
 * the line `N passed, N failed, N skipped`, and fail if a test failed or none ran. A test whose tool is missing is
 * skipped, and one more line installs the missing tools; with `CI` set, a missing tool fails the run.
 *
 * `npm test -- NAME …` runs only the files whose path contains one of the names. `FIVEDICE_NODE` names another Node for
 * the commands under test.
 */
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {delimiter, dirname, join} from 'node:path';
import {BROWSER, launchForAll} from './support/browser.js';
import {bundle, bundleOf, bundleOfAll} from './support/bundle.js';
import {BUILD, type Check, type CheckResult, FORMAT, runCheck, TYPES} from './support/checks.js';
import {DEEP} from './support/effort.js';
import {ROOT} from './support/readme.js';
import {complaintsOf, findMissing, MISSING, packagesOf} from './support/tools.js';

/** Seconds that each check took when it last passed. */
const SECONDS = join(ROOT, 'node_modules/.cache/fivedice/seconds.json');

/** Found in a test file that may wait for a process, a server or a browser. */
const WAITS = /\bawait\b|\basync\b|child_process/;
/** Found in a test file whose suites run themselves, and are never missing from the totals of several files. */
const RUNS_ITSELF = "/support/suite.js'";

const {CI = '', FIVEDICE_NODE, PATH = ''} = process.env;
const args = process.argv.slice(2);
const isDeep = args.includes('--deep');
const names = args.filter((arg) => arg !== '--deep');

const files = readdirSync(import.meta.dirname, {recursive: true, encoding: 'utf8'})
  .filter((path) => (isDeep ? hasDepth(path) : path.endsWith('.test.ts')))
  .map((path) => join('tests', path));
const others = isDeep ? [] : [TYPES, FORMAT];
const isChosen = (name: string): boolean => names.length === 0 || names.some((part) => name.includes(part));
const unknown = names.filter(
  (part) => ![...files, ...others.map(({name}) => name)].some((name) => name.includes(part)),
);

if (FIVEDICE_NODE !== undefined)
  Object.assign(process.env, {PATH: `${dirname(FIVEDICE_NODE)}${delimiter}${PATH}`});
const missing = await findMissing();
process.env[MISSING] = [...missing.keys()].join(' ');
if (isDeep) process.env[DEEP] = '1';
const refused = CI === '' ? 0 : missing.size;

const results: CheckResult[] = [];
if (unknown.length === 0 && refused === 0) {
  // First and alone: the other checks run what it writes.
  const built = report(await runCheck(BUILD));
  if (built.failed === 0) {
    await bundle(files);
    const browser = missing.has('chromium') ? null : await launchForAll();
    if (browser !== null) process.env[BROWSER] = browser.address;
    await runInLanes([...others.filter(({name}) => isChosen(name)), ...testChecks()], secondsBefore());
    await browser?.close();
  }
}

const sum = (key: 'passed' | 'failed' | 'skipped'): number =>
  results.reduce((total, result) => total + result[key], 0);
const [passed, failed, skipped] = [sum('passed'), refused + unknown.length + sum('failed'), sum('skipped')];
for (const part of unknown) console.log(`no check is named ${part}`);
if (refused + skipped > 0) console.log(complaintsOf(missing));
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
if (refused + skipped > 0) console.log(`apt-get install ${packagesOf(missing)}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** Returns true for a test file that does more in the deep run. */
function hasDepth(path: string): boolean {
  if (!path.endsWith('.test.ts')) return path.endsWith('.deep.ts');
  return readFileSync(join(import.meta.dirname, path), 'utf8').includes("/effort.js'");
}

function testChecks(): Check[] {
  const shared = new Map<string, string[]>();
  const check = (name: string, path: string): Check => ({
    name,
    command: [process.execPath, '--enable-source-maps', path],
    count: 'totals',
  });
  const alone = files.filter(isChosen).filter((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    if (isDeep || WAITS.test(text) || !text.includes(RUNS_ITSELF)) return true;
    const [, room = ''] = file.split('/');
    shared.set(room, [...(shared.get(room) ?? []), file]);
    return false;
  });
  return [
    ...alone.map((file) => check(file.slice('tests/'.length), bundleOf(file))),
    ...[...shared].map(([room, own]) => check(`${room}, ${own.length} files`, bundleOfAll(room, own))),
  ];
}

async function runInLanes(chosen: readonly Check[], before: Readonly<Record<string, number>>): Promise<void> {
  // A check that never passed may be the slowest.
  const secondsOf = ({name}: Check): number => before[name] ?? Number.MAX_VALUE;
  const waiting = chosen.toSorted((one, other) => secondsOf(other) - secondsOf(one));
  const lane = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
      report(await runCheck(check));
  };
  await Promise.all(Array.from({length: availableParallelism() + 2}, lane));
  const now = results.filter(({complaint}) => complaint === null).map(({name, seconds}) => [name, seconds]);
  mkdirSync(dirname(SECONDS), {recursive: true});
  writeFileSync(SECONDS, JSON.stringify({...before, ...Object.fromEntries(now)}));
}

/** Returns an empty record before the first run. Only the order of checks depends on it. */
function secondsBefore(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(readFileSync(SECONDS, 'utf8'));
  } catch {
    return {};
  }
}

function report(result: CheckResult): CheckResult {
  const {name, passed, skipped, seconds, complaint} = result;
  const and = skipped > 0 ? `, ${skipped} skipped` : '';
  const line = `• ${name}: ${passed} passed${and} (${seconds.toFixed(1)} s)`;
  console.log(complaint === null ? line : `\n✘ ${name}: ${complaint}\n`);
  results.push(result);
  return result;
}
