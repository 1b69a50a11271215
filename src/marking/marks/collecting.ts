/* Collects the marks of a run from its events. They can be asked for at any time, also of a run that ended early. */
import {withinBudget} from './budget.js';
import {ENDED_EARLY, type Listener, type Started} from './events.js';
import {type CaseMarks, MARKS_VERSION, type Marks, submissionMarks} from './marks.js';
import {sharing} from './sharing.js';

export interface Collector {
  readonly listen: Listener;
  /** A case that was not told by now could not be checked. */
  readonly marks: () => Marks;
}

export function collectMarks(): Collector {
  let started: Started | null = null;
  let whyIncomplete: string | null = 'the run has not ended';
  /** Of each submission, its cases in their order; null: not told yet. */
  let submissions: (CaseMarks | null)[][] = [];
  let positions: ReadonlyMap<number, number> = new Map();
  const share = sharing();
  return {
    listen: (event) => {
      switch (event.event) {
        case 'started':
          started = event;
          submissions = event.targets.map(() => event.cases.map(() => null));
          positions = new Map(event.cases.map(({number}, index) => [number, index]));
          break;
        case 'case':
          submissions[event.submission]?.splice(positions.get(event.marks.number) ?? 0, 1, event.marks);
          break;
        case 'submission': {
          const cases = (submissions[event.submission] ?? []).flatMap((one) => one ?? []);
          const kept = withinBudget(cases, submissions.length);
          submissions[event.submission] = kept.map(share);
          break;
        }
        case 'ended':
          whyIncomplete = event.reason === null ? null : `${ENDED_EARLY}: ${event.reason}`;
      }
    },
    marks: () => {
      const {sandbox = false, containment = null, shard = null, run = null} = started ?? {};
      const {targets = [], cases: blank = [], folders, surroundings} = started ?? {};
      const never = blank.map((one): CaseMarks => ({...one, reason: whyIncomplete}));
      return {
        version: MARKS_VERSION,
        sandbox,
        containment,
        shard,
        complete: whyIncomplete === null,
        run,
        ...(folders === undefined ? {} : {folders}),
        ...(surroundings === undefined ? {} : {surroundings}),
        submissions: targets.map((target, index) => {
          const cases = never.map((one, position) => submissions[index]?.[position] ?? one);
          return submissionMarks(target, cases);
        }),
      };
    },
  };
}
