/* A place where the command `fivedice` is run: a folder with programs and fixtures, made for one test. */
import {chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import type {CaseMarks, Marks} from '../../src/marking/marks/marks.js';
import {latin1} from './bytes.js';
import {AS_USER, FIVEDICE, type Finished, userEnvironment} from './command.js';
import {inTemporaryFolder} from './temporary-folder.js';

/** Files by their paths, each as Latin-1 text. */
export type Files = Readonly<Record<string, string>>;

/** Three cases in the folder `cases`, which `cat` passes. */
export const ECHO: Files = {
  'cases/a.in': 'one\n',
  'cases/a.out': 'one\n',
  'cases/b.in': 'two\n',
  'cases/b.out': 'two\n',
  'cases/c.in': 'three\n',
  'cases/c.out': 'three\n',
};

export interface Place {
  readonly folder: string;
  /** The environment of what runs here: temporary files have a folder of their own. */
  readonly env: NodeJS.ProcessEnv & {readonly TMPDIR: string};
  /** Writes files; one that begins with `#!` is a program. */
  readonly write: (files: Files) => void;
  readonly read: (file: string) => string;
  readonly fivedice: (...args: string[]) => Promise<Finished>;
  /** Runs a line of bash, in which `$FIVEDICE` is the command. */
  readonly shell: (line: string) => Promise<Finished>;
  /** Runs `fivedice mark`, or `merge`, and reads its JSON report. */
  readonly marks: (...args: string[]) => Promise<Marks>;
}

/** A test in a place of its own. Whatever it does, no temporary file may be left afterwards. */
export function inPlace(use: (place: Place) => Promise<void>): () => Promise<void> {
  return () =>
    inTemporaryFolder(async (root) => {
      const [folder, temporary] = [join(root, 'place'), join(root, 'temporary')];
      mkdirSync(folder);
      mkdirSync(temporary);
      const env = {...userEnvironment(), TMPDIR: temporary, HOME: root, FIVEDICE};
      const run = async (command: string, args: readonly string[]): Promise<Finished> => {
        const options = {...AS_USER, cwd: folder, env, encoding: 'buffer', reject: false} as const;
        const {stdout, stderr, exitCode} = await execa(command, args, {
          ...options,
          stdin: 'ignore',
          timeout: 30_000,
        });
        return {stdout: latin1(stdout), stderr: latin1(stderr), exitCode};
      };
      const place: Place = {
        folder,
        env,
        write: (files) => writeFiles(folder, files),
        read: (file) => readFileSync(join(folder, file), 'latin1'),
        fivedice: (...args) => run(FIVEDICE, args),
        shell: (line) => run('bash', ['-c', line]),
        marks: async (...args) => JSON.parse((await run(FIVEDICE, jsonArguments(args))).stdout),
      };
      await use(place);
      assert.equal(readdirSync(temporary), [], 'temporary files are left');
    });
}

/** The arguments that make a subcommand print its JSON report. */
export function jsonArguments([subcommand = '', ...args]: readonly string[]): string[] {
  return [subcommand, '--report', 'json', ...args];
}

/** A JSON report without what no two runs share. */
export function timeless(report: string): string {
  return report.replace(/"seconds": [\d.e-]+/g, '"seconds": 0');
}

/** All cases of all submissions, as `target case`, each with what `fact` says of it. */
export function factsOf<T>({submissions}: Marks, fact: (one: CaseMarks) => T): Record<string, T> {
  return Object.fromEntries(
    submissions.flatMap(({target, cases}) =>
      cases.map((one) => [`${submissions.length > 1 ? `${target} ` : ''}${one.case}`, fact(one)]),
    ),
  );
}

/** What is in a folder, file by file. */
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

/** Waits until so many processes with a text in their command lines are running. */
export async function untilRunning(text: string, count: number): Promise<void> {
  const until = performance.now() + 20_000;
  while (processesWith(text).length < count) {
    assert.ok(performance.now() < until, `there are never ${count} processes with ${text}`);
    await sleep(10);
  }
}

/** The command lines of the running processes that hold a text. */
export function processesWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(commandLine)
    .filter((line) => line.includes(text));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    // It ended in the meantime.
    return '';
  }
}

function writeFiles(folder: string, files: Files): void {
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, file);
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(path, content, 'latin1');
    if (content.startsWith('#!')) chmodSync(path, 0o755);
  }
}
