/*
 * `npm test`: builds, checks types and formatting, and runs every test file, the longest first, in two lanes more than
 * there are cores. Each that starts something is a process; the others of a room share one. `npm run test:deep` runs
 * what is rare or exhaustive: the files `*.deep.ts`, and those that do more there (`support/effort.ts`). Both close with
 * the line `N passed, N failed, N skipped`, and fail if any failed or none ran. What needs a tool that is missing is
 * skipped, and one more line installs the tools; where `CI` is set, a missing tool fails the run instead.
 *
 * `npm test -- NAME …` runs only the files whose path contains one of the names. `FIVEDICE_NODE` is the Node that the
 * commands run on, if not that of the tests.
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

/** How many seconds each check took the last time that it passed: the longest runs first. */
const SECONDS = join(ROOT, 'node_modules/.cache/fivedice/seconds.json');

/** What a test imports that starts something: a process, a thread, a server or a window. */
const STARTS =
  /'(?:execa|node:(?:child_process|worker_threads|net|http)|.*\/support\/(?:browser|command|compiled|door|in-clone|locks|observed|picture|place|play|processes|program|report-page|screen|served|slurm|strict-tool|terminal)\.js)'/;

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
  // The build comes first and alone: the other checks run what it writes.
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

/** Whether a test file has more to do in the deep run. */
function hasDepth(path: string): boolean {
  if (path.endsWith('.deep.ts')) return true;
  return (
    path.endsWith('.test.ts') && readFileSync(join(import.meta.dirname, path), 'utf8').includes("/effort.js'")
  );
}

/** The chosen files, each as a process; those of a room that start nothing share one. */
function testChecks(): Check[] {
  const shared = new Map<string, string[]>();
  const check = (name: string, path: string): Check => ({
    name,
    command: [process.execPath, '--enable-source-maps', path],
    count: 'totals',
  });
  const alone = files.filter(isChosen).filter((file) => {
    if (isDeep || STARTS.test(readFileSync(join(ROOT, file), 'utf8'))) return true;
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

/** Nothing where there was no run yet; only the order depends on it. */
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
