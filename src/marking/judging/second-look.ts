/*
 * A second look at crashes. A program in C or C++ that a signal ended is compiled once more with gcc's sanitizers, and runs
 * again on its crashed cases. Verdict and points are those of the first run; the second gives the cause, and the output
 * until the crash.
 */
import {isDeepStrictEqual} from 'node:util';
import type {Observation} from '../../running/job.js';
import {DEFAULT_LIMITS} from '../../running/limits.js';
import type {Runner} from '../../running/runner.js';
import type {Cause, Judgement, Place} from '../results/marks.js';
import {prepare} from '../submissions/compiling.js';
import {isBuild, languageCompiledBy} from '../submissions/languages.js';
import type {Launch} from '../submissions/launch-plan.js';
import type {Submission} from '../submissions/submissions.js';
import {type FixtureCase, jobOf, limitsOf} from '../suites/fixture-case.js';
import {type CrashReport, HOOKS, isOfMistake, placesIn, reportIn, WRAPPED} from './crash-reports.js';
import {type Judging, judge} from './judgement.js';
import {unanswered} from './repetition.js';

/** Words in the command of a compiler that `SANITIZED` replaces. */
const OUTPUT = '-o {program}';

/** Harmless mistakes are not checked: a hash may overflow in a program that crashes elsewhere. */
const SANITIZED = `${OUTPUT} -g -O0 -w -fno-omit-frame-pointer -fsanitize=address,undefined \
-fno-sanitize=signed-integer-overflow,shift,alignment,bool,enum,pointer-overflow \
${WRAPPED.map((name) => `-Wl,--wrap=${name}`).join(' ')} -x c - -x none <<'END'`;

const OPTIONS = {
  ASAN_OPTIONS: `symbolize=0:detect_leaks=0:detect_stack_use_after_return=1:handle_abort=1:handle_sigtrap=1:\
allocator_may_return_null=1:alloc_dealloc_mismatch=0:quarantine_size_mb=16`,
  UBSAN_OPTIONS: 'symbolize=0:halt_on_error=1:print_stacktrace=1',
};

/** Max cases of a submission that run again. */
const MOST = 10;

export interface Judged {
  readonly submission: Submission;
  readonly program: string;
  readonly judgements: Map<string, Judgement>;
  /** Cases whose crashes were examined. */
  readonly looked: Set<string>;
}

interface Crash {
  readonly one: FixtureCase;
  readonly first: Judgement;
}

/** A crash, and the second run of it. */
interface Look extends Crash {
  readonly seen: Observation;
  /** null: it did not crash again. */
  readonly report: CrashReport | null;
}

/** Examines new crashes, and adds their causes to the judgements. */
export async function lookAgain(
  {submission, program, judgements, looked}: Judged,
  cases: readonly FixtureCase[],
  judging: Judging,
  runner: Runner,
): Promise<void> {
  const all = cases.flatMap((one): Crash[] => {
    const first = judgements.get(one.name);
    return first !== undefined && isOfMistake(first.signal) ? [{one, first}] : [];
  });
  const crashes = all.filter(({one}) => !looked.has(one.name));
  if (crashes.length === 0) return;
  const some = crashes.splice(0, Math.max(0, MOST - looked.size));
  const folder = `${program}-again`;
  const launch = some.length === 0 ? null : await launchFor(submission, folder, runner);
  const looks = launch === null ? [] : await looksAt(some, launch, submission, judging, runner);
  const places = launch === null ? new Map() : await placesOf(looks, launch, submission, runner);
  for (const look of looks) judgements.set(look.one.name, explained(look, places, judging));
  for (const {one} of some) looked.add(one.name);
  const examined = all.filter(({one}) => looked.has(one.name)).map(({one}) => judgements.get(one.name));
  const common = commonCrash(examined);
  for (const {one, first} of crashes) {
    if (common?.signal === first.signal) judgements.set(one.name, {...first, cause: common.cause});
    looked.add(one.name);
  }
  runner.removeFolder(folder);
}

