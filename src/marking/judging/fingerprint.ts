/* Digests that decide whether results are used again: of a suite, of a submission, and of the tools of this machine. */
import {createHash} from 'node:crypto';
import {existsSync, readdirSync, statSync} from 'node:fs';
import {homedir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import type {Word} from '../../running/job.js';
import {ifAllowed} from '../../system/file-errors.js';
import {realPathOf} from '../../system/paths.js';
import {readRegularFile} from '../../system/regular-file.js';
import {compilerIn} from '../submissions/languages.js';
import {launchOf} from '../submissions/launch-plan.js';
import {type Submission, wordsIn} from '../submissions/submissions.js';
import {projectAt} from '../submissions/taking.js';
import {toolNamed} from '../submissions/tools.js';
import type {FixtureCase} from '../suites/fixture-case.js';

/** Max bytes of a file; results of submissions with a larger one are not used again. */
const LARGEST_FILE = 64 * 1024 ** 2;

/** Digests all facts of cases but their paths. */
export function digestOfSuite(cases: readonly FixtureCase[]): string {
  const checkers = cases.flatMap(({checker}) => (checker?.kind === 'program' ? checker : []));
  const programs = [...new Map(checkers.map((one) => [one.file, one])).values()];
  return digestOf([
    // As lists: a variable may be named like one of `PLACES`.
    cases.map((one) => ({...one, environment: Object.entries(one.environment)})),
    programs.map(({file, folder}) => contentOf(folder === null ? {file} : {file, folder})),
  ]);
}

/** Keys of cases whose values are paths. The name of a case begins with its folder. */
const PLACES: readonly string[] = ['inputFile', 'expectedFile', 'path', 'file', 'folder'];

/**
 * Digests the files of a submission and its commands; null if it cannot run, or a file is unreadable or too large.
 *
 * @param shown digest of what the sandbox shows besides the system; null: unknown
 */
export function digestOfSubmission(submission: Submission, shown: string | null): string | null {
  const {plan} = submission;
  // A command that runs in place may use other files.
  if (plan.kind === 'none' || plan.source === null || shown === null) return null;
  try {
    const how = plan.kind === 'compile' ? [plan.compiler, scriptsIn(plan.compiler)] : null;
    return digestOf([plan.kind, how, wordsIn(submission).map(contentOf), shown]);
  } catch {
    return null;
  }
}

/** Digests the scripts that a shell command names by absolute paths. */
function scriptsIn(command: string): unknown[] {
  const paths = command.split(/[\s'"=:;&|()<>]+/).filter((word) => word.startsWith('/') && existsSync(word));
  const files = paths.filter((path) => statSync(path).isFile());
  return files.map((file) => (statSync(file).size > LARGEST_SCRIPT ? stamped(file) : contentOf({file})));
}

/** Larger files, such as compilers, count by size and time. */
const LARGEST_SCRIPT = 1024 ** 2;

/** Digests names, sizes and times, since folders may be large; null if one cannot be listed. */
export function digestOfShown(paths: readonly string[]): string | null {
  const below = (path: string): string[] => {
    const names = statSync(path).isDirectory() ? readdirSync(path, {recursive: true, encoding: 'utf8'}) : [];
    return names.sort().map((name) => join(path, name));
  };
  return ifAllowed(() => digestOf(paths.flatMap((path) => [path, ...below(path)]).map(stamped)));
}

const PACKAGE_LISTS = ['/var/lib/dpkg/status', '/usr/lib/sysimage/rpm/rpmdb.sqlite', '/lib/apk/db/installed'];

/** Folders of modules and libraries below a prefix such as `/usr/local`. */
// biome-ignore format: a table
const MODULES = ['include', 'lib', 'lib/*/site-packages', 'lib/*/dist-packages', 'lib/node_modules', 'lib/ruby/gems/*/gems'];

/** Returns a function that digests a submission's tools, their modules, and the system's packages. */
export function toolDigests(): (submission: Submission) => string {
  const known = new Map<string, string>();
  return (submission) => {
    const tools = toolsOf(submission);
    const key = tools.join('\n');
    const digest = known.get(key) ?? digestOf([...PACKAGE_LISTS, ...tools, ...modulesOf(tools)].map(stamped));
    known.set(key, digest);
    return digest;
  };
}

function toolsOf({plan}: Submission): string[] {
  if (plan.kind === 'none') return [];
  const compiler = plan.kind === 'compile' ? compilerIn(plan.compiler) : null;
  const run = plan.run.map((word) => (word === '{program}' ? (plan.source ?? word) : word));
  const names = [compiler, launchOf(run).command[0]];
  return names.flatMap((name) => (typeof name === 'string' ? realPathOf(toolNamed(name)?.path ?? name) : []));
}

function modulesOf(tools: readonly string[]): string[] {
  const prefixes = ['/usr/local', join(homedir(), '.local'), ...tools.map((tool) => dirname(dirname(tool)))];
  return [...new Set(prefixes)].flatMap((prefix) => MODULES.flatMap((path) => expanded(prefix, path)));
}

function expanded(prefix: string, pattern: string): string[] {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return [join(prefix, pattern)];
  const names = ifAllowed(() => readdirSync(join(prefix, before))) ?? [];
  return names.sort().map((name) => join(prefix, before, name, after));
}

function stamped(path: string): unknown {
  const stats = ifAllowed(() => statSync(path));
  return [path, stats?.size, stats?.mtimeMs];
}

/** Digests a word; a file by its name, which a program may read, and by its bytes or those of its folder. */
function contentOf(word: Word): unknown {
  if (typeof word === 'string') return word;
  const {file, folder} = word;
  if (folder === undefined) return [basename(file), digestOfBytes(readRegularFile(file, LARGEST_FILE))];
  return [file.slice(folder.length), filesIn(folder)];
}

function filesIn(folder: string): unknown[] {
  return projectAt(folder).files.map((name) => {
    const path = join(folder, name);
    return [name, statSync(path).mode & 0o111, digestOfBytes(readRegularFile(path, LARGEST_FILE))];
  });
}

function digestOf(value: unknown): string {
  const text = JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, plain) {
    // JSON has turned buffers in `plain` into objects.
    const own = this[key];
    if (own instanceof Uint8Array) return digestOfBytes(own);
    if (typeof plain === 'bigint') return String(plain);
    return PLACES.includes(key) ? undefined : plain;
  });
  return digestOfBytes(text);
}

function digestOfBytes(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('base64url');
}
