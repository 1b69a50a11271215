/*
 * Keeps once what the marks of many submissions have in common: students of a class make the same mistakes, and then
 * most of their marks consist of the same lines.
 */
import type {CaseMarks, Difference, DiffLine, Given, PromptAnswer} from './marks.js';

/** How many values to remember at most. Those of a class repeat soon or never. */
const MOST_REMEMBERED = 20_000;

/** Gives for marks of a case equal ones, made of the same values each time. */
export function sharing(): (one: CaseMarks) => CaseMarks {
  // A part of a long text keeps all of it in memory, so each text is made anew, once.
  const text = remembering((own: string): string => JSON.parse(JSON.stringify(own)));
  const maybe = (some: string | null): string | null => (some === null ? null : text(some, some));
  let lines = 0;
  const line = remembering(({kind, text: own, typed}: DiffLine) => {
    lines += 1;
    const answer = typed === undefined ? {} : {typed: text(typed, typed)};
    return {number: lines, line: {kind, text: text(own, own), ...answer}};
  });
  const lineOf = (some: DiffLine) => line(JSON.stringify(some), some);
  const prompt = remembering((own: PromptAnswer) => ({
    ...own,
    text: text(own.text, own.text),
    input: maybe(own.input),
  }));
  const given = remembering((own: Given): Given => JSON.parse(JSON.stringify(own)));
  const difference = remembering((own: Difference) => ({
    ...own,
    summary: text(own.summary, own.summary),
    prompt: own.prompt && prompt(JSON.stringify(own.prompt), own.prompt),
    diff: own.diff.map((some) => lineOf(some).line),
  }));
  const keyOf = ({diff, ...rest}: Difference): string =>
    JSON.stringify([rest, diff.map((some) => lineOf(some).number)]);
  return (one) => ({
    ...one,
    reason: maybe(one.reason),
    difference: one.difference && difference(keyOf(one.difference), one.difference),
    given: one.given && given(JSON.stringify(one.given), one.given),
    input: maybe(one.input),
    stderr: maybe(one.stderr),
    printed: maybe(one.printed),
    judgeMessage: maybe(one.judgeMessage),
  });
}

/** What `make` made of a value with the same key, if that is not long ago. */
function remembering<T, Made>(make: (value: T) => Made): (key: string, value: T) => Made {
  const made = new Map<string, Made>();
  return (key, value) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    if (made.size >= MOST_REMEMBERED) made.clear();
    const one = make(value);
    // The key may be a part of a long text, too.
    made.set(JSON.parse(JSON.stringify(key)), one);
    return one;
  };
}
