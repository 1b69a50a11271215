/* JSON reports of other systems: what holds for all, and then a list of tests. */
import type {CaseMarks} from '../../results/marks.js';

/** The members of an object. The values are already JSON, because a score must be the exact number, not a float close to it. */
export type Members = Readonly<Record<string, string>>;

/** An object whose last member is `tests`, with an object for each case. */
export function* writeTests(
  head: Members,
  cases: readonly CaseMarks[],
  testOf: (one: CaseMarks) => Members,
): Iterable<string> {
  yield `{\n${lines({...head, tests: '['}, 2)}${cases.length === 0 ? '' : '\n'}`;
  for (const one of cases)
    yield `    {\n${lines(testOf(one), 6)}\n    }${one === cases.at(-1) ? '\n  ' : ',\n'}`;
  yield ']\n}\n';
}

function lines(members: Members, indent: number): string {
  return Object.entries(members)
    .map(([key, json]) => `${' '.repeat(indent)}${JSON.stringify(key)}: ${json}`)
    .join(',\n');
}
