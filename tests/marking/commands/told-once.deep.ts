/* One mistake is told once, however many cases it fails, on a terminal of 24 lines and in a pipe. */
import {join} from 'node:path';
import stringWidth from 'string-width';
import * as assert from 'uvu/assert';
import {ASSIGN1} from '../../support/command.js';
import {isThorough} from '../../support/effort.js';
import {inPlace} from '../../support/place.js';
import {suite} from '../../support/suite.js';
import {toolsFor} from '../../support/tools.js';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/valuation/marking');

// The second stage is enough to see, and all of it takes long.
const [COUNT, CASES] = isThorough ? [80, []] : [30, ['--case', 'stage-2']];

const TWO_MISTAKES = `sed 's/^Your score is/The score is/; s/Input Format/input format/'`;

/** The strict tool, with what it prints put through a line of bash. */
const edited = (filter: string): string => `#!/bin/bash\n"${ASSIGN1}" | ${filter}\n`;

suite('told once:', (test) => {
  /** Each row: the mistake, the headlines in their order, the program, and flags. */
  const mistakes: readonly (readonly [string, RegExp[], string, ...string[]])[] = [
    [
      'a missing last newline',
      [/^all \d+ cases: wrong output: no empty line at the end$/],
      `#!/bin/bash\nprintf '%s\\n' "$("${ASSIGN1}")"\n`,
    ],
    [
      'a typo in a prompt',
      [
        /^all \d+ cases: wrong output: "Please enter the dice values:" instead of "Please enter dice values:"$/,
      ],
      edited(`sed 's/enter dice values/enter the dice values/'`),
    ],
    [
      'a program that hangs',
      [/^all \d+ cases: timed out: more than 0\.05 seconds of processor time, or not run,/],
      '#!/bin/bash\nwhile :; do :; done\n',
      '--cpu',
      '0.05',
    ],
    [
      'options that never come',
      [/^\d+ cases: wrong output: the output ends after "Your score options are:"$/],
      edited(`sed '/^Your score options/q'`),
    ],
    [
      'two mistakes',
      [
        /^\d+ cases: wrong output: "The score is: # points" instead of "Your score is: # points"$/,
        /^\d+ cases: wrong output: "Incorrect input format\." instead of "Incorrect Input Format\."$/,
      ],
      edited(TWO_MISTAKES),
    ],
    [
      'what the compiler says',
      [/^all \d+ cases: did not compile: error: ‘a0’ undeclared /],
      `int main(void) { ${Array.from({length: 30}, (_, index) => `a${index} = 1;`).join('\n')} }\n`,
    ],
  ];
  for (const [mistake, headlines, program, ...flags] of mistakes) {
    const file = program.startsWith('#!') ? 'program.sh' : 'program.c';
    test.needs(...toolsFor(file))(
      mistake,
      inPlace(
        async ({write, fivedice}) => {
          write({[file]: program});
          const args = [file, '--fixtures', FIXTURES, ...CASES, ...flags];
          const {stdout, stderr, exitCode} = await fivedice('mark', ...args);
          assert.equal({stderr, exitCode}, {stderr: '', exitCode: 1});
          const lines = stdout.trimEnd().split('\n');
          // A long headline goes on in the lines below it.
          const told = lines.flatMap((line, at) =>
            / cases?: /.test(line)
              ? [
                  [1, 2, 3].map((count) =>
                    lines
                      .slice(at, at + count)
                      .join(' ')
                      .replace(/ {2,}/g, ' '),
                  ),
                ]
              : [],
          );
          assert.is(told.length, headlines.length, stdout);
          for (const [index, headline] of headlines.entries()) {
            const found = told[index]?.some((text) => headline.test(text));
            assert.ok(found, `${headline}: ${stdout}`);
          }
          const sum = new RegExp(`^[\\d.]+/[\\d.]+ points, \\d+ of ${COUNT} cases passed, sandbox off$`);
          assert.match(lines.at(-1) ?? '', sum);
        },
        {encoding: 'utf8'},
      ),
    );
  }
});

suite.needs('script')('two mistakes', (test) => {
  test(
    'fit on a terminal of 24 lines, and have room in a pipe',
    inPlace(
      async ({write, terminal, shell}) => {
        write({'program.sh': edited(TWO_MISTAKES)});
        const mark = `FORCE_COLOR=0 "$FIVEDICE" mark program.sh --fixtures '${FIXTURES}' --case stage-2 --quiet`;
        const {shown} = await terminal(`stty rows 24 cols 80; ${mark}`, async () => {});
        const onTerminal = Buffer.from(shown, 'latin1').toString().replaceAll('\r\n', '\n');
        const {stdout: inPipe} = await shell(mark);
        for (const report of [onTerminal, inPipe])
          assert.is(report.match(/^\d+ cases: wrong output/gm)?.length, 2, report);
        assert.ok(rowsOf(onTerminal) < 24, onTerminal);
        assert.ok(rowsOf(inPipe) > 24, inPipe);
        assert.is(onTerminal.includes(' | diff '), false);
        assert.is(inPipe.includes(' | diff '), true);
      },
      {encoding: 'utf8'},
    ),
  );
});

/** How many rows of 80 columns a report takes. */
function rowsOf(report: string): number {
  const lines = report.trimEnd().split('\n');
  return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(stringWidth(line) / 80)), 0);
}
