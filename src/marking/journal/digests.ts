/*
 * Digests: short texts that are the same if, and only if, what they stand for is the same. One stands for everything
 * that a verdict depends on: the program, the case, the limits, the sandbox, our own version.
 */
import {createHash, randomUUID} from 'node:crypto';
import {existsSync, readdirSync, readlinkSync, realpathSync, statSync} from 'node:fs';
import {basename, join} from 'node:path';
import {LIMIT_NAMES} from '../../running/limits.js';
import {foundInPath} from '../../running/path.js';
import type {Word} from '../../running/sandbox.js';
import {inOrder, type Tolerance} from '../comparing/tolerances.js';
import {readRegularFile, startOfRegularFile} from '../files/regular-file.js';
import type {Demands} from '../judging/judgement.js';
import type {Basis} from '../judging/whole-run.js';
import {FIRST_LINE, interpreterIn} from '../submissions/interpreters.js';
import {type Submission, wordsIn} from '../submissions/submissions.js';
import type {Checker, CourseProgram} from '../suites/checker.js';
import {type FixtureCase, limitsOf} from '../suites/fixture-case.js';

/** What verdicts depend on besides a case and a program. */
export interface Circumstances extends Demands {
  /** Of fivedice. */
  readonly version: string;
  /** What the sandbox shows besides its own; null: no sandbox. */
  readonly shown: readonly string[] | null;
  /** Those of the course that check outputs, by their paths. */
  readonly programs: ReadonlyMap<string, Submission>;
}

/** In bytes. The verdicts on larger programs are not used again. */
const LARGEST_PROGRAM = 64 * 1024 ** 2;

/** Nor are those that may depend on a folder with more files. */
const MOST_FILES = 20_000;

/** Lists, whose order is certain, rather than objects. */
export type Plain = string | number | boolean | null | readonly Plain[];

export function digestOf(value: Plain): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

/** Stands for all cases: for what verdicts depend on, and for their names and points. */
export function digestOfFixtures(cases: readonly FixtureCase[]): string {
  const filesOf = once((program) => [ownFiles(program)]);
  return digestOf(
    cases.map((one) => [
      [
        one.name,
        one.folder,
        one.suite,
        one.title,
        one.about,
        one.section,
        one.visibility,
        one.skipAfterFailure,
      ],
      [String(one.points.units), one.points.decimals],
      [digestOfBytes(one.input), digestOfBytes(one.expected), one.status, one.arguments, one.prompt],
      filesAndVariables(one),
      [toleranceNames(one.tolerances), LIMIT_NAMES.map((name) => one.limits[name] ?? null)],
      ...checkerOf(one, filesOf),
    ]),
  );
}

/** Gives for a submission, and then for a case, what its verdict depends on. */
export function verdictBases(
  circumstances: Circumstances,
): (submission: Submission) => (one: FixtureCase) => Basis {
  const {version, shown, limits, tolerances, status, programs} = circumstances;
  const cases = new WeakMap<FixtureCase, string>();
  const seen = shown === null ? null : stampsOf(shown);
  const basisOfChecker = once(({file}) => basisOf(programs.get(file)));
  const ofCase = (one: FixtureCase): string => {
    const all = limitsOf(one, limits);
    const digest =
      cases.get(one) ??
      digestOf([
        [
          digestOfBytes(one.input),
          digestOfBytes(one.expected),
          one.arguments,
          one.status ?? status,
          one.prompt,
        ],
        filesAndVariables(one),
        [toleranceNames([...one.tolerances, ...tolerances]), LIMIT_NAMES.map((name) => all[name])],
        [version, seen],
        ...checkerOf(one, (checker) => basisOfChecker(checker).digest),
      ]);
    cases.set(one, digest);
    return digest;
  };
  return (submission) => {
    const program = basisOf(submission);
    return (one) => {
      const checker = one.checker?.kind === 'program' ? basisOfChecker(one.checker) : null;
      const isKnown = program.digest !== null && checker?.digest !== null;
      return {
        digest: isKnown ? digestOf([program.digest, ofCase(one)]) : null,
        isSame: () => program.isSame() && (checker === null || (checker.isSame() && isAsRead(one))),
      };
    };
  };
}

function basisOf(submission: Submission | undefined): Basis {
  if (submission === undefined) return {digest: null, isSame: () => false};
  // First: what changes while it is read is not the same any more.
  const stamp = stampOf(submission);
  return {digest: digestOfProgram(submission), isSame: () => stampOf(submission) === stamp};
}

/** Whether the files that a course's program reads hold what the case says. */
function isAsRead({inputFile, input, expectedFile, expected}: FixtureCase): boolean {
  try {
    return readRegularFile(inputFile).equals(input) && readRegularFile(expectedFile).equals(expected);
  } catch {
    return false;
  }
}

/** A checker with all that its answer depends on; a course's program gives points of those that the case has. */
function checkerOf({checker, points}: FixtureCase, facts: (program: CourseProgram) => Plain): Plain[] {
  if (checker === null) return [];
  const settings = settingsOf(checker, facts);
  return checker.kind === 'program' ? [settings, String(points.units), points.decimals] : [settings];
}

function settingsOf(checker: Checker, facts: (program: CourseProgram) => Plain): Plain {
  switch (checker.kind) {
    case 'tokens':
      return [checker.kind, checker.case];
    case 'numbers':
      return [checker.kind, checker.case, checker.absolute, checker.relative];
    case 'any-order':
    case 'regex':
      return [checker.kind];
    case 'program':
      return [
        [checker.kind, checker.name, checker.arguments, facts(checker)],
        LIMIT_NAMES.map((name) => checker.limits[name] ?? null),
      ];
  }
}

/**
 * The files of a checker, which belong to the fixtures. What it is run by does not: the parts of a class are marked on
 * several machines. Of what is too large to read it, when it was written.
 */
