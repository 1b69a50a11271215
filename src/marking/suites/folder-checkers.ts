/*
 * Checkers of a folder of cases, as its `suite.json` sets them. Checker programs lie beside the cases, or in a folder of
 * their own there.
 */
import {readdirSync, realpathSync, statSync} from 'node:fs';
import {basename, join} from 'node:path';
import {messageOf} from '../../command-line/user-error.js';
import {NOT_THERE} from '../../system/file-errors.js';
import {isBelow} from '../../system/paths.js';
import {checkRegular} from '../../system/regular-file.js';
import type {Checker, CheckerSetting, CourseProgram} from './checker.js';
import {comparesBytes, type FixtureCase} from './fixture-case.js';
import type {Suite} from './suite-json.js';

const TOLERANCES =
  'suite.json: tolerances: only the checker "bytes" takes them, and the others say what they accept';

/** Looks at each setting once, and adds what is wrong with it to the problems. */
export class FolderCheckers {
  /** Files and folders beside the cases that belong to checker programs. */
  private readonly named: readonly string[];
  private readonly path: string;
  private readonly suite: Suite;
  private readonly problems: string[];
  private readonly known = new Map<CheckerSetting, Checker | null>();

  constructor(path: string, suite: Suite, problems: string[]) {
    [this.path, this.suite, this.problems] = [path, suite, problems];
    const settings = [suite, ...Object.values(suite.cases ?? {})].map(({checker}) => checker);
    this.named = settings.flatMap((one) =>
      one?.kind === 'program' ? (one.program.split('/')[0] ?? []) : [],
    );
  }

  /** Whether a file or folder beside the cases belongs to a checker. A folder with cases does not: they must not be missed. */
  owns(name: string, isOfCase: (file: string) => boolean): boolean {
    if (!this.named.includes(name)) return false;
    const path = join(this.path, name);
    if (statSync(path, {throwIfNoEntry: false})?.isDirectory() !== true) return true;
    return !readdirSync(path, {recursive: true, encoding: 'utf8'}).some((file) => isOfCase(basename(file)));
  }

  /** Returns the checker of a case; null: its bytes are compared. */
  of(stem: string): Checker | null {
    const keysOfCase = this.suite.cases?.[stem] ?? {};
    const own = keysOfCase.checker;
    const setting = own ?? this.suite.checker ?? {kind: 'bytes'};
    const place = own === undefined ? '' : `cases.${stem}.`;
    const known = this.known.get(setting) ?? this.found(setting, place);
    this.known.set(setting, known);
    return known;
  }

  /** Reports tolerances that the checker of a case ignores. */
  complain(one: Pick<FixtureCase, 'checker' | 'tolerances' | 'expectedFiles' | 'expectedErrors'>): void {
    const isIgnored = one.tolerances.length > 0 && !comparesBytes(one);
    if (isIgnored && !this.problems.includes(TOLERANCES)) this.problems.push(TOLERANCES);
  }

  private found(setting: CheckerSetting, place: string): Checker | null {
    if (setting.kind === 'bytes' || this.known.has(setting)) return null;
    if (setting.kind !== 'program') return setting;
    try {
      return courseProgram(this.path, setting);
    } catch (error) {
      this.problems.push(`suite.json: ${place}checker.program: ${messageOf(error)}`);
      return null;
    }
  }
}

/** @throws Error that says what is wrong with the program */
function courseProgram(
  folder: string,
  {program, arguments: words, limits}: Extract<CheckerSetting, {kind: 'program'}>,
): CourseProgram {
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
