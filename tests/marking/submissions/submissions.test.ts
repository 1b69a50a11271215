import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import * as assert from 'uvu/assert';
import {UserError} from '../../../src/command-line/user-error.js';
import {shellCommand} from '../../../src/marking/judging/reproducing.js';
import {firstErrorIn, wordsOfCompiler} from '../../../src/marking/submissions/compiling.js';
import {LANGUAGES} from '../../../src/marking/submissions/languages.js';
import {type Submission, submissionAt, submissionOf} from '../../../src/marking/submissions/submissions.js';
import {wordsOf} from '../../../src/marking/submissions/tools.js';
import {PLAIN_CASE} from '../../../src/marking/suites/fixture-case.js';
import {suite} from '../../support/suite.js';
import {inTemporaryFolder} from '../../support/temporary-folder.js';

const PLAIN = {compile: null, files: [], usual: null, languages: LANGUAGES, shown: null};
const SOURCE = 'printf "<%s>" "$@"; cat\n';
const PROGRAM = `#!/bin/sh\n${SOURCE}`;

type InFolder = (sentence: string, paths: string, use: (folder: string) => void | Promise<void>) => void;

/**
 * A suite whose tests get a folder with some files, separated by `|`; those that end in `*` are executable.
 */
function suiteIn(name: string, define: (testIn: InFolder) => void): void {
  const made = (paths: string, use: (folder: string) => void | Promise<void>): Promise<void> =>
    inTemporaryFolder(async (folder) => {
      for (const path of paths.split('|')) {
        const file = join(folder, path.replace('*', ''));
        mkdirSync(path.endsWith('/') ? file : dirname(file), {recursive: true});
        if (path.endsWith('*')) writeFileSync(file, PROGRAM, {mode: 0o755});
        else if (!path.endsWith('/')) writeFileSync(file, SOURCE);
      }
      await use(folder);
    });
  // A target whose tool is missing is not planned.
  suite.needs('gcc', 'python3')(name, (test) => {
    define((sentence, paths, use) => test(sentence, () => made(paths, use)));
  });
}

function saidOf({plan}: Submission, folder: string): string {
  if (plan.kind === 'none') return `${plan.verdict}: ${plan.reason}`;
  const {source, run} = plan;
  const shown = `${source?.folder ?? 'alone'}:${source?.file}`;
  const words = run.map((word) => (word === '{program}' ? shown : word));
  return words.join(' ').replaceAll(`${folder}/`, '');
}

function refuses(work: () => unknown, message: string): void {
  assert.throws(work, (error: unknown) => error instanceof UserError && error.message === message);
}

suiteIn('a target', (testIn) => {
  const unknown = (name: string): string => `could-not-run: ${name} is no program that can be run`;
  const kinds: readonly (readonly [path: string, said: string])[] = [
    ['prog*', 'alone:prog'],
    ['own.py*', 'alone:own.py'],
    ['prog.py', 'python3 alone:prog.py'],
    ['prog.mjs', 'node alone:prog.mjs'],
    ['notes.txt', unknown('notes.txt')],
    ['constructor', unknown('constructor')],
  ];
  testIn('is run by its language, or by itself', kinds.map(([path]) => path).join('|'), (folder) => {
    for (const [path, said] of kinds)
      assert.is(saidOf(submissionAt(join(folder, path.replace('*', '')), PLAIN), folder), said);
  });

  testIn('that has nothing to compile is an empty file', 'prog.c', (folder) => {
    const path = join(folder, 'prog.c');
    writeFileSync(path, '\n');
    assert.is(saidOf(submissionAt(path, PLAIN), folder), 'could-not-run: the file is empty');
  });

  const severalOf = (names: string): string => `could-not-check: ${names}`;
  const noneOf = (names: string): string => `could-not-run: no program that can be run: it holds ${names}`;
  // biome-ignore format: a table
  const folders: readonly (readonly [fact: string, paths: string, said: string, file?: string])[] = [
    ['its only program', 'x/prog*|x/notes.txt|x/data/', 'F:x/prog'],
    ['the named file', 'x/a.py|x/b.py', 'python3 F:x/b.py', 'b.py'],
    ['the first named file that is there', 'x/a.py|x/b.py', 'python3 F:x/a.py', 'c.py,a*,b.py'],
    ['the first of them in a folder inside', 'x/y/b.py|x/y/a.py', 'python3 F:x/y/b.py', 'b.py,a.py'],
    ['the named file in a subfolder', 'x/src/a.py|x/b.py', 'python3 F:x/src/a.py', 'SRC/*.py'],
    ['not a hidden file', 'x/prog.sh|x/._prog.sh|x/.backup.sh', 'sh F:x/prog.sh'],
    ['nothing', 'x/', 'could-not-run: it holds no files'],
    ['what is in the only folder in it', 'x/z1/a.py|x/.DS_Store|x/__MACOSX/b.py', 'python3 F:x/z1/a.py'],
    ['many files', 'x/1|x/2|x/3|x/4|x/5|x/6|x/7|x/8|x/9', noneOf('1, 2, 3, 4, 5, 6, 7, 8 and 1 more')],
    ['several programs', 'x/c*|x/b.py|x/a.c', severalOf('two programs, a.c and b.py')],
    ['several scripts', 'x/b.py|x/a.py|x/c.py', severalOf('three programs, a.py, b.py, c.py')],
    ['not a file of those names', 'x/a.py', 'could-not-run: there is no b.py or c*: it holds a.py', 'b.py,c*'],
  ];
  for (const [fact, paths, said, files] of folders) {
    testIn(`may be a folder, and then is ${fact}`, paths, async (folder) => {
      const found = saidOf(
        submissionAt(join(folder, 'x'), {...PLAIN, files: files?.split(',') ?? []}),
        folder,
      );
      assert.is(found, said.replace('F:', 'x:'));
    });
  }
});

