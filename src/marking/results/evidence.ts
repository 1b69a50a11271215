/*
 * Evidence in the file of a submission: in full for the first few cases with the same mistake. The others name the first of
 * them, and keep their verdict, the summary and the place.
 */
import {type CaseFacts, type Judgement, NOTHING} from './marks.js';

/** Max cases of one mistake with evidence. */
const WITH_EVIDENCE = 3;

/** Keys that differ from the judgement on the case `sameAs`, or else from `NOTHING`. */
export type StoredJudgement = Partial<Judgement> & {readonly case: string};

export function storedJudgements(
  cases: readonly {readonly facts: CaseFacts}[],
  judgements: ReadonlyMap<string, Judgement>,
): StoredJudgement[] {
  const named = new Map<string, string[]>();
  return cases.flatMap(({facts}) => {
    const own = judgements.get(facts.case);
    if (own === undefined) return [];
    const mistake = mistakeOf(facts, own);
    const names = named.get(mistake) ?? [];
    named.set(mistake, names);
    names.push(facts.case);
    const [first = ''] = names;
    const base = judgements.get(first);
    if (base === undefined || own.verdict === 'pass' || names.length <= WITH_EVIDENCE)
      return [{case: facts.case, ...changedKeys(NOTHING, own)}];
    return [
      {case: facts.case, ...changedKeys(withoutEvidence(base), {...withoutEvidence(own), sameAs: first})},
    ];
  });
}

export function wholeJudgements(stored: readonly StoredJudgement[]): Map<string, Judgement> {
  const judgements = new Map<string, Judgement>();
  for (const {case: name, ...own} of stored) {
    const base = own.sameAs === undefined || own.sameAs === null ? undefined : judgements.get(own.sameAs);
    judgements.set(name, {...(base === undefined ? NOTHING : withoutEvidence(base)), ...own});
  }
  return judgements;
}

/** Returns the same text for the same mistake. Evidence of a hidden case is none for a public one. */
function mistakeOf({visibility}: CaseFacts, {verdict, reason, lastWords, difference}: Judgement): string {
  const what = verdict === 'timed-out' ? null : [reason, lastWords, difference?.file, difference?.summary];
  return JSON.stringify([visibility, verdict, what]).replace(/\d+/g, '#');
}

function withoutEvidence(one: Judgement): Judgement {
  const {difference} = one;
  return {
    ...one,
    difference: difference && {...difference, prompt: null, diff: []},
    stderr: null,
    printed: null,
    judgeMessage: null,
  };
}

function changedKeys(base: Judgement, own: Judgement): Partial<Judgement> {
  const keys = Object.keys(own) as (keyof Judgement)[];
  return Object.fromEntries(
    keys
      .filter((key) => JSON.stringify(own[key]) !== JSON.stringify(base[key]))
      .map((key) => [key, own[key]]),
  );
}
