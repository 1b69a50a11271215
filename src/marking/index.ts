/* The face of the marker: what other rooms may use of it. */
export {
  limitsFrom,
  RUN_FLAGS,
  TOLERATE_FLAG,
  targetOptionsFrom,
  tolerancesFrom,
  withRunner,
} from './commands/shared/run-flags.js';
export {refusalOf} from './judging/judgement.js';
export {checkFor, namedPrograms} from './judging/named-programs.js';
export {markCase} from './judging/one-case.js';
export {writeExample} from './reports/human.js';
export {counted} from './run/grouping.js';
export type {CaseMarks} from './run/marks.js';
export {VERDICT_WORDS, type Verdict} from './run/verdicts.js';
export {commandOf} from './submissions/compiling.js';
export type {TargetOptions} from './submissions/launch-plan.js';
export {
  type Submission,
  submissionAt,
  submissionFrom,
  submissionOf,
} from './submissions/submissions.js';
export {type FixtureCase, jobOf, limitsOf, PLAIN_CASE} from './suites/fixture-case.js';
export {loadFixtures} from './suites/fixtures.js';
