/*
 * The checkers of a folder of cases, as its `suite.json` names them. Programs among them lie beside the cases, or in a
 * folder of their own there.
 */
import {readdirSync, realpathSync, statSync} from 'node:fs';
import {basename, join} from 'node:path';
import {messageOf} from '../../command-line/user-error.js';
import {NOT_THERE} from '../../system/file-errors.js';
import {isBelow} from '../../system/paths.js';
import {checkRegular} from '../../system/regular-file.js';
import type {Checker, CourseProgram, WrittenChecker} from './checker.js';
import {comparesBytes, type FixtureCase} from './fixture-case.js';
import type {Suite} from './suite-json.js';

const TOLERANCES =
  'suite.json: tolerances: only the checker "bytes" takes them, and the others say what they accept';

/** Each checker that is written is looked at once; what is wrong with it is added to the problems. */
export class FolderCheckers {
  /** The files beside the cases that are programs, and the folders in which programs are. */
  private readonly named: readonly string[];
  private readonly path: string;
  private readonly suite: Suite;
  private readonly problems: string[];
  private readonly known = new Map<WrittenChecker, Checker | null>();

  constructor(path: string, suite: Suite, problems: string[]) {
    [this.path, this.suite, this.problems] = [path, suite, problems];
    const written = [suite, ...Object.values(suite.cases ?? {})].map(({checker}) => checker);
    this.named = written.flatMap((one) => (one?.kind === 'program' ? (one.program.split('/')[0] ?? []) : []));
  }

  /** Whether a file or a folder beside the cases is a checker's own. A folder with cases is not: nobody may miss them. */
  owns(name: string, isOfCase: (file: string) => boolean): boolean {
    if (!this.named.includes(name)) return false;
    const path = join(this.path, name);
    if (statSync(path, {throwIfNoEntry: false})?.isDirectory() !== true) return true;
    return !readdirSync(path, {recursive: true, encoding: 'utf8'}).some((file) => isOfCase(basename(file)));
  }

  of(stem: string): Checker | null {
    const keysOfCase = this.suite.cases?.[stem] ?? {};
    const own = keysOfCase.checker;
    const written = own ?? this.suite.checker ?? {kind: 'bytes'};
    const place = own === undefined ? '' : `cases.${stem}.`;
    const known = this.known.get(written) ?? this.found(written, place);
    this.known.set(written, known);
    return known;
  }

  /** Reports tolerances that the checker of a case ignores. */
  complain(one: Pick<FixtureCase, 'checker' | 'tolerances' | 'expectedFiles' | 'expectedErrors'>): void {
    const isIgnored = one.tolerances.length > 0 && !comparesBytes(one);
    if (isIgnored && !this.problems.includes(TOLERANCES)) this.problems.push(TOLERANCES);
  }

  private found(written: WrittenChecker, place: string): Checker | null {
    if (written.kind === 'bytes' || this.known.has(written)) return null;
    if (written.kind !== 'program') return written;
    try {
      return courseProgram(this.path, written);
    } catch (error) {
      this.problems.push(`suite.json: ${place}checker.program: ${messageOf(error)}`);
      return null;
    }
  }
}

type Written = Extract<WrittenChecker, {kind: 'program'}>;

/**
 * @param folder that of the suite
 * @throws Error that says what is wrong with the program
 */
function courseProgram(folder: string, {program, arguments: words, limits}: Written): CourseProgram {
  const file = join(folder, program);
  const stats = statSync(file, {throwIfNoEntry: false});
  if (stats === undefined) throw new Error(`${program}: ${NOT_THERE}`);
  try {
    checkRegular(stats);
  } catch (error) {
    throw new Error(`${program}: it is ${messageOf(error)}`);
  }
  if (!isBelow(realpathSync(file), realpathSync(folder)))
    throw new Error(`${program}: it is a link that leads out of the folder`);
  const [first = '', ...below] = program.split('/');
  return {
    kind: 'program',
    name: program,
    file,
    folder: below.length === 0 ? null : join(folder, first),
    arguments: words,
    limits,
  };
}
