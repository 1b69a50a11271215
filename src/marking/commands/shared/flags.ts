/* Flags of several commands. They load nothing large: the help is shown at once. */
import {LIMIT_NAMES, LIMITS} from '../../../running/limits.js';
import {TOLERANCE_NAMES} from '../../comparing/tolerances.js';

/** Formats of `--report`, which `reports/formats.ts` writes. */
// biome-ignore format: a table
export const REPORT_NAMES = ['human', 'junit', 'json', 'gradescope', 'github', 'mrk', 'csv', 'classroom50', 'html'] as const;

// biome-ignore format: a table
export const FILE_FLAG = {name: 'file', takes: 'NAME,…', help: "the program's file, at any depth: names, or patterns such as '*.py'; the first that exists counts"} as const;

// biome-ignore format: a table
export const RUN_FLAGS = [
  ...LIMIT_NAMES.map((name) => ({name, takes: LIMITS[name].unit, help: `limit on ${LIMITS[name].help} (${LIMITS[name].default})`})),
  {name: 'sandbox', help: 'fail unless the sandbox works: no network, a read-only system, your files hidden (used wherever it works)'},
  {name: 'no-sandbox', help: 'let programs do whatever you can'},
  {name: 'show', takes: 'PATH', many: true, help: 'show this in the sandbox, read-only'},
  {name: 'compile', takes: 'CMD', help: "make {program} with this shell command, in a copy of the submission: 'cc -o {program} {sources}', or 'make -s && cp reverse {program}'. One that calls a known compiler applies only to its language"},
  FILE_FLAG,
] as const;

// biome-ignore format: a table
export const TOLERATE_FLAG = {name: 'tolerate', takes: 'NAME', many: true, help: `ignore this difference: ${TOLERANCE_NAMES.join(', ')}`} as const;

// biome-ignore format: a table
export const REPORT_FLAGS = [
  {name: 'report', takes: '[student:]FORMAT[:PATH]', many: true, help: `${REPORT_NAMES.join(' ')}; without PATH, it is printed in place of the human report. A PATH that contains {submission}, {id} or {folder} makes one file for each. student: shows only verdict and points of hidden cases`},
  {name: 'verbose', help: 'explain every case, not just one example of each mistake'},
  {name: 'quiet', help: 'print nothing but errors, and a --report without PATH'},
] as const;
