/* The parts of the line of bash that repeats a failure (`results/repeating.ts`), of a submission and of a case. */
import {join, resolve} from 'node:path';
import type {Word} from '../../running/job.js';
import {quoteWord, type RepeatedCase, type RepeatedSubmission, type Script} from '../results/repeating.js';
import {isBuild} from '../submissions/languages.js';
import {type CompilePlan, compileLine, rootOf} from '../submissions/launch-plan.js';
import type {Submission} from '../submissions/submissions.js';
import type {ExpectedFile, FixtureCase} from '../suites/fixture-case.js';

export function repeatedCase(one: FixtureCase): RepeatedCase {
  const named = ({name, path}: Pick<ExpectedFile, 'name' | 'path'>) => ({name, path: resolve(path)});
  return {
    arguments: one.arguments,
    environment: one.environment,
    inputFile: resolve(one.inputFile),
    expectedFile: resolve(one.expectedFile),
    isMerged: one.isMerged,
    files: one.files.map(named),
    expectedFiles: one.expectedFiles.map(named),
    expectedErrors: one.expectedErrors && named(one.expectedErrors),
    checker: one.checker && {kind: one.checker.kind},
  };
}

/** Returns null if nothing can be run, or if the files are gone when the run ends. */
export function repeatedSubmission(
  {plan, args, isUnpacked}: Pick<Submission, 'plan' | 'args' | 'isUnpacked'>,
  isCompiled = true,
): RepeatedSubmission | null {
  if (plan.kind === 'none' || isUnpacked === true) return null;
  const scriptOf = (word: Word): Script =>
    typeof word === 'string' ? [quoteWord(word)] : [{file: resolve(word.file)}];
  const program: Script =
    plan.kind === 'compile' || plan.source === null ? ['"$program"'] : scriptOf(plan.source);
  const run = plan.run.map((word) => (word === '{program}' ? program : scriptOf(word)));
  return {
    make: plan.kind === 'compile' ? compilation(plan, isCompiled) : null,
    run: [...run, ...args.map(scriptOf)],
  };
}

/** Stands for the path in a text that is cut at it. */
const CUT = '\0';

/** Returns commands that make `$program`, in a copy where the compiler needs other names or a place to write. */
function compilation({compiler: asked, ...others}: CompilePlan, isCompiled: boolean): Script {
  // A program that has compiled needs no -Werror, and its line is shorter.
  const compiler = isCompiled ? asked.replace(' {werror}', '') : asked;
  const plan = {...others, compiler};
  const {source, sources, top} = plan;
  const root = resolve(rootOf(source));
  const isCopied = isBuild(compiler) || sources.renamed.length > 0;
  const changesFolder = compiler.includes('{folder}');
  const line = compileLine(
    plan,
    (path) => {
      if (isCopied) return `"$copy"/${quoteWord(path)}`;
      return changesFolder ? quoteWord(join(root, path)) : CUT + join(root, path) + CUT;
    },
    '"$program"',
  );
  if (!isCopied) {
    const parts = line.split(CUT).map((part, index) => (index % 2 === 1 ? {file: part} : part));
    return changesFolder || line.startsWith('export ') ? ['(', ...parts, ')'] : parts;
  }
  const moves = sources.renamed.map(
    ([old, name]) => ` && install -D "$copy"/${quoteWord(old)} "$copy"/${quoteWord(name)}`,
  );
  const place = isBuild(compiler) ? `cd "$copy"/${quoteWord(top || '.')} && ` : '';
  const from = source.folder === undefined ? [{file: resolve(source.file)}] : [{file: root}, '/.'];
  return ['copy=$(mktemp -d) && cp -R ', ...from, ` "$copy"${moves.join('')} && (${place}${line})`];
}
