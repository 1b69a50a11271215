/*
 * The marks as a student may see them. Hidden cases say no more than their verdict and their points, and paths are such as
 * a student can use: the folders of whoever marks are nobody else's business, and are nowhere else.
 */
import {type CaseMarks, type Marks, mapped} from './marks.js';
import {visible} from './visible.js';

/** What a student sees of a hidden case, besides its number, verdict and points. */
const WITHHELD = {
  withheld: true,
  group: null,
  about: null,
  section: null,
  reason: null,
  exitStatus: null,
  lastWords: null,
  tolerance: null,
  wouldPassWith: null,
  leftProcesses: false,
  retried: false,
  seconds: 0,
  sameAs: null,
  difference: null,
  given: null,
  input: null,
  stderr: null,
  printed: null,
  reproduce: null,
} as const;

/** Options that name cases, of which some may be hidden, as a shell reads them. */
const NAMED_CASES = /--case (?:'[^']*'|\\.|[^\s'\\])+ ?/g;

/**
 * The marks as a student may see them: only the verdict and the points of hidden cases, no folders but their own, and
 * nothing that a checker says to those who mark.
 */
export function forStudent({folders = [], surroundings = [], ...marks}: Marks): Marks {
  const clean = withoutFolders([...folders, ...surroundings]);
  const cleanOutput = withoutFolders(folders, surroundings);
  const hide = (own: CaseMarks): CaseMarks => {
    const one = {...own, judgeMessage: null};
    if (one.visibility === 'public') return withOwnPaths(one, clean, cleanOutput);
    // Its name and title could give it away, too.
    const name = `hidden case ${one.number}`;
    return {...one, case: name, title: name, ...WITHHELD};
  };
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
      cases: one.cases.map(hide),
    })),
  };
}

/**
 * @param cleanOutput for what the program was given and what it printed: what was expected, and all that is as expected,
 *   stays as it is
 */
function withOwnPaths(
  one: CaseMarks,
  clean: (text: string) => string,
  cleanOutput: (text: string) => string,
): CaseMarks {
  const maybe = (text: string | null): string | null => (text === null ? null : clean(text));
  const {difference, given} = one;
  // What is left in it are words of the command line and of the compiler's.
  return {
    ...one,
    reason: maybe(one.reason),
    lastWords: maybe(one.lastWords),
    difference: difference && {
      ...difference,
      summary: cleanOutput(difference.summary),
      diff: difference.diff.map((line) =>
        line.kind === 'actual' ? {...line, text: cleanOutput(line.text)} : line,
      ),
    },
    given: given && {
      ...given,
      arguments: given.arguments.map(cleanOutput),
      environment: given.environment.map(cleanOutput),
    },
    stderr: maybe(one.stderr),
    printed: maybe(one.printed),
    reproduce: null,
  };
}

/**
 * Leaves out of a text the folders, given as absolute paths, in each of the forms that a text of the marks can have.
 *
 * @param around folders that are left out only together with our own temporary one in them
 */
export function withoutFolders(
  folders: readonly string[],
  around: readonly string[] = [],
): (text: string) => string {
  const [any, outer] = [anyOf(folders), anyOf([...folders, ...around])];
  // A folder is left out with its slash, and with our own temporary one in it, where copies of submissions lie. Alone, it
  // is the current one. In summaries `#` stands for digits.
  const own = 'fivedice-[\\w#-]+/(?:(?:[\\w#-]+/){1,2}source/)?';
  const pattern = new RegExp(`(?:${outer})/${own}|(?:${any})(?:/|(?![\\w-]))`, 'g');
  return (text) => text.replace(pattern, (found) => (found.endsWith('/') ? '' : '.'));
}

/** A pattern for one of some folders; it matches nothing if there is none. */
function anyOf(folders: readonly string[]): string {
  const forms = folders.filter((folder) => /^\/[^/]/.test(folder)).flatMap(formsOf);
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|') || '(?!)';
}

/** As it is; as visible text; and as summaries write both, with `#` for a number. */
function formsOf(folder: string): string[] {
  const shown = visible(Buffer.from(folder).toString('latin1'));
  return [folder, shown].flatMap((form) => [form, form.replace(/\d+/g, '#')]);
}

/** The names of submissions without the folder that all of them lie in. */
export function withoutCommonFolder(targets: readonly string[]): string[] {
  const [first = '', ...others] = targets;
  const folders = /^[^\s]*\//.exec(first)?.[0] ?? '';
  let common = folders;
  while (common !== '' && !others.every((target) => target.startsWith(common))) {
    common = common.replace(/[^/]*\/$/, '');
  }
  return targets.map((target) => target.slice(common.length) || target);
}
