/* Every row of the table of languages, compiled and run, in the sandbox and outside. */
import * as assert from 'uvu/assert';
import {LANGUAGES} from '../../../src/marking/submissions/languages.js';
import {inProcess} from '../../support/door.js';
import {suite} from '../../support/suite.js';
import type {ToolName} from '../../support/tools.js';

/** By language: the tool, and files of which the main one, and no other, prints `got` and what it reads. */
// biome-ignore format: a table
const PROGRAMS: Readonly<
  Record<string, readonly [tool: ToolName | null, files: Readonly<Record<string, string>>]>
> = {
  c: [
    'gcc',
    {
      'a.c': 'double root(double x);\n#include <math.h>\ndouble root(double x) { return sqrt(x); }\n',
      'z.c':
        '#include <stdio.h>\ndouble root(double x);\nint main(void) { char s[9]; scanf("%8s", s); printf("got %s\\n", s); return root(0) != 0; }\n',
    },
  ],
  'c++': [
    'g++',
    {
      'a.cc': '#include <string>\nstd::string got() { return "got "; }\n',
      'z.cpp':
        '#include <iostream>\nstd::string got();\nint main() { std::string s; std::cin >> s; std::cout << got() << s << "\\n"; }\n',
    },
  ],
  java: [
    'javac',
    {
      'A.java': 'package p;\nclass A { static String got() { return "got "; } }\n',
      'Z.java':
        'package p;\nimport java.util.Scanner;\npublic class Z {\n  public static void main(String[] args) { System.out.println(A.got() + new Scanner(System.in).next()); }\n}\n',
    },
  ],
  rust: ['rustc', {'z.rs': 'use std::io;\nfn main() { let mut s = String::new(); io::stdin().read_line(&mut s).unwrap(); println!("got {}", s.trim()); }\n'}],
  go: ['go', {'a.go': 'package main\nfunc got() string { return "got" }\n', 'z.go': 'package main\nimport "fmt"\nfunc main() { var s string; fmt.Scan(&s); fmt.Println(got(), s) }\n'}],
  haskell: ['ghc', {'Got.hs': 'module Got where\ngot :: String\ngot = "got "\n', 'Z.hs': 'import Got\nmain = getLine >>= putStrLn . (got ++)\n'}],
  python: ['python3', {'a.py': 'got = "got"\n', 'z.py': 'from a import got\nif __name__ == "__main__":\n    print(got, input())\n'}],
  node: [null, {'z.mjs': 'import {readFileSync} from "node:fs";\nconsole.log("got", String(readFileSync(0)).trim());\n'}],
  ruby: ['ruby', {'a.rb': 'GOT = "got"\n', 'main.rb': 'require_relative "a"\nputs "#{GOT} #{gets}"\n'}],
  perl: [null, {'z.pl': 'print "got ", scalar <STDIN>;\n'}],
  php: ['php', {'z.php': '<?php echo "got ", fgets(STDIN);\n'}],
  sh: [null, {'z.sh': 'read -r s; echo "got $s"\n'}],
};

for (const sandbox of ['--no-sandbox', '--sandbox']) {
  suite(`every language ${sandbox}`, (test) => {
    for (const {name} of LANGUAGES) {
      const [tool, files] = PROGRAMS[name] ?? [null, {}];
      test.needs(
        ...(tool === null ? [] : [tool]),
        ...(sandbox === '--sandbox' ? ['bubblewrap' as const] : []),
      )(
        `${name}: several files are one program`,
        inProcess(async ({write, marks}) => {
          write({'cases/a.in': 'it\n', 'cases/a.out': 'got it\n'});
          write(Object.fromEntries(Object.entries(files).map(([file, text]) => [`x/deep/${file}`, text])));
          const one = (await marks('mark', 'x', '--fixtures', 'cases', sandbox)).submissions[0]?.cases[0];
          assert.equal([one?.verdict, one?.reason], ['pass', null], one?.stderr ?? '');
        }),
      );
    }
  });
}