/** Returns the first crash if all have its signal and place, and none is past the end of the input. */
function commonCrash(all: readonly (Judgement | undefined)[]): Judgement | null {
  const [first] = all;
  const where = first?.cause?.where ?? null;
  const isSame = (one: Judgement | undefined): boolean =>
    one?.signal === first?.signal && !one?.cause?.isPastEnd && isDeepStrictEqual(one?.cause?.where, where);
  return first !== undefined && where !== null && all.every(isSame) ? first : null;
}

/** Compiles a program in C or C++ with sanitizers; null if that is impossible. */
async function launchFor(submission: Submission, folder: string, runner: Runner): Promise<Launch | null> {
  const {plan} = submission;
  if (plan.kind !== 'compile' || isBuild(plan.compiler) || !plan.compiler.includes(OUTPUT)) return null;
  const language = languageCompiledBy(plan.compiler)?.name;
  if (language !== 'c' && language !== 'c++') return null;
  const compiler = `${plan.compiler.replace(OUTPUT, SANITIZED)}\n${HOOKS}END\n`;
  const made = await prepare({...submission, plan: {...plan, compiler, isBuild: false}}, runner, folder);
  return 'verdict' in made ? null : made;
}

/** Additional MiB of memory for a second run. */
const MORE_MEMORY = 512;

async function looksAt(
  crashes: readonly Crash[],
  {command, toolchain}: Launch,
  owner: Submission,
  judging: Judging,
  runner: Runner,
): Promise<Look[]> {
  const looks: Look[] = [];
  for (const {one, first} of crashes) {
    const {cpu, wall, memory, ...limits} = limitsOf(one, judging.limits);
    const seen = await runner.observe({
      ...jobOf(one),
      owner,
      toolchain,
      isMerged: false,
      limits: {...limits, cpu: 4 * cpu, wall: 2 * wall, memory: memory + MORE_MEMORY},
      command: [...command, ...one.arguments],
      environment: {...one.environment, ...OPTIONS},
    });
    // Other cases would probably take as long.
    if ('could' in seen || seen.exceeded !== null) break;
    looks.push({one, first, seen, report: reportIn(seen.stderr.toString('latin1'))});
  }
  return looks;
}

type Places = ReadonlyMap<string, Place | null>;

async function placesOf(
  looks: readonly Look[],
  {command, toolchain}: Launch,
  owner: Submission,
  runner: Runner,
): Promise<Places> {
  const addresses = [...new Set(looks.flatMap(({report}) => report?.addresses ?? []))];
  const program = command.find((word) => typeof word !== 'string');
  const [look] = looks;
  if (look === undefined || program === undefined || addresses.length === 0) return new Map();
  const seen = await runner.observe({
    ...jobOf(look.one),
    owner,
    toolchain,
    isMerged: false,
    limits: DEFAULT_LIMITS,
    // The runner drops folders in error output.
    command: ['/bin/sh', '-c', 'exec addr2line -C -f -e "$0" "$@" >&2', program, ...addresses],
  });
  const places = 'could' in seen ? [] : placesIn(seen.stderr.toString('latin1'));
  return new Map(addresses.map((address, index) => [address, places[index] ?? null]));
}

/** Adds the facts of a second run to the first judgement. */
function explained({one, first, seen, report}: Look, places: Places, judging: Judging): Judgement {
  const {signal, cause: before} = first;
  if (before === null || signal === null) return first;
  if (report === null) {
    const endedWell = 'exited' in seen.end && !seen.stderr.includes('Sanitizer');
    return endedWell
      ? {...first, cause: {...before, what: `it crashed once and not again: ${before.what}`}}
      : first;
  }
  const {what, addresses, input} = report;
  const isPastEnd = input === 'passed' || (input === 'ended' && unanswered(one, seen.stdout) > 0);
  const cause: Cause = {
    where: addresses.map((address) => places.get(address)).find((place) => place != null) ?? null,
    what: what ?? before.what,
    isPastEnd: before.isPastEnd || isPastEnd,
  };
  // The second run kept error output apart, but the golden has both merged.
  if (one.isMerged) return {...first, cause};
  const again = {...seen, end: {signalled: signal}};
  const {reason, difference, printed} = judge(one, again, limitsOf(one, judging.limits), judging.tolerances);
  return {...first, reason, cause, difference, printed};
}
