/* Marks as a student may see them. */
import {type CaseMarks, type Marks, mapped, NOTHING} from './marks.js';
import {visible} from './visible.js';

/** Options that name cases, of which some may be hidden, as a shell reads them. */
const NAMED_CASES = /--case (?:'[^']*'|\\.|[^\s'\\])+ ?/g;

/** Returns the marks with only the verdict and the points of hidden cases, and without folders of whoever marks. */
export function forStudent({folders = [], ...marks}: Marks): Marks {
  const clean = withoutFolders(folders);
  const {submissions} = marks;
  const named = Array.from(submissions, ({target}) => target);
  const cleaned = named.map(clean);
  // Without their folders two could have the same name.
  const isClear = new Set(cleaned).size === cleaned.length;
  const targets = withoutCommonFolder(isClear ? cleaned : named);
  return {
    ...marks,
    run: {...marks.run, options: clean(marks.run.options.replace(NAMED_CASES, ''))},
    submissions: mapped(submissions, (one, index) => ({
      ...one,
      target: targets[index] ?? one.target,
      cases: one.cases.map((some) => (some.visibility === 'public' ? shown(some, clean) : withheld(some))),
    })),
  };
}

/** Name and title of a hidden case could give it away, too. */
function withheld(one: CaseMarks): CaseMarks {
  const name = `hidden case ${one.number}`;
  const {suite, number, visibility, verdict, points, maxPoints} = one;
  return {
    ...{case: name, number, suite, title: name, about: null, section: null, visibility, group: null},
    ...NOTHING,
    ...{withheld: true, verdict, points, maxPoints, given: null, input: null, reproduce: null},
  };
}

/** What was expected, and what is as expected, stays as it is. */
function shown(one: CaseMarks, clean: (text: string) => string): CaseMarks {
  const maybe = (text: string | null): string | null => (text === null ? null : clean(text));
  const {difference, given} = one;
  return {
    ...one,
    reason: maybe(one.reason),
    lastWords: maybe(one.lastWords),
    difference: difference && {
      ...difference,
      summary: clean(difference.summary),
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

/** Copies of submissions lie in our own temporary folder, whose names end so. In summaries `#` stands for digits. */
const OWN = '(?:/[^/\\s]+){0,9}/fivedice-[\\w#-]+/(?:(?:[\\w#-]+/){1,2}source/)?';

/** Leaves folders, given as absolute paths, and our own temporary one out of a text. A folder alone becomes `.`. */
export function withoutFolders(folders: readonly string[]): (text: string) => string {
  const any = anyOf(folders);
  const pattern = new RegExp(`(?:${any})(?:${OWN}|/|(?![\\w-]))|${OWN}`, 'g');
  return (text) => text.replace(pattern, (found) => (found.endsWith('/') ? '' : '.'));
}

/** Returns a pattern for one of some folders; without any it matches nothing. */
function anyOf(folders: readonly string[]): string {
  const forms = folders.filter((folder) => /^\/[^/]/.test(folder)).flatMap(formsOf);
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|') || '(?!)';
}

/** Forms of a folder in marks: as it is, as visible text, and both with `#` for a number. */
function formsOf(folder: string): string[] {
  const shown = visible(Buffer.from(folder).toString('latin1'));
  return [folder, shown].flatMap((form) => [form, form.replace(/\d+/g, '#')]);
}

/** Returns names of submissions without the folder that all of them lie in. */
export function withoutCommonFolder(targets: readonly string[]): string[] {
  const [first = '', ...others] = targets;
  const folders = /^[^\s]*\//.exec(first)?.[0] ?? '';
  let common = folders;
  while (common !== '' && !others.every((target) => target.startsWith(common))) {
    common = common.replace(/[^/]*\/$/, '');
  }
  return targets.map((target) => target.slice(common.length) || target);
}
