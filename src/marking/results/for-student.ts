/* Marks for students. */
import {type CaseMarks, type Marks, NOTHING, type SubmissionMarks, Submissions} from './marks.js';
import {visible} from './visible.js';

/** Removes the marker's folders, and of hidden cases all but verdict and points. */
export function forStudent({run, submissions}: Marks): Marks {
  const clean = withoutFolders(submissions.totals.folders);
  const named = submissions.targets;
  const cleaned = named.map(clean);
  // Without their folders, two may have the same name.
  const isClear = new Set(cleaned).size === cleaned.length;
  const targets = isClear ? cleaned : named;
  const read = (index: number): SubmissionMarks => {
    const one = submissions.at(index);
    const {machine, cases} = one;
    const stageOf = stageForStudent(one);
    return {
      ...one,
      target: targets[index] ?? one.target,
      email: null,
      members: [],
      machine: machine && {...machine, folders: []},
      withoutWerror: null,
      cases: cases.map((some) =>
        some.visibility === 'public' ? shown(some, clean) : withheld(some, stageOf(some)),
      ),
    };
  };
  // Options can name hidden cases.
  return {run: {...run, options: ''}, submissions: new Submissions(targets, read)};
}

/** Returns a function from a case to its stage. A stage without a public case has no name. */
export function stageForStudent({cases}: Pick<SubmissionMarks, 'cases'>): (one: CaseMarks) => string {
  const named = new Set(cases.flatMap(({suite, visibility}) => (visibility === 'public' ? suite : [])));
  return ({suite}) => (named.has(suite) ? suite : 'hidden cases');
}

/** Removes name and title, too, which could give a hidden case away. */
function withheld(one: CaseMarks, suite: string): CaseMarks {
  const name = `hidden case ${one.number}`;
  const {number, visibility, verdict, points, maxPoints} = one;
  // biome-ignore format: a table
  return {
    ...NOTHING, case: name, number, suite, title: name, about: null, section: null, visibility, group: null, withheld: true,
    verdict, points, maxPoints, given: null, input: null,
  };
}

function shown(one: CaseMarks, clean: (text: string) => string): CaseMarks {
  const maybe = (text: string | null): string | null => (text === null ? null : clean(text));
  const {cause, difference, given} = one;
  return {
    ...one,
    reason: maybe(one.studentReason ?? one.reason),
    remedy: null,
    lastWords: maybe(one.lastWords),
    cause: cause && {...cause, what: clean(cause.what)},
    difference: difference && {
      ...difference,
      summary: clean(difference.summary),
      mistake: maybe(difference.mistake),
      diff: difference.diff.map((line) =>
        line.kind === 'actual' ? {...line, text: clean(line.text)} : line,
      ),
    },
    given: given && {
      ...given,
      arguments: given.arguments.map(clean),
      environment: given.environment.map(clean),
    },
    stderr: maybe(one.stderr),
    printed: maybe(one.printed),
    judgeMessage: null,
    reproduce: null,
  };
}

/** Returns a function that removes absolute paths of folders from a text. A folder alone becomes `.`. */
export function withoutFolders(folders: readonly string[]): (text: string) => string {
  const any = anyOf(folders);
  const pattern = new RegExp(`(?:${any})(?:/|(?![\\w-]))`, 'g');
  return (text) => text.replace(pattern, (found) => (found.endsWith('/') ? '' : '.'));
}

function anyOf(folders: readonly string[]): string {
  const forms = folders.filter((folder) => /^\/[^/]/.test(folder)).flatMap(formsOf);
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|') || '(?!)';
}

/** Returns the forms of a folder in marks: plain and visible text, each also with `#` for numbers. */
function formsOf(folder: string): string[] {
  const shown = visible(Buffer.from(folder).toString('latin1'));
  return [folder, shown].flatMap((form) => [form, form.replace(/\d+/g, '#')]);
}
