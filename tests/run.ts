/*
 * `npm test` builds, checks types and formatting, and then runs every `*.test.ts`, in two lanes more than there are cores.
 * Slow files are processes of their own. The others of a folder share one, and so do those of a room that wait for nothing.
 * The last line counts: `N passed, N failed, N skipped`. The run fails if a test failed or none ran. A test whose tool is
 * missing is skipped, and one more line says how to install the missing tools; with `CI` set, a missing tool fails the run.
 *
 * `npm run test:deep` also runs every `*.deep.ts`, and all tests as deep as they can (`support/effort.ts`).
 * `npm test -- NAME …` runs only the files whose path contains one of the names. `FIVEDICE_NODE` names another Node for
 * the commands under test.
 */
import {readdirSync, readFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {delimiter, dirname, join} from 'node:path';
import {
  BUILD,
  bundle,
  type Check,
  type CheckResult,
  checkOf,
  FORMAT,
  runCheck,
  TYPES,
} from './support/checks.js';
import {isThorough} from './support/effort.js';
import {findMissing, MISSING, packagesOf} from './support/tools.js';

/** Parts of the names of slow test files, the slowest first. They start in this order, before all others. */
const SLOW =
  'looks solver, mutants slurm hand-ins limits fuzz.test judging/ class.test evaluate naive project/readme computers web/ screen.test systems wins submitted goldens mark.test results.test init record running/ tools uploads playing'.split(
    ' ',
  );

/** Found in a test file that may wait for a process, a server or a browser. */
const WAITS = /\bawait\b|\basync\b|child_process/;
/** Found in a test file that takes long in a deep run. */
const DEEPER = "/effort.js'";
/** Found in a test file that needs a browser. */
const AT_BROWSER = "/browser.js'";
/** Found in a test file that fails if it holds no test; the totals of several files would hide that. */
const FAILS_WHEN_EMPTY = /\bsuite(?:In\w+|At\w+)?[.(]/;

const {CI = '', FIVEDICE_NODE, PATH = ''} = process.env;
const names = process.argv.slice(2);
const files = readdirSync(import.meta.dirname, {recursive: true, encoding: 'utf8'}).filter((path) =>
  (isThorough ? /\.(?:test|deep)\.ts$/ : /\.test\.ts$/).test(path),
);
const isChosen = (name: string): boolean => names.length === 0 || names.some((part) => name.includes(part));
const chosen = {files: files.filter(isChosen), others: [TYPES, FORMAT].filter(({name}) => isChosen(name))};
const unknown = names.filter(
  (part) => ![...chosen.files, ...chosen.others.map(({name}) => name)].some((name) => name.includes(part)),
);

if (FIVEDICE_NODE !== undefined)
  Object.assign(process.env, {PATH: `${dirname(FIVEDICE_NODE)}${delimiter}${PATH}`});
const results: CheckResult[] = [];
const others = chosen.others.map(runAndReport);
// The test files run what the build writes.
const [missing, built] = await Promise.all([findMissing(), runAndReport(BUILD), bundle(chosen.files)]);
const browser = await browserForAll();
process.env[MISSING] = [...missing.keys()].join(' ');
const refused = CI === '' ? 0 : missing.size;

if (unknown.length + refused + built.failed === 0) await runInLanes(testChecks());
await browser?.close();
await Promise.all(others);

const passed = sum('passed');
const failed = refused + unknown.length + sum('failed');
const skipped = sum('skipped');
for (const part of unknown) console.log(`no check is named ${part}`);
if (refused + skipped > 0)
  for (const [name, why] of missing) console.log(`${name} does not work here: ${why}`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
if (refused + skipped > 0) console.log(`apt-get install ${packagesOf(missing)}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function sum(key: 'passed' | 'failed' | 'skipped'): number {
  return results.reduce((total, result) => total + result[key], 0);
}

function textOf(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8');
}

/** Launches the browser if a file needs it; one that does not start counts as missing. */
async function browserForAll(): Promise<{readonly close: () => Promise<void>} | null> {
  if (missing.has('chromium') || !chosen.files.some((file) => textOf(file).includes(AT_BROWSER))) return null;
  const {BROWSER, launchForAll} = await import('./support/browser.js');
  try {
    const server = await launchForAll();
    process.env[BROWSER] = server.wsEndpoint();
    return server;
  } catch (error) {
    const [why = ''] = String(error).split('\n');
    missing.set('chromium', why);
    return null;
  }
}

function testChecks(): Check[] {
  const groups = new Map<string, string[]>();
  const alone = chosen.files.filter((file) => {
    const text = textOf(file);
    const waits = WAITS.test(text);
    if (!FAILS_WHEN_EMPTY.test(text) || text.includes(AT_BROWSER)) return true;
    if (waits ? isThorough || placeOf(file) < SLOW.length : isThorough && text.includes(DEEPER)) return true;
    const name = waits ? dirname(file) : `${file.split('/', 1)}, without waiting`;
    groups.set(name, [...(groups.get(name) ?? []), file]);
    return false;
  });
  return [
    ...[...groups].map(([name, own]) =>
      checkOf(own.length === 1 ? own.join() : `${name}, ${own.length} files`, own),
    ),
    ...alone.map((file) => checkOf(file, [file])),
  ];
}

/** Returns the place of a test file among the slow ones, or their number. */
function placeOf(name: string): number {
  const place = SLOW.findIndex((part) => name.includes(part));
  return place === -1 ? SLOW.length : place;
}

async function runInLanes(checks: readonly Check[]): Promise<void> {
  const waiting = checks.toSorted((one, other) => placeOf(one.name) - placeOf(other.name));
  const lane = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) await runAndReport(check);
  };
  await Promise.all(Array.from({length: availableParallelism() + 2}, lane));
}

async function runAndReport(check: Check): Promise<CheckResult> {
  const result = await runCheck(check);
  const {name, passed, skipped, seconds, complaint} = result;
  const and = skipped > 0 ? `, ${skipped} skipped` : '';
  const line = `• ${name}: ${passed} passed${and} (${seconds.toFixed(1)} s)`;
  console.log(complaint === null ? line : `\n✘ ${name}: ${complaint}\n`);
  results.push(result);
  return result;
}
