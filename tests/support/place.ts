/*
 * The place of a test that runs commands: a folder to work in, a home, and a folder for temporary files, in which
 * nothing may be left. All of it is new for each test, and gone afterwards.
 */
import {chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import * as assert from 'uvu/assert';
import {ASSIGN1, FIVEDICE, type Finished, type Input, run, userEnvironment} from './command.js';
import type {Report} from './marks.js';
import {type OpenProgram, openProgram} from './program.js';
import {inTemporaryFolder} from './temporary-folder.js';
import {onTerminal, type Person, type Seen} from './terminal.js';

/** Files by their paths. */
export type Files = Readonly<Record<string, string>>;

/** How a place has text for bytes: as a file holds them, or as people write. */
type Encoding = 'latin1' | 'utf8';

export interface Place {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Writes files; one that begins with `#!` is a program. */
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => void;
  readonly read: (file: string) => string;
  /** Runs a command to its end. */
  readonly run: (command: string, args: readonly string[], input?: Input) => Promise<Finished>;
  readonly fivedice: (...args: string[]) => Promise<Finished>;
  /** Runs a line of bash, in which `$FIVEDICE` and `$ASSIGN1` are the commands. */
  readonly shell: (line: string) => Promise<Finished>;
  /** Runs `fivedice mark`, or `report`, and reads its JSON report. */
  readonly marks: (...args: string[]) => Promise<Report>;
  /** Starts a command and keeps it open. */
  readonly open: (command: string, args: readonly string[]) => OpenProgram;
  /** Runs a line of shell on a terminal while a person sits at it. */
  readonly terminal: (line: string, person: Person) => Promise<Seen>;
  /** Kills every command that is still open: a test that fails may leave some. */
  readonly end: () => Promise<void>;
}

interface Surroundings {
  /** `latin1` if nothing is said. */
  readonly encoding?: Encoding;
  /** What the environment has besides that of a user. */
  readonly env?: (folder: string) => NodeJS.ProcessEnv;
}

/** A test in a place of its own. */
export function inPlace(
  use: (place: Place) => Promise<void>,
  surroundings: Surroundings = {},
): () => Promise<void> {
  return () => withPlace(use, surroundings);
}

/** Gives `use` a place of its own. Whatever it does, no temporary file may be left afterwards. */
export function withPlace<T>(
  use: (place: Place) => Promise<T>,
  {encoding = 'latin1', env = () => ({})}: Surroundings = {},
): Promise<T> {
  return inTemporaryFolder(async (root) => {
    const [folder, temporary] = [join(root, 'place'), join(root, 'temporary')];
    mkdirSync(folder);
    mkdirSync(temporary);
    // Root runs programs as another user, and some of them write here.
    chmodSync(folder, 0o777);
    const {XDG_DATA_HOME: _, XDG_STATE_HOME: __, ...user} = userEnvironment();
    const own = {HOME: root, TMPDIR: temporary, FIVEDICE, ASSIGN1};
    const place = placeIn(folder, {...user, ...own, ...env(folder)}, encoding);
    try {
      return await use(place);
    } finally {
      await place.end();
      assert.equal(readdirSync(temporary), [], 'temporary files are left');
    }
  });
}

/** A folder that is there already as a place. */
function placeIn(folder: string, env: NodeJS.ProcessEnv, encoding: Encoding): Place {
  const where = {cwd: folder, env};
  const opened: OpenProgram[] = [];
  const runHere = async (
    command: string,
    args: readonly string[],
    input: Input = {input: ''},
  ): Promise<Finished> => {
    const {stdout, stderr, exitCode} = await run(command, args, input, where);
    return {stdout: decoded(stdout, encoding), stderr: decoded(stderr, encoding), exitCode};
  };
  return {
    folder,
    env,
    write: (files) => {
      for (const [file, content] of Object.entries(files)) {
        const path = join(folder, file);
        mkdirSync(dirname(path), {recursive: true});
        writeFileSync(path, content, encoding);
        if (String(content).startsWith('#!')) chmodSync(path, 0o755);
        // An empty file is a log: programs append to it, which root runs as another user.
        if (content === '') chmodSync(path, 0o666);
      }
    },
    read: (file) => readFileSync(join(folder, file), encoding),
    run: runHere,
    fivedice: (...args) => runHere(FIVEDICE, args),
    shell: (line) => runHere('bash', ['-c', line]),
    marks: async (subcommand = '', ...args) =>
      JSON.parse((await runHere(FIVEDICE, [subcommand, '--report', 'json', ...args])).stdout),
    open: (command, args) => {
      const program = openProgram(command, args, where, encoding);
      opened.push(program);
      return program;
    },
    terminal: (line, person) => onTerminal(line, person, where),
    end: async () => {
      for (const program of opened) await program.ends('SIGKILL');
    },
  };
}

function decoded(latin1: string, encoding: Encoding): string {
  return encoding === 'latin1' ? latin1 : Buffer.from(latin1, 'latin1').toString(encoding);
}

/** What is in a folder, file by file, as Latin-1 text. */
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
