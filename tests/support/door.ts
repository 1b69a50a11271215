/*
 * The commands, called in this process: starting one takes longer. Only some tests of each command start the built one.
 */
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import type {Finished} from './command.js';
import {type Place, withPlace} from './place.js';
import {ROOT} from './readme.js';
import {suiteWith} from './suite.js';

const SUITE = join(ROOT, 'fixtures/valuation/marking');

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  mark: async (args) =>
    (await import('../../src/marking/commands/mark.js')).main(args, {
      folder: SUITE,
      name: 'comp1917',
      title: 'the 80-case suite of "Simplified Yahtzee"',
      mild: {name: 'comp1917-2016', tolerance: 'only A-Za-z0-9'},
      program: 'assign1',
      file: 'assign1.c',
      version: 'of the tests',
    }),
  unpack: async (args) => (await import('../../src/marking/commands/unpack.js')).main(args),
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
  fuzz: async (args) => (await import('../../src/fuzzing/fuzz.js')).main(args, {folder: SUITE}),
};

/** Suites whose tests have a place of their own, whose `fivedice` runs in this process. */
export const suiteInProcess = suiteWith<Place>((use) =>
  withPlace((place) => {
    const fivedice = (name = '', ...args: readonly string[]): Promise<Finished> =>
      opened(place, () => COMMANDS[name]?.(args) ?? Promise.reject(new Error(`no command ${name}`)));
    const marks: Place['marks'] = async (name = '', ...args) =>
      JSON.parse((await fivedice(name, '--report', 'json', ...args)).stdout);
    return use({...place, fivedice, marks});
  }),
);

// Each command has listeners of its own, and here many commands share the process.
process.setMaxListeners(0);

let before: Promise<unknown> = Promise.resolve();

/** Calls a command as if it ran in a place; one at a time, because commands share the process. */
export function opened(place: Place, command: () => Promise<number>): Promise<Finished> {
  const finished = before.then(() => openedAlone(place, command));
  before = finished.catch(() => {});
  return finished;
}

async function openedAlone(
  {folder, env: {HOME: home, TMPDIR: temporary}}: Place,
  command: () => Promise<number>,
): Promise<Finished> {
  const {HOME, TMPDIR} = process.env;
  const cwd = process.cwd();
  process.chdir(folder);
  setEnvironment({HOME: home, TMPDIR: temporary});
  try {
    return await captured(command);
  } finally {
    setEnvironment({HOME, TMPDIR});
    process.chdir(cwd);
  }
}

export async function captured(command: () => Promise<number>): Promise<Finished> {
  const stdout = capture(process.stdout);
  const stderr = capture(process.stderr);
  try {
    const exitCode = await command();
    return {stdout: stdout.text(), stderr: stderr.text(), exitCode};
  } finally {
    stdout.end();
    stderr.end();
  }
}

export function usageOf(
  command: string,
  refused: readonly (readonly [line: string, message: string])[],
): void {
  suiteInProcess(`${command} refuses`, (test) => {
    for (const [line, message] of refused) {
      test(line, async ({fivedice}) => {
        const stderr = `fivedice: ${command}: ${message}\nfivedice ${command} --help lists the flags\n`;
        const refusal = {stdout: '', stderr: Buffer.from(stderr).toString('latin1'), exitCode: 2};
        assert.equal(await fivedice(command, ...line.split(' ')), refusal);
      });
    }
  });
}

function setEnvironment(variables: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/** Captures the output of a stream, which is no terminal until the end. */
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
