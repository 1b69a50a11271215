/*
 * `npm test`: builds, then runs the type check, the formatter's check and every test file, each as a process, as
 * many at once as there are cores. Closes with the line `N passed, N failed`, and fails if any failed or none ran.
 *
 * `npm test -- NAME …` runs only the checks whose name contains one of the names.
 */
import {readdirSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {type Check, type CheckResult, runCheck} from './support/checks.js';

const BUILD: Check = {name: 'build', command: ['npm', 'run', 'build'], count: 'status'};

const names = process.argv.slice(2);
const checks = [
  {name: 'types', command: ['tsc'], count: 'status'} as const,
  {name: 'format', command: ['biome', 'ci', '--error-on-warnings'], count: 'status'} as const,
  ...testFiles(),
].filter(({name}) => names.length === 0 || names.some((part) => name.includes(part)));

// The build comes first and alone: the other checks run what it writes.
const results = checks.length === 0 ? [] : [report(await runCheck(BUILD))];
if (results.every(({failed}) => failed === 0)) {
  const waiting = [...checks];
  const lanes = Array.from({length: availableParallelism()}, async () => {
    for (let check = waiting.shift(); check; check = waiting.shift())
      results.push(report(await runCheck(check)));
  });
  await Promise.all(lanes);
}

const sum = (key: 'passed' | 'failed'): number => results.reduce((total, result) => total + result[key], 0);
const [passed, failed] = [sum('passed'), sum('failed')];
if (checks.length === 0) console.log(`no check is named ${names.join(' or ')}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function testFiles(): Check[] {
  return readdirSync(import.meta.dirname, {recursive: true, encoding: 'utf8'})
    .filter((path) => path.endsWith('.test.ts'))
    .sort()
    .map((path) => ({name: path, command: ['node', '--import', 'tsx', `tests/${path}`], count: 'totals'}));
}

function report(result: CheckResult): CheckResult {
  const {name, passed, seconds, complaint} = result;
  if (complaint !== null) console.log(`\n✘ ${name}: ${complaint}\n`);
  else console.log(`• ${name}: ${passed} passed (${seconds.toFixed(1)} s)`);
  return result;
}
