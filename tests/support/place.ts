/*
 * The place of a test that runs commands: a folder to work in, a home, and a folder for temporary files, in which
 * nothing may be left. All are new for each test, and removed afterwards.
 */
import {chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {
  AS_USER,
  ASSIGN1,
  FIVEDICE,
  type Finished,
  type Input,
  PATIENCE,
  run,
  userEnvironment,
} from './command.js';
import type {Report} from './marks.js';
import {suiteWith} from './suite.js';
import {inTemporaryFolder} from './temporary-folder.js';

export type Files = Readonly<Record<string, string>>;

export interface Place {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Writes files; one that begins with `#!` is a program. */
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => void;
  readonly read: (file: string) => string;
  readonly run: (command: string, args: readonly string[], input?: Input) => Promise<Finished>;
  readonly fivedice: (...args: string[]) => Promise<Finished>;
  /** Runs a line of bash, in which `$FIVEDICE` and `$ASSIGN1` are the commands. */
  readonly shell: (line: string) => Promise<Finished>;
  /** Runs `fivedice mark`, or `report`, and reads its JSON report. */
  readonly marks: (...args: string[]) => Promise<Report>;
  /** Starts a command. One that still runs after the test is killed. */
  readonly open: (command: string, args: readonly string[]) => OpenCommand;
}

interface OpenCommand {
  readonly ends: (signal: NodeJS.Signals) => Promise<Finished>;
}

interface Surroundings {
  readonly encoding?: 'latin1' | 'utf8';
  readonly env?: (folder: string) => NodeJS.ProcessEnv;
}

/** Suites whose tests have a place of their own. */
export const suiteInPlace = suiteWith<Place>((use) => withPlace(use));

/** Gives `use` a place of its own. Fails if it leaves a temporary file. */
export function withPlace<T>(
  use: (place: Place) => T | Promise<T>,
  {encoding = 'latin1', env: more = () => ({})}: Surroundings = {},
): Promise<T> {
  return inTemporaryFolder(async (root) => {
    const folder = join(root, 'place');
    const temporary = join(root, 'temporary');
    mkdirSync(folder);
    mkdirSync(temporary);
    // Root runs programs as another user, and some of them write here.
    chmodSync(folder, 0o777);
    const {XDG_DATA_HOME: _, ...user} = userEnvironment();
    const env = {...user, HOME: root, TMPDIR: temporary, FIVEDICE, ASSIGN1, ...more(folder)};
    const opened: OpenCommand[] = [];
    try {
      return await use({
        ...placeIn(folder, env, encoding),
        open: (command, args) => {
          const child = execa(command, args, {
            ...AS_USER,
            cwd: folder,
            env,
            reject: false,
            timeout: PATIENCE,
          });
          const ends = async (signal: NodeJS.Signals): Promise<Finished> => {
            child.kill(signal);
            const {stdout, stderr, exitCode} = await child;
            return {stdout, stderr, exitCode};
          };
          opened.push({ends});
          return {ends};
        },
      });
    } finally {
      for (const {ends} of opened) await ends('SIGKILL');
      assert.equal(readdirSync(temporary), [], 'temporary files are left');
    }
  });
}

function placeIn(folder: string, env: NodeJS.ProcessEnv, encoding: 'latin1' | 'utf8'): Omit<Place, 'open'> {
  const decoded = (latin1: string): string => Buffer.from(latin1, 'latin1').toString(encoding);
  const runHere: Place['run'] = async (command, args, input = {input: ''}) => {
    const {stdout, stderr, exitCode} = await run(command, args, input, {cwd: folder, env});
    return {stdout: decoded(stdout), stderr: decoded(stderr), exitCode};
  };
  return {
    folder,
    env,
    write: (files) => writeFiles(folder, files, encoding),
    read: (file) => readFileSync(join(folder, file), encoding),
    run: runHere,
    fivedice: (...args) => runHere(FIVEDICE, args),
    shell: (line) => runHere('bash', ['-c', line]),
    marks: async (subcommand = '', ...args) =>
      JSON.parse((await runHere(FIVEDICE, [subcommand, '--report', 'json', ...args])).stdout),
  };
}

/** Writes files into a folder; one that begins with `#!` is a program. A path that ends with `/` is an empty folder. */
export function writeFiles(
  folder: string,
  files: Parameters<Place['write']>[0],
  encoding: 'latin1' | 'utf8' = 'utf8',
): void {
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, file);
    mkdirSync(file.endsWith('/') ? path : dirname(path), {recursive: true});
    if (file.endsWith('/')) continue;
    writeFileSync(path, content, encoding);
    if (String(content).startsWith('#!')) chmodSync(path, 0o755);
    // An empty file is a log: programs append to it, which root runs as another user.
    if (content === '') chmodSync(path, 0o666);
  }
}

export function filesIn(folder: string): Files {
  const files = readdirSync(folder, {recursive: true, withFileTypes: true, encoding: 'utf8'});
  return Object.fromEntries(
    files
      .filter((file) => file.isFile())
      .map(({parentPath, name}) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]),
  );
}
