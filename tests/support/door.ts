/*
 * The commands, called in this process. A process takes longer to start than most of what a command does, so where
 * nobody waits but a person, only some tests of each command start it. Where `CI` is set all do.
 */
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import type {Finished} from './command.js';
import {isThorough} from './effort.js';
import {inPlace, type Place} from './place.js';
import {ROOT} from './readme.js';
import {suite} from './suite.js';

type Door = (args: readonly string[]) => Promise<number>;

const DOORS: Readonly<Record<string, Door>> = {
  mark: async (args) =>
    (await import('../../src/marking/commands/mark.js')).main(args, {
      folder: join(ROOT, 'fixtures/valuation/marking'),
      name: 'comp1917',
      title: 'the 80-case suite of "Simplified Yahtzee"',
      program: 'assign1',
      version: 'of the tests',
    }),
  record: async (args) => (await import('../../src/marking/commands/record.js')).main(args),
  report: async (args) => (await import('../../src/marking/commands/report.js')).main(args),
  init: async (args) =>
    (await import('../../src/marking/commands/init.js')).main(args, {
      template: join(ROOT, 'fixtures/starting'),
    }),
  grade: async (args) => (await import('../../src/marking/commands/grade.js')).main(args),
  compare: async (args) => (await import('../../src/marking/commands/compare.js')).main(args),
  advise: async (args) => (await import('../../src/analysis/commands/advise.js')).main(args),
  review: async (args) => (await import('../../src/analysis/commands/review.js')).main(args),
  fuzz: async (args) => (await import('../../src/fuzzing/fuzz.js')).main(args),
};

/** A test in a place of its own, in which `fivedice` takes no process unless `CI` is set. */
export function inProcess(use: (place: Place) => Promise<void>): () => Promise<void> {
  if (isThorough) return inPlace(use);
  return inPlace((place) => {
    const fivedice = (name = '', ...args: readonly string[]): Promise<Finished> =>
      opened(place, () => DOORS[name]?.(args) ?? Promise.reject(new Error(`no door ${name}`)));
    const marks: Place['marks'] = async (name = '', ...args) =>
      JSON.parse((await fivedice(name, '--report', 'json', ...args)).stdout);
    return use({...place, fivedice, marks});
  });
}

let before: Promise<unknown> = Promise.resolve();

/** Calls a door as the command would in a place. One after the other: they share the process. */
export function opened(place: Place, door: () => Promise<number>): Promise<Finished> {
  const finished = before.then(() => openedAlone(place, door));
  before = finished.catch(() => {});
  return finished;
}

async function openedAlone(
  {folder, env: {HOME: home, TMPDIR: temporary}}: Place,
  door: () => Promise<number>,
): Promise<Finished> {
  const {HOME, TMPDIR} = process.env;
  const cwd = process.cwd();
  process.chdir(folder);
  setEnvironment({HOME: home, TMPDIR: temporary});
  try {
    return await captured(door);
  } finally {
    setEnvironment({HOME, TMPDIR});
    process.chdir(cwd);
  }
}

/** What a door prints, and the exit status that it gives. */
export async function captured(door: () => Promise<number>): Promise<Finished> {
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
  try {
    const exitCode = await door();
    return {stdout: stdout.text(), stderr: stderr.text(), exitCode};
  } finally {
    stdout.end();
    stderr.end();
  }
}

/** A suite of the command lines that a command refuses, each with the message. */
export function usageOf(
  command: string,
  refused: readonly (readonly [line: string, message: string])[],
): void {
  suite(`${command} refuses`, (test) => {
    for (const [line, message] of refused) {
      test(
        line,
        inProcess(async ({fivedice}) => {
          const stderr = `fivedice: ${command}: ${message}\nfivedice ${command} --help lists the flags\n`;
          const said = {stdout: '', stderr: Buffer.from(stderr).toString('latin1'), exitCode: 2};
          assert.equal(await fivedice(command, ...line.split(' ')), said);
        }),
      );
    }
  });
}

function setEnvironment(variables: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/** Takes what is written to a stream, which is no terminal meanwhile. */
function capture(stream: NodeJS.WriteStream): {readonly text: () => string; readonly end: () => void} {
  const {write, isTTY} = stream;
  let text = '';
  stream.write = (chunk: string | Uint8Array): boolean => {
    text += Buffer.from(chunk).toString('latin1');
    return true;
  };
  stream.isTTY = false;
  return {text: () => text, end: () => Object.assign(stream, {write, isTTY})};
}