function ownFiles({file, folder}: CourseProgram): Plain {
  try {
    return contentOf(folder === null ? {file} : {file, folder});
  } catch {
    return stampOfPath(folder ?? file);
  }
}

/** Asks once for each program. */
function once<T extends object>(ask: (program: CourseProgram) => T): (program: CourseProgram) => T {
  const known = new Map<string, T>();
  return (program) => {
    const answer = known.get(program.file) ?? ask(program);
    known.set(program.file, answer);
    return answer;
  };
}

function filesAndVariables({environment, files, expectedFiles}: FixtureCase): Plain {
  return [
    Object.entries(environment).sort(),
    files.map(({name, isExecutable, content}) => [name, isExecutable, digestOfContent(content)]),
    expectedFiles.map(({name, content}) => [name, digestOfBytes(content)]),
  ];
}

/** Cases share the files that they are given. */
function digestOfContent(content: Buffer): string {
  const known = CONTENTS.get(content) ?? digestOfBytes(content);
  CONTENTS.set(content, known);
  return known;
}

const CONTENTS = new WeakMap<Buffer, string>();

/**
 * Stands for the files of a submission without reading them; null if it cannot. If it changes while the submission
 * is marked, nobody knows what its verdicts are about.
 */
function stampOf(submission: Submission): string | null {
  try {
    return digestOf(
      wordsIn(submission).map((word) =>
        typeof word === 'string' ? word : stampOfPath(word.folder ?? word.file),
      ),
    );
  } catch {
    return null;
  }
}

function digestOfProgram({way, args}: Submission): string | null {
  try {
    switch (way.kind) {
      case 'none':
        return null;
      case 'command':
        return digestOf([way.words.map(commandWord), interpreterWords(way.words), args.map(contentOf)]);
      case 'compile': {
        const compiler = way.compiler.trim().split(/\s+/).map(commandWord);
        return digestOf([compiler, contentOf(ownFilesOnly(way.source)), args.map(contentOf)]);
      }
    }
  } catch {
    // What cannot be read may be anything.
    return null;
  }
}

/**
 * A source file that is marked without its folder, and names none beside it.
 *
 * @throws Error if it includes another file: what that holds is in no digest
 */
function ownFilesOnly(source: Word): Word {
  const isAlone = typeof source !== 'string' && source.folder === undefined;
  if (
    isAlone &&
    /^\s*#\s*include\s*"/m.test(readRegularFile(source.file, LARGEST_PROGRAM).toString('latin1'))
  ) {
    throw new Error(`${source.file} includes others`);
  }
  return source;
}

/** A word of a command. A bare name stands for the file that the `PATH` leads to, and a path for what is there. */
function commandWord(word: Word): Plain {
  if (typeof word !== 'string') return contentOf(word);
  if (word.includes('/')) return [word, stampOfPath(word)];
  const found = foundInPath(word);
  return found === null ? word : [word, stampOfPath(found)];
}

/** What the first line of a script names: without the sandbox, the system starts that. */
function interpreterWords([program]: readonly Word[]): Plain {
  if (program === undefined || typeof program === 'string') return null;
  const words = interpreterIn(startOfRegularFile(program.file, FIRST_LINE)) ?? [];
  return words.flatMap((word) => word.split(/[ \t]+/)).map(commandWord);
}

/** A file by its name and its bytes: a program may ask for its name. */
function contentOf(word: Word): Plain {
  if (typeof word === 'string') return existsSync(word) ? [word, stampOfPath(word)] : word;
  const {file, folder} = word;
  if (folder === undefined) return [basename(file), digestOfFile(file)];
  return [file.slice(folder.length), ...digestsIn(folder, '')];
}

/** What is at a path, without reading it: a file, all files of a folder, or nothing. */
function stampOfPath(path: string): Plain {
  const stats = statSync(path, {throwIfNoEntry: false});
  if (stats === undefined) return null;
  const real = realpathSync(path);
  if (!stats.isDirectory()) return [real, stats.size, stats.mtimeMs];
  const entries = readdirSync(real, {recursive: true, withFileTypes: true});
  if (entries.length > MOST_FILES) throw new Error(`${path} has no stamp`);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => {
      const one = statSync(file, {throwIfNoEntry: false});
      return [file, one?.size ?? null, one?.mtimeMs ?? null];
    });
}

/** The same of several; a stamp of its own each time if one of them has none, so that nothing is found by it. */
function stampsOf(paths: readonly string[]): Plain {
  try {
    return paths.map((path) => [path, stampOfPath(path)]);
  } catch {
    return randomUUID();
  }
}

/** Every file in a folder, by its path. Links to folders are not followed: they may lead in circles. */
function digestsIn(folder: string, below: string): Plain[] {
  return readdirSync(join(folder, below), {withFileTypes: true})
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): Plain[] => {
      // The name is not UTF-8, so nothing leads to the file.
      if (entry.name.includes('\ufffd')) throw new Error(`${entry.name} has no digest`);
      const path = join(below, entry.name);
      if (entry.isDirectory()) return digestsIn(folder, path);
      const stats = statSync(join(folder, path), {throwIfNoEntry: false});
      if (stats?.isFile() === true) return [[path, stats.mode, digestOfFile(join(folder, path))]];
      return [[path, entry.isSymbolicLink() ? readlinkSync(join(folder, path)) : null]];
    });
}

/** @throws Error if it is not a regular file, cannot be read, or is too large to read it for this */
function digestOfFile(file: string): string {
  return digestOfBytes(readRegularFile(file, LARGEST_PROGRAM));
}

function toleranceNames(tolerances: readonly Tolerance[]): string[] {
  return inOrder(tolerances).map(({name}) => name);
}

function digestOfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}
