/* Shapes in which real classes hand in right programs: which file is the program, and how it is compiled and run. */
import {chmodSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {suiteInProcess} from '../../support/door.js';
import {isThorough} from '../../support/effort.js';
import {MODES, toolsOf} from '../../support/observed.js';
import {type ToolName, works} from '../../support/tools.js';

const PY = 'a, b = map(int, input().split())\nprint("Sum:", a + b)\n';
const PY_USES = 'from utils import add\na, b = map(int, input().split())\nprint("Sum:", add(a, b))\n';
const PY_HELPER = 'def add(a, b):\n    return a + b\nif __name__ == "__main__":\n    print("self-test ok")\n';
const JS = `const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);\nconsole.log('Sum: ' + (a + b));\n`;
const C =
  '#include <stdio.h>\nint main(void) { int a, b; scanf("%d %d", &a, &b); printf("Sum: %d\\n", a + b); return 0; }\n';
const C_USES = C.replace('int main', '#include "add.h"\nint main').replace('a + b', 'add(a, b)');
const ADD_C = '#include "add.h"\nint add(int a, int b) { return a + b; }\n';
const ADD_H = 'int add(int a, int b);\n';
const java = (name: string, modifiers = 'public static', access = 'public '): string =>
  `import java.util.Scanner;\n${access}class ${name} {\n  ${modifiers} void main(String[] args) {\n    Scanner in = new Scanner(System.in);\n    System.out.println("Sum: " + (in.nextInt() + in.nextInt()));\n  }\n}\n`;
const GO_USES =
  'package main\n\nimport (\n\t"fmt"\n\t"lab/util"\n)\n\nfunc main() {\n\tvar a, b int\n\tfmt.Scan(&a, &b)\n\tfmt.Println("Sum:", util.Add(a, b))\n}\n';
const RUST =
  'mod add;\nuse std::io;\nfn main() {\n    let mut s = String::new();\n    io::stdin().read_line(&mut s).unwrap();\n    let n: Vec<i32> = s.split_whitespace().map(|x| x.parse().unwrap()).collect();\n    println!("Sum: {}", add::add(n[0], n[1]));\n}\n';
const ELF = `\x7fELF\x02\x01\x01${'\0'.repeat(57)}`;

/** By the person: the files, and the program in reports, or the verdict and its reason. */
type Shapes = Readonly<
  Record<string, readonly [files: Readonly<Record<string, string>>, expected: string | null]>
>;

// biome-ignore format: a table
const SHAPES: Readonly<Partial<Record<ToolName, Shapes>>> = {
  python3: {
    'a file in any case': [{'MAIN.PY': PY}, 'MAIN.PY'],
    'a helper with a self-test': [{'assign1.py': PY_USES, 'utils.py': PY_HELPER}, 'assign1.py'],
    'a helper that is imported': [{'assign1.py': PY_USES, 'utils.py': 'def add(a, b): return a + b\n'}, 'assign1.py'],
    'a package': [
      {
        'app/main.py': PY_USES.replace('utils', 'app.utils').replace(
          'from',
          'import sys\nsys.path.insert(0, sys.path[0] + "/..")\nfrom',
        ),
        'app/__init__.py': '',
        'app/utils.py': PY_HELPER,
      },
      'app/main.py',
    ],
    'texts and tables': [{'prog.py': PY, 'README.md': 'x', 'data.csv': '1,2\n', 'report.pdf': '%PDF'}, 'prog.py'],
    'tests and settings': [{'lab.py': PY, '__init__.py': '', 'conftest.py': '', 'test_lab.py': 'import lab\n', 'tests/t.py': ''}, 'lab.py'],
    'an environment by another name': [{'a.py': PY, 'env/pyvenv.cfg': '', 'env/lib/x.py': ''}, 'a.py'],
    'a build beside sources': [{'a.py': PY, 'build/lib/a.py': 'x', 'dist/b.py': 'x'}, 'a.py'],
    'a build alone': [{'dist/a.py': PY}, 'dist/a.py'],
    'a test that is all there is': [{'midterm_test.py': PY}, 'midterm_test.py'],
    'a test that has the program': [{'test.py': PY_USES, 'utils.py': 'def add(a, b): return a + b\n', 'x.md': ''}, 'could-not-check: two programs, test.py and utils.py'],
    'a tester that imports the program': [{'main.py': PY, 'checks.py': 'import main\n', 'mytests.py': 'import main\n'}, 'main.py'],
    'a folder called test': [{'test/lab.py': PY}, 'test/lab.py'],
    'scripts in bin': [
      {
        'bin/rev.py': PY_USES.replace('from', 'import sys\nsys.path.append("lib")\nfrom')
          .replace('from utils', 'from lib_utils')
          .replace('from lib_utils import add', 'add = lambda a, b: a + b'),
        'lib/other.md': '',
      },
      'bin/rev.py',
    ],
    'two programs': [{'first.py': PY, 'second.py': PY}, 'could-not-check: two programs, first.py and second.py'],
    'reasons for two': [{'run.py': PY, 'src/other.py': `${PY}if __name__ == "__main__": pass\n`}, 'could-not-check: two programs, run.py and src/other.py'],
    'a notebook': [{'solution.ipynb': '{}'}, 'could-not-run: no program that can be run: it holds solution.ipynb'],
    'a text': [{'solution.py.txt': PY}, 'could-not-run: no program that can be run: it holds solution.py.txt'],
    'a package that looks like a build': [{'a.py': PY_USES.replace('utils', 'build.utils'), 'build/__init__.py': '', 'build/utils.py': PY_HELPER}, 'a.py'],
    'package.json that names a file': [{'package.json': '{"main": "lib/x.js"}', 'lib/x.js': JS, 'lib/y.js': JS}, 'lib/x.js'],
    'package.json that names none': [{'package.json': '{"main": "index.js"}', 'prog.js': JS}, 'prog.js'],
    'a module of Node': [{'z.mjs': JS.replace(/const (.*) = require\('fs'\)/, "import fs from 'node:fs';\nconst $1 = fs")}, 'z.mjs'],
    'a script of Perl': [{'z.pl': 'my ($m, $n) = split " ", <STDIN>; print "Sum: ", $m + $n, "\n";\n'}, 'z.pl'],
    'a script of the shell': [{'z.sh': 'read -r m n; echo "Sum: $((m + n))"\n'}, 'z.sh'],
  },
  gcc: {
    'folders and headers': [{'src/main.c': C_USES, 'lib/add.c': ADD_C, 'include/add.h': ADD_H, 'tests/test_add.c': 'int main() {}\n'}, 'src/main.c'],
    'another attempt': [{'main.c': C, 'old.c': C}, 'main.c'],
    'names with spaces, quotes and dashes, and mathematics': [{'-main.c': C_USES, 'add.h': ADD_H, "it's $1.c": ADD_C.replace('return', 'return (int)sqrt(0) +').replace('\n', '\n#include <math.h>\n')}, '-main.c'],
    'a source that is included': [{'main.c': C_USES.replace('add.h', 'add.c'), 'add.c': 'int add(int a, int b) { return a + b; }\n'}, 'main.c'],
    'what a build left': [{'main.c': C, 'a.out': ELF, 'main.o': ELF, Makefile: 'all:\n', 'test.sh': 'exit 1\n'}, 'main.c'],
    'two folders with programs': [{'task1/main.c': C, 'task2/main.c': C}, 'could-not-check: two programs, task1/main.c and task2/main.c'],
    'a function in another attempt': [
      {
        'main.c': C.replace('a + b', 'add(a, b)'),
        'old.c': 'int add(int a, int b) { return a + b; }\nint main(void) { return 0; }\n',
      },
      'could-not-check: it needs old.c, which was left out',
    ],
  },
  javac: {
    Maven: [
      {
        'pom.xml': '<project/>\n',
        'src/main/java/edu/foo/Main.java': `package edu.foo;\n${java('Main').replace('in.nextInt() +', 'edu.foo.util.Zero.zero() + in.nextInt() +')}`,
        'src/main/java/edu/foo/util/Zero.java':
          'package edu.foo.util;\npublic class Zero { public static int zero() { return 0; } }\n',
        'src/test/java/edu/foo/MainTest.java':
          'package edu.foo;\nimport org.junit.jupiter.api.Test;\nclass MainTest { }\n',
      },
      'src/main/java/edu/foo/Main.java',
    ],
    'a class that is not public': [{'Lab.java': `${java('Sum', 'static public final', '')}class Helper { }\n`}, 'Lab.java'],
    'strings and comments before the main class, and an older attempt': [
      {
        'old/Main.java': 'class Main { }\n',
        'Main.java':
          `class Config { static final String URL = "http://x.org"; /* { */ }\n${java('Main', 'public static', '@SuppressWarnings("unused") public ')}`.replace(
            /^(.*\n)(import.*\n)/,
            '$2$1',
          ),
      },
      'Main.java',
    ],
    'a class by another name, beyond ASCII': [{'lab.java': java('\xc3\x9cbung1'), 'Helper.java': 'class Helper { }\n'}, 'lab.java'],
    'a test with the only main method': [{'AdderTest.java': java('AdderTest'), 'Adder.java': 'class Adder { }\n'}, 'AdderTest.java'],
    'a class with its own main method in a package': [{'Main.java': `import model.Board;\n${java('Main')}`, 'model/Board.java': `package model;\n${java('Board')}`}, 'Main.java'],
    'the encoding of Windows, and JUnit beside it': [{'Main.java': java('Main').replace('Scanner in', '/* \xfc */ Scanner in'), 'Checks.java': 'import org.junit.Test;\nclass Checks { }\n'}, 'Main.java'],
    'classes of two packages with one name': [
      {
        'Main.java': java('Main').replace('in.nextInt() +', 'b.Util.zero() + in.nextInt() +'),
        'Util.java': 'package a;\npublic class Util { }\n',
        'Util-1.java': 'package b;\npublic class Util { public static int zero() { return 0; } }\n',
      },
      'Main.java',
    ],
  },
  go: {'a module': [{'go.mod': 'module lab\n\ngo 1.19\n', 'main.go': GO_USES, 'util/util.go': 'package util\n\nfunc Add(a, b int) int { return a + b }\n', 'main_test.go': 'package main\n'}, 'main.go']},
  rustc: {'a crate': [{'Cargo.toml': '[package]\nname = "lab"\nedition = "2021"\n', 'src/main.rs': RUST, 'src/add.rs': 'pub fn add(a: i32, b: i32) -> i32 { a + b }\n'}, 'src/main.rs']},
};

/** Languages that few hand in: one shape for each. */
// biome-ignore format: a table
const RARE: typeof SHAPES = {
  'g++': {'two sources': [{'a.cc': 'int add(int a, int b) { return a + b; }\n', 'z.cpp': '#include <iostream>\nint add(int, int);\nint main() { int a, b; std::cin >> a >> b; std::cout << "Sum: " << add(a, b) << "\\n"; }\n'}, 'z.cpp']},
  ghc: {'two modules': [{'Add.hs': 'module Add where\nadd :: Int -> Int -> Int\nadd = (+)\n', 'Z.hs': 'import Add\nmain = getLine >>= putStrLn . ("Sum: " ++) . show . foldr1 add . map read . words\n'}, 'Z.hs']},
  ruby: {'two files': [{'a.rb': 'def add(a, b) = a + b\n', 'main.rb': 'require_relative "a"\nputs "Sum: #{add(*gets.split.map(&:to_i))}"\n'}, 'main.rb']},
  php: {'a script': [{'z.php': '<?php echo "Sum: ", array_sum(explode(" ", fgets(STDIN))), "\n";\n'}, 'z.php']},
};

const GOLDENS = {'g/a.in': '3 4\n', 'g/a.out': 'Sum: 7\n'};

/** The sandbox does not change how programs are found and compiled: without it, the first shape of each tool stands for all. */
const shapesIn = (mode: (typeof MODES)[number], shapes: Shapes): Shapes =>
  mode === 'sandbox' ? shapes : Object.fromEntries(Object.entries(shapes).slice(0, 1));

// Compilers take most of the time: one mode is enough where people wait.
for (const mode of MODES.filter((one) => isThorough || (one === 'sandbox') === works('bubblewrap')))
  suiteInProcess.needs(...toolsOf(mode))(`hand-ins, ${mode}`, (test) => {
    for (const [tool, all] of Object.entries({...SHAPES, ...(isThorough ? RARE : {})}) as [
      ToolName,
      Shapes,
    ][]) {
      const shapes = shapesIn(mode, all);
      test.needs(tool)(`of ${tool}`, async ({folder, write, marks}) => {
        write(GOLDENS);
        for (const [name, [files]] of Object.entries(shapes))
          for (const [file, content] of Object.entries(files)) {
            write({[`class/${name}/${file}`]: content});
            // As on a share, or a disk of Windows.
            chmodSync(join(folder, 'class', name, file), 0o777);
          }
        const flag = mode === 'sandbox' ? '--sandbox' : '--no-sandbox';
        const {submissions} = await marks('mark', flag, '--all', 'class', '--fixtures', 'g');
        const seen = submissions.map(({target, program, cases}) => {
          const [one] = cases.filter(({verdict}) => verdict !== 'pass');
          const [reason = ''] = one?.reason?.split('\n') ?? [];
          return [target, one === undefined ? program : `${one.verdict}: ${reason}`] as const;
        });
        const expected = Object.entries(shapes).map(([name, [, said]]) => [name, said] as const);
        assert.equal(Object.fromEntries(seen), Object.fromEntries(expected));
      });
    }
  });

suiteInProcess('a suite', (test) => {
  test('adds a language and names the program, as the handout does', async ({write, marks}) => {
    write({
      ...GOLDENS,
      'g/suite.json': JSON.stringify({
        languages: {awk: {endings: ['.awk'], run: 'awk -f {program}'}},
        program: 'src/*.awk',
      }),
      'class/ann/src/Sum.AWK': '{print "Sum:", $1 + $2}\n',
      'class/ann/main.sh': 'exit 1\n',
      'class/bob/main.sh': 'exit 1\n',
    });
    const {submissions} = await marks('mark', '--all', 'class', '--fixtures', 'g');
    const seen = submissions.map(({program, cases: [one]}) => [program, one?.verdict, one?.reason]);
    assert.equal(seen, [
      ['src/Sum.AWK', 'pass', null],
      [null, 'could-not-run', 'there is no src/*.awk: it holds main.sh'],
    ]);
    write({'z1/assign1.sh': 'exit 1\n', 'z1/main.c': C, 'z1/src/assign1.c': C});
    const {submissions: strict} = await marks('mark', 'z1', '--case', '1');
    assert.is(strict[0]?.program, 'src/assign1.c');
  });
});
