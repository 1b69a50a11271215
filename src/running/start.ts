/*
 * Starting a program, and seeing how it ends. The quick way is through the lane's shell. The exact one is from Node
 * itself; it is taken in the sandbox, for compilers, and once more for the rare end of which a shell cannot be sure.
 * `node:child_process` does it: `execa` costs 0.9 ms more each.
 */
import {spawn} from 'node:child_process';
import {closeSync} from 'node:fs';
import {constants} from 'node:os';
import type {Capture} from './capture.js';
import type {Lane} from './lane.js';
import type {End} from './observation.js';
import {TOKEN_NAME} from './processes.js';
import {SANDBOX_SCRATCH, type Sandbox, ulimits, type Word} from './sandbox.js';
import {quote} from './shell.js';

export interface Start {
  readonly lane: Lane;
  readonly capture: Capture;
  readonly command: readonly Word[];
  /** A folder to work in that is kept; null: the lane's own. */
  readonly scratch: string | null;
  /** For the environment of the program, by which all its processes are known. */
  readonly token: string;
  /** Stands before what the shell itself says; the program does not know it. */
  readonly secret: string;
  readonly sandbox: Sandbox | null;
}

export interface Started {
  /** The first process of its process group; null if nothing was started. */
  readonly leader: number | null;
  /** Whether that one belongs to the program. */
  readonly isMember: boolean;
  /** null: it cannot be known. */
  readonly ended: Promise<End | null>;
}

/** Signals for which a shell has no words, so that it cannot be told from the exit status 128 + n. */
const SILENT_SIGNALS: readonly string[] = ['SIGINT', 'SIGPIPE'];

/** Real-time signals have no names of their own but these, of the C library. */
const [SIGRTMIN, SIGRTMAX] = [34, 64];

/** Through the lane's shell, which says with its last line how the program ended. */
export function startQuickly({lane, capture, command, token, secret}: Start): Started {
  let resolve: (end: End | null) => void = () => {};
  const ended = new Promise<End | null>((settle) => {
    resolve = settle;
  });
  capture.onWords(() => {
    const [words = '', status] = capture.text('words').split(`${secret} `);
    if (status?.endsWith('\n') === true) resolve(endFromShell(Number(status), words));
  });
  const files = `<${quote(lane.inputFile)} >/proc/self/fd/3 2>/proc/self/fd/4 3>&- 4>&-`;
  const words = command.map((word) => quote(pathOf(word))).join(' ');
  const prepare = `${limitsOf(capture)}; cd ${quote(lane.scratch)}; export ${TOKEN_NAME}=${token}`;
  const line = `(${prepare}; exec ${words} ${files}); echo "${secret} $?" >&2`;
  // A shell that is killed was killed by the program, whose end nobody sees then.
  const leader = lane.tell(line, () =>
    resolve({signalled: 'SIGKILL, which it sent to the shell it was started from'}),
  );
  return {leader, isMember: false, ended};
}

/** From Node, in the sandbox if there is one. */
export function startExactly({lane, capture, command, scratch, token, sandbox}: Start): Started {
  const {stdin, stdout, stderr, words} = lane.descriptors();
  const folder = scratch ?? lane.scratch;
  // Descriptor 3 is where error output goes: the shell keeps 2 to itself, so that its words are told from the program's.
  const [file = '', ...args] =
    sandbox === null
      ? ['/bin/sh', '-c', `${limitsOf(capture)}; exec "$@" 2>&3 3>&-`, lane.name, ...command.map(pathOf)]
      : sandbox.command(command, capture.limits, scratch);
  const child = spawn(file, args, {
    cwd: folder,
    detached: true,
    env: {...environment(sandbox === null ? folder : SANDBOX_SCRATCH), [TOKEN_NAME]: token},
    stdio: [stdin, stdout, words, stderr],
  });
  for (const fd of [stdin, stdout, stderr, words]) closeSync(fd);
  const ended = new Promise<End>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal === null ? {exited: code ?? 0} : {signalled: signal}));
  });
  return {leader: child.pid ?? null, isMember: true, ended};
}

/** A program's environment: what it needs to find its tools, and nothing of the marker's own. */
export function environment(scratch: string): NodeJS.ProcessEnv {
  const {PATH: path = '/usr/local/bin:/usr/bin:/bin'} = process.env;
  return {PATH: path, HOME: scratch, TMPDIR: scratch, LANG: 'C.UTF-8'};
}

/** In the sandbox the shell is all there is to ask. */
export function endInSandbox(status: number, words: string): End {
  const end = endFromShell(status, words);
  return end ?? {signalled: `${signalNumbered(status - 128)}, or exit status ${status}`};
}

/**
 * Of 128 + n, which can be an exit status or a signal, a shell has words for a signal only.
 *
 * @returns null if it cannot be known: there are signals without words
 */
function endFromShell(status: number, words: string): End | null {
  const signal = signalNumbered(status - 128);
  if (signal === null) return {exited: status};
  if (words.trim() !== '') return {signalled: signal};
  return SILENT_SIGNALS.includes(signal) ? null : {exited: status};
}

function signalNumbered(number: number): string | null {
  if (number >= SIGRTMIN && number <= SIGRTMAX) return `SIGRTMIN+${number - SIGRTMIN}`;
  return Object.entries(constants.signals).find((entry) => entry[1] === number)?.[0] ?? null;
}

function limitsOf({limits}: Capture): string {
  return ulimits(String(Math.ceil(limits.cpu)));
}

function pathOf(word: Word): string {
  return typeof word === 'string' ? word : word.file;
}
