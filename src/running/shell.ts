/* Shell words, the folders of commands, and the user who runs programs. */
import {accessSync, constants, readdirSync, readFileSync, statSync} from 'node:fs';
import {homedir} from 'node:os';
import {delimiter, dirname, isAbsolute, sep} from 'node:path';
import {ifAllowed} from '../system/file-errors.js';
import {isBelow, realPathOf} from '../system/paths.js';
import {startOfRegularFile} from '../system/regular-file.js';

/** Quotes a word, if necessary, so that any POSIX shell reads it back unchanged. */
export function quote(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Folders of the system's programs. The marker takes its helpers only from there. */
const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin'];

export const SYSTEM_ENVIRONMENT = {PATH: SYSTEM_FOLDERS.join(delimiter)};

/** Returns null for a program that is not installed. */
export function systemTool(name: string): string | null {
  return SYSTEM_FOLDERS.map((folder) => `${folder}/${name}`).find(isProgram) ?? null;
}

/** `O_CLOEXEC` among the flags of a descriptor. */
const CLOSED_ON_EXEC = 0o2000000;

/** Descriptors that our parent left open. Node does not close all of them in children. */
const inherited = (ifAllowed(() => readdirSync('/proc/self/fd')) ?? []).filter((name) => {
  const text = ifAllowed(() => readFileSync(`/proc/self/fdinfo/${name}`, 'latin1')) ?? '';
  const [, flags] = /^flags:\s*(\d+)$/m.exec(text) ?? [];
  return flags !== undefined && (Number.parseInt(flags, 8) & CLOSED_ON_EXEC) === 0;
});

const bash = inherited.length === 0 ? null : systemTool('bash');

/**
 * A shell, and words that close inherited descriptors; only bash can name those above 9. Call it `sh`: under its own
 * name, bash reads `.bashrc` if its input is a socket, as Node's pipes are.
 */
export const CLOSING_SHELL =
  bash === null
    ? {file: '/bin/sh', closing: ''}
    : {file: bash, closing: `exec ${inherited.map((name) => `${name}>&-`).join(' ')}; `};

const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

/**
 * Returns the `PATH` of programs: the marker's without `untrusted` and other folders that a submission may have filled.
 * npm puts `node_modules/.bin` of the working folder and of the folders above it first.
 */
export function programPath(untrusted: readonly string[] = []): string {
  const {PATH: path = DEFAULT_PATH} = process.env;
  const here = process.cwd();
  const key = JSON.stringify([path, here, untrusted]);
  const known = programPaths.get(key);
  if (known !== undefined) return known;
  // In the home or above, the user's toolchains lie below the working folder.
  const unsafe = isBelow(homedir(), here) ? untrusted : [here, ...untrusted];
  const isSafe = (folder: string): boolean =>
    isAbsolute(folder) &&
    !folder.split(sep).includes('node_modules') &&
    !unsafe.some((one) => isBelow(realPathOf(folder), one)) &&
    isOpenToPrograms(folder, RUN);
  const safe = path.split(delimiter).filter(isSafe).join(delimiter) || DEFAULT_PATH;
  programPaths.set(key, safe);
  return safe;
}

/** Cache: a class needs its compiler again and again. */
const programPaths = new Map<string, string>();

/** Finds a command in the `PATH` of programs; null if it is not there. */
export function foundInPath(name: string): string | null {
  const places = programPath().split(delimiter);
  // Not `join`: the system resolves `..` through links.
  const files = places.map((folder) => `${folder}/${name}`);
  return files.find((file) => isProgram(file) && isOpenToPrograms(realPathOf(file), RUN)) ?? null;
}

/** Bytes of a file that are searched for its interpreter, or for the loader of an ELF program. */
const HEAD = 4096;

/**
 * Returns whether the system can start a command. Output does not tell: a program may print a shell's message.
 *
 * @param folders the only ones that programs can see
 */
export function canStart(word: string, folders: readonly string[]): boolean {
  const file = word.includes('/') ? word : foundInPath(word);
  const isHere = (path: string): boolean =>
    isProgram(path) && isOpenToPrograms(realPathOf(path), RUN) && folders.some((one) => isBelow(path, one));
  if (file === null || !isHere(file)) return false;
  const start = startOfRegularFile(file, HEAD);
  const head = start.toString('latin1');
  const [, interpreter] = /^#![ \t]*([^\s]+)/.exec(head) ?? [];
  if (interpreter !== undefined) return isHere(interpreter);
  if (!head.startsWith('\x7fELF')) return true;
  const [loader] = /\/[\w./-]+\/ld[\w.-]*\.so[\w.-]*/.exec(head) ?? [];
  return isOfThisMachine(start) && (loader === undefined || isHere(loader));
}

/** Bytes of an ELF file up to its machine. */
const ELF_HEAD = 20;

/** Compares class, byte order and machine with those of Node's binary. */
export function isOfThisMachine(start: Buffer): boolean {
  const node = startOfRegularFile(process.execPath, ELF_HEAD);
  const isSame = (from: number, to: number): boolean =>
    start.subarray(from, to).equals(node.subarray(from, to));
  return isSame(0, 6) && isSame(18, ELF_HEAD);
}

function isProgram(file: string): boolean {
  const isAllowed = ifAllowed(() => accessSync(file, constants.X_OK)) !== null;
  return isAllowed && statSync(file, {throwIfNoEntry: false})?.isFile() === true;
}

/** Highest number of the users under which root runs programs. No system gives them files. */
const ORDINARY_USER = 65_533;

export const PROGRAM_USER: number | null =
  process.getuid?.() === 0 && isMapped(ORDINARY_USER) ? ORDINARY_USER : null;

function isMapped(user: number): boolean {
  const map = ifAllowed(() => readFileSync('/proc/self/uid_map', 'latin1')) ?? '';
  return map.split('\n').some((row) => {
    const [first = 0, , count = 0] = row.trim().split(/\s+/).map(Number);
    return first <= user && user < first + count;
  });
}

/**
 * Returns words that run a command as the user of programs. In the sandbox, each lane has its own, since the kernel limits
 * queues, inotify and pending signals by user. Outside, programs share `/tmp`, and so a user.
 */
export function asProgramUser(words: readonly string[], lane = 0): readonly string[] {
  if (PROGRAM_USER === null) return words;
  const user = String(PROGRAM_USER - lane);
  const options = ['--reuid', user, '--regid', user, '--clear-groups', '--no-new-privs'];
  return [systemTool('setpriv') ?? 'setpriv', ...options, ...words];
}

/** Makes files that the user of programs can read, whatever the mask is. */
export function openToPrograms<T>(make: () => T): T {
  if (PROGRAM_USER === null) return make();
  const before = process.umask(0o022);
  try {
    return make();
  } finally {
    process.umask(before);
  }
}

export const [READ, RUN] = [0o004, 0o001] as const;

/** Returns whether the user of programs has these rights on a path. */
export function isOpenToPrograms(path: string, rights: number): boolean {
  if (PROGRAM_USER === null) return true;
  const folders = dirname(path);
  const mode = ifAllowed(() => statSync(path).mode);
  if (mode === null || (mode & rights) !== rights) return false;
  return path === folders || isOpenToPrograms(folders, RUN);
}
