/*
 * `npm test`: builds, then runs the type check, the formatter's check and every test file, each as a process, the
 * longest first, in one lane more than there are cores. Closes with the line `N passed, N failed, N skipped`, and
 * fails if any failed or none ran. What needs a tool that is missing is skipped, and one more line installs the tools;
 * where `CI` is set the run fails instead, before the build.
 *
 * `npm test -- NAME …` runs only the checks whose name contains one of the names. `FIVEDICE_NODE` names the Node that
 * the commands run on, if not that of the tests.
 */
import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {dirname, join} from 'node:path';
import {
  BUILD,
  type Check,
  type CheckResult,
  FORMAT,
  longestFirst,
  runCheck,
  TYPES,
} from './support/checks.js';
import {ROOT} from './support/readme.js';
import {
  complaintsOf,
  findMissing,
  MISSING,
  type Missing,
  openToolbox,
  packagesOf,
  TOOLBOX,
} from './support/tools.js';

/** How many seconds each check took the last time that it passed. */
const SECONDS = join(ROOT, 'node_modules/.cache/fivedice/seconds.json');

// Interrupted, it still removes the toolbox.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const names = process.argv.slice(2);
const everything = [TYPES, FORMAT, ...testFiles()];
const unknown = names.filter((part) => !everything.some(({name}) => name.includes(part)));
const missing: Missing = unknown.length > 0 ? new Map() : await findMissing();
const {CI = ''} = process.env;
const refused = CI === '' ? 0 : missing.size;

const results: CheckResult[] = [];
if (unknown.length === 0 && refused === 0) {
  const {FIVEDICE_NODE} = process.env;
  process.env[TOOLBOX] = openToolbox(FIVEDICE_NODE);
  process.env[MISSING] = [...missing.keys()].join(' ');
  // The build comes first and alone: the other checks run what it writes.
  const built = report(await runCheck(BUILD));
  if (built.failed === 0) await runInLanes();
}

const sum = (key: 'passed' | 'failed' | 'skipped'): number =>
  results.reduce((total, result) => total + result[key], 0);
const [passed, failed, skipped] = [sum('passed'), refused + sum('failed'), sum('skipped')];
const wanting = refused + skipped > 0;
for (const part of unknown) console.log(`no check is named ${part}`);
if (wanting) console.log(complaintsOf(missing));
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
if (wanting) console.log(`apt-get install ${packagesOf(missing)}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function runInLanes(): Promise<void> {
  const before = secondsBefore();
  const waiting = longestFirst(
    everything.filter(({name}) => names.length === 0 || names.some((part) => name.includes(part))),
    before,
  );
  const lanes = Array.from({length: availableParallelism() + 1}, async () => {
    for (let check = waiting.shift(); check; check = waiting.shift())
      report(await runCheck(check, [...missing.keys()]));
  });
  await Promise.all(lanes);
  const now = results.filter(({complaint}) => complaint === null).map(({name, seconds}) => [name, seconds]);
  mkdirSync(dirname(SECONDS), {recursive: true});
  writeFileSync(SECONDS, JSON.stringify({...before, ...Object.fromEntries(now)}));
}

function testFiles(): Check[] {
  return readdirSync(import.meta.dirname, {recursive: true, encoding: 'utf8'})
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => ({
      name: path,
      command: ['node', '--import', 'tsx', `tests/${path}`],
      count: 'totals',
      bytes: statSync(join(import.meta.dirname, path)).size,
    }));
}

/** Nothing where there was no run yet; the order is all that depends on it. */
function secondsBefore(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(readFileSync(SECONDS, 'utf8'));
  } catch {
    return {};
  }
}

function report(result: CheckResult): CheckResult {
  const {name, passed, skipped, seconds, complaint} = result;
  if (complaint !== null) console.log(`\n✘ ${name}: ${complaint}\n`);
  else {
    const and = skipped > 0 ? `, ${skipped} skipped` : '';
    console.log(`• ${name}: ${passed} passed${and} (${seconds.toFixed(1)} s)`);
  }
  results.push(result);
  return result;
}
