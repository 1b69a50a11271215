/*
 * Starts a program and reports how it ended. The quick way is through the lane's shell. The exact way is from
 * Node itself; it is used in the sandbox, for compilers, and to repeat the rare run whose end a shell cannot
 * tell. It uses `node:child_process`, because `execa` adds 0.9 ms to each start.
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
  /** A folder to work in, which is kept; null: the lane's own. */
  readonly scratch: string | null;
  /** Goes into the program's environment, so that all its processes can be recognised. */
  readonly token: string;
  /** Marks the shell's own report; the program does not know it. */
  readonly secret: string;
  readonly sandbox: Sandbox | null;
}

export interface Started {
  /** The first process of the process group; null if nothing was started. */
  readonly leader: number | null;
  /** Whether the leader is part of the program. */
  readonly isMember: boolean;
  /** null: it cannot be determined. */
  readonly ended: Promise<End | null>;
}

/** Signals for which a shell prints no message, so that they look like exit status 128 + n. */
const SILENT_SIGNALS: readonly string[] = ['SIGINT', 'SIGPIPE'];

/** Real-time signals have no names of their own; the C library counts them from these. */
const [SIGRTMIN, SIGRTMAX] = [34, 64];

/** Starts a program through the lane's shell, whose last line reports how the program ended. */
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
  // If the shell dies, the program killed it, and nobody sees how the program itself ends.
  const leader = lane.tell(line, () =>
    resolve({signalled: 'SIGKILL, which it sent to the shell that started it'}),
  );
  return {leader, isMember: false, ended};
}

/** Starts a program from Node, in the sandbox if there is one. */
export function startExactly({lane, capture, command, scratch, token, sandbox}: Start): Started {
  const {stdin, stdout, stderr, words} = lane.descriptors();
  const folder = scratch ?? lane.scratch;
  // Error output goes to descriptor 3. The shell keeps 2 for itself, so that its messages are kept apart.
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

/** A program's environment: what it needs to find its tools, and nothing else of the marker's own. */
export function environment(scratch: string): NodeJS.ProcessEnv {
  const {PATH: path = '/usr/local/bin:/usr/bin:/bin'} = process.env;
  return {PATH: path, HOME: scratch, TMPDIR: scratch, LANG: 'C.UTF-8'};
}

/** In the sandbox we have only the shell's word for it. */
export function endInSandbox(status: number, words: string): End {
  const end = endFromShell(status, words);
  return end ?? {signalled: `${signalNumbered(status - 128)}, or exit status ${status}`};
}

/**
 * 128 + n can be an exit status or a signal; a shell prints a message only for a signal.
 *
 * @returns null if it cannot be determined, because some signals have no message
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
