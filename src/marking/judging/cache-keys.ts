/*
 * Digests: short texts that are the same if, and only if, what they stand for is the same. One stands for everything
 * that a verdict depends on: the program, the case, the limits, the sandbox, our own version.
 */
import {LIMIT_NAMES} from '../../running/limits.js';
import {inOrder, type Tolerance} from '../comparing/tolerances.js';
import type {Submission} from '../submissions/submissions.js';
import type {Checker, CourseProgram} from '../suites/checker.js';
import {extraGoldens, type FixtureCase, limitsOf} from '../suites/fixture-case.js';
import type {JudgingPolicy} from './judgement.js';
import {
  cacheKeyOf,
  contentOf,
  digestOf,
  digestOfBytes,
  type Plain,
  stampOfPath,
  stampsOf,
} from './program-digests.js';
import type {CacheKey} from './whole-run.js';

/** What verdicts depend on besides a case and a program. */
export interface Circumstances extends JudgingPolicy {
  /** The version of fivedice. */
  readonly version: string;
  /** What the sandbox shows besides its own; null: no sandbox. */
  readonly shown: readonly string[] | null;
  /** Those of the course that check outputs, by their paths. */
  readonly programs: ReadonlyMap<string, Submission>;
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
        one.group,
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
): (submission: Submission) => (one: FixtureCase) => CacheKey {
  const {version, shown, limits, tolerances, status, programs} = circumstances;
  const cases = new WeakMap<FixtureCase, string>();
  const seen = shown === null ? null : stampsOf(shown);
  const isSandboxed = shown !== null;
  const basisOfChecker = once(({file}) => cacheKeyOf(programs.get(file), isSandboxed));
  const ofCase = (one: FixtureCase): string => {
    const all = limitsOf(one, limits);
    const digest =
      cases.get(one) ??
      digestOf([
        [
          digestOfBytes(one.input),
          digestOfBytes(one.expected),
          one.arguments,
          one.status ?? status ?? 0,
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
    const program = cacheKeyOf(submission, isSandboxed);
    return (one) => {
      const checker = one.checker?.kind === 'program' ? basisOfChecker(one.checker) : null;
      const isKnown = program.digest !== null && checker?.digest !== null;
      return {
        digest: isKnown ? digestOf([program.digest, ofCase(one)]) : null,
        isClosed: program.isClosed && checker?.isClosed !== false,
        isSame: () => program.isSame() && checker?.isSame() !== false,
      };
    };
  };
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

function filesAndVariables(one: FixtureCase): Plain {
  const {environment, files, isMerged} = one;
  return [
    [isMerged, ...Object.entries(environment).sort()],
    files.map(({name, isExecutable, content}) => [name, isExecutable, digestOfContent(content)]),
    extraGoldens(one).map(({name, content}) => [name, digestOfBytes(content)]),
  ];
}

/** Cases share the files that they are given. */
function digestOfContent(content: Buffer): string {
  const known = CONTENTS.get(content) ?? digestOfBytes(content);
  CONTENTS.set(content, known);
  return known;
}

const CONTENTS = new WeakMap<Buffer, string>();

function toleranceNames(tolerances: readonly Tolerance[]): string[] {
  return inOrder(tolerances).map(({name}) => name);
}
