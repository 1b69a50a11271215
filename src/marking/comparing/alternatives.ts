/* Right outputs besides the golden: alternative lines, and whole other answers. */
import {type Compared, compare, type Outputs} from './difference.js';
import {NO_SESSION, type Row, rowsOf} from './session.js';

export interface OtherAnswers {
  readonly otherAnswers: readonly {readonly content: Buffer}[];
  /** Lists of equally right lines, of which the golden has the first. */
  readonly alternatives: readonly (readonly string[])[];
}

/** Compares an output with the nearest right answer; of equally near ones, the golden. */
export function compareWithAnswers({otherAnswers, alternatives}: OtherAnswers, outputs: Outputs): Compared {
  const {expected, actual} = outputs;
  if (otherAnswers.length + alternatives.length === 0 || expected.equals(actual)) return compare(outputs);
  const own = outputs.session?.() ?? NO_SESSION;
  const others = alternatives.flatMap(([line = '', ...others]) => (own.prompts.includes(line) ? others : []));
  const session = {...own, prompts: [...own.prompts, ...others]};
  return [expected, ...otherAnswers.map(({content}) => content)]
    .map((answer) => withLinesOf(actual, answer, alternatives, session.prompts))
    .map((answer) => compare({...outputs, session: () => session, expected: answer}))
    .reduce((nearest, one) => (distanceOf(one) < distanceOf(nearest) ? one : nearest));
}

function distanceOf(compared: Compared): number {
  if ('needed' in compared) return 0;
  const {expected, actual} = compared.difference.differing;
  return expected + actual;
}

/** Replaces lines of an answer by the output's alternatives, in order. */
function withLinesOf(
  actual: Buffer,
  answer: Buffer,
  alternatives: OtherAnswers['alternatives'],
  prompts: readonly string[],
): Buffer {
  const text = alternatives.reduce((lines, [usual, ...others]) => {
    const rows = [...rowsOf(actual.toString('latin1'), prompts)];
    const printed = rows.flatMap((row) => lineMeantBy(row, [usual ?? '', ...others]) ?? []);
    const lineFor = (line: string): string => (line === usual ? (printed.shift() ?? line) : line);
    return [...rowsOf(lines, prompts)].map((row) => row.text.replace(/[^\n]+/, lineFor)).join('');
  }, answer.toString('latin1'));
  return Buffer.from(text, 'latin1');
}

/** Returns the line equal to a row, or else the one with the same letters and digits. */
function lineMeantBy({text}: Row, lines: readonly string[]): string | undefined {
  const wordsIn = (line: string): string => line.replace(/[^A-Za-z\d\x80-\xff]+/g, '').toLowerCase();
  const words = wordsIn(text);
  const isSame = (line: string): boolean => words !== '' && wordsIn(line) === words;
  return lines.find((line) => line === text.replace(/\n$/, '')) ?? lines.find(isSame);
}