suiteIn('the sources of a program', (testIn) => {
  const GCC = 'gcc -Wall -o "$program"';
  const CXX = 'g++ -o {program} {sources}';
  // biome-ignore format: a table
  const rows: readonly (readonly [fact: string, paths: string, line: string, compile: string | null, file?: string])[] = [
    ['are all C files of a folder, in order', 'x/b.c|x/a.c|x/x.h', `${GCC} a.c b.c -lm`, null],
    ['are not hidden, and may lie in folders', 'x/a.c|x/b.c|x/.c.c|x/d/e.c', `${GCC} a.c b.c d/e.c -lm`, null],
    ['are one where {source} is to be compiled', 'x/a.c|x/b.c', 'cc a.c -o "$program"', 'cc {source} -o {program}'],
    ['have the ending of the file that is named', 'x/a.cc|x/b.cc|x/b.c', 'g++ -o "$program" a.cc b.cc', CXX, 'b.cc'],
    ['are those of the whole tree, wherever the named file lies', 'x/a.cc|x/s/b.cc|x/s/c.cc', 'g++ -o "$program" a.cc s/b.cc s/c.cc', CXX, 's/c.cc'],
  ];
  for (const [fact, paths, line, compile, file] of rows)
    testIn(fact, paths, (folder) => {
      const options = {...PLAIN, compile, files: file?.split(',') ?? []};
      const command = shellCommand(submissionAt(join(folder, 'x'), options), PLAIN_CASE) ?? 'nothing';
      const short = command.replaceAll(`${folder}/x/`, '').replace(/^program=.*?&& | && "\$program"$/g, '');
      assert.is(short, line);
    });
});

suite('a command', (test) => {
  test('whose first word is a bare name is looked up in PATH, not in the current folder', () => {
    assert.ok(existsSync('package.json'));
    const {plan} = submissionOf(['package.json'], null);
    assert.is(plan.kind === 'none' && plan.reason, 'package.json is not installed');
  });

  test('is split at spaces outside quotes, which must be closed', () => {
    assert.equal(wordsOf(`  'a b' "it's" a'b c'd"e f" ''\t`), ['a b', `it's`, 'ab cde f', '']);
    for (const line of [`it's`, `'a" b`, `${'a '.repeat(50_000)}'`])
      refuses(() => wordsOf(line), `${line}: a quote is not closed`);
  });
});

suite('the words of a compiler', (test) => {
  test('have no name of a temporary file, and command no terminal', () => {
    const said = "/usr/bin/ld: /tmp/ccAbCdEf.o: in function `f':\n(/tmp/ccAbCdEf.ltrans.o): error\x1b[2J\n";
    assert.is(
      wordsOfCompiler(Buffer.from(said)),
      "/usr/bin/ld: program.o: in function `f':\n(program.ltrans.o): error␛[2J",
    );
  });

  // biome-ignore format: a table
  const rows: readonly (readonly [language: string, said: string, error: string])[] = [
    ['C', 'a.c:1:2: warning: x\na.c:3:1: error: expected ";"\na.c:4:1: error: y', 'error: expected ";"'],
    ["C's linker", "ld: program.o: in function `main':\na.c:(.text+0x5): undefined reference to `f'\ncollect2: error: ld returned 1 exit status", "undefined reference to `f'"],
    ['Rust', 'error[E0425]: cannot find value `x` in this scope\n --> a.rs:1:28\n\nerror: aborting due to 1 previous error', 'error[E0425]: cannot find value `x` in this scope'],
    ['Go', '# command-line-arguments\n./a.go:2:15: undefined: x\n./a.go:2:22: undefined: y', 'undefined: x'],
    ['Haskell', "[1 of 1] Compiling Main\n\na.hs:3:7: error: [GHC-83865]\n    • Couldn't match type ‘[Char]’ with ‘Int’\n      Expected: Int", "Couldn't match type ‘[Char]’ with ‘Int’"],
    ['Haskell, in one line', 'a.hs:1:17: error: Variable not in scope: foo\n  |', 'error: Variable not in scope: foo'],
  ];
  test('name the first error, whatever stands around it', () => {
    for (const [language, said, error] of rows) assert.is(firstErrorIn(said), error, language);
  });
});
