import * as assert from 'uvu/assert';
import {sameBytes} from '../support/bytes.js';
import {ASSIGN1} from '../support/command.js';
import {isThorough} from '../support/effort.js';
import {FIXTURES, type Golden, loadGoldens} from '../support/goldens.js';
import {suite} from '../support/suite.js';
import {CTRL_C, CTRL_D, onTerminal} from '../support/terminal.js';

const goldens = loadGoldens(FIXTURES);
const folders = (...names: string[]): Golden[] => goldens.filter(({folder}) => names.includes(folder));

/** The output, split after each prompt: what must have appeared before the next line is typed. */
const untilPrompts = (expected: Buffer): string[] => expected.toString('latin1').split(/(?<=\n> )/);

/**
 * Plays a golden line by line, typing each line only after everything before it has appeared. At the end of
 * the input it types Ctrl-D, after which the program asks nothing more.
 *
 * @param echoed what the terminal itself adds for a typed line
 */
async function playOnTerminal(
  {name, expected, input}: Golden,
  command: string,
  echoed: (line: string) => string,
): Promise<{shown: string; expectedShown: string; exitCode: number | undefined}> {
  const lines = input.toString('latin1').split(/(?<=\n)/);
  const outputs = untilPrompts(expected);
  let expectedShown = outputs.shift() ?? '';
  const {shown, exitCode} = await onTerminal(command, async ({shows, types}) => {
    for (const output of outputs) {
      const {length} = expectedShown;
      sameBytes(
        await shows((text) => text.length >= length),
        expectedShown,
        `${name}, before the next line is typed`,
      );
      const line = lines.shift() ?? '';
      types(line);
      if (!line.endsWith('\n')) {
        // Within a line, the first Ctrl-D only sends what was typed; the second is the end of input.
        types(line === '' ? CTRL_D : CTRL_D + CTRL_D);
        break;
      }
      expectedShown += echoed(line) + output;
    }
  });
  return {shown, expectedShown, exitCode};
}

const SECTION_2_3 = `
Please enter dice values:
> 6 6 6 4 4

Your dice values are: 6 6 6 4 4

Please choose:
 1 -> Reroll some dice
 2 -> Reroll all dice
 3 -> Keep dice
> 3

Your score options are:
 1 -> Three of a Kind (26 points)
 2 -> Full House (25 points)
 3 -> Chance (26 points)
> 2

Your score is: 25 points

`;

suite.needs('script')('on a terminal, the bytes are those of a pipe', (test) => {
  // The terminal neither echoes nor turns \n into \r\n: what it shows is what the program wrote.
  const command = `stty -echo -onlcr; exec '${ASSIGN1}'`;
  for (const golden of folders('end-of-input', ...(isThorough ? ['handout', 'dice-numbers'] : []))) {
    test(golden.name, async () => {
      const {shown, exitCode} = await playOnTerminal(golden, command, () => '');
      sameBytes(shown, golden.expected, golden.name);
      assert.is(exitCode, golden.exitCode);
    });
  }
});

suite.needs('script')(
  'on a terminal that echoes, a person sees the sample as the handout prints it',
  (test) => {
    for (const golden of folders('handout')) {
      test(golden.name, async () => {
        const {shown, expectedShown} = await playOnTerminal(
          golden,
          `stty -onlcr; exec '${ASSIGN1}'`,
          (line) => line,
        );
        sameBytes(shown, expectedShown, golden.name);
      });
    }

    test('2.3, on a terminal as it comes, is what section 2.3 prints', async () => {
      const [golden] = goldens.filter(({name}) => name === 'handout/2.3-full-house');
      if (golden === undefined) return assert.unreachable('the sample is gone');
      const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
      const {shown} = await playOnTerminal(
        {...golden, expected: Buffer.from(crlf(String(golden.expected)))},
        `'${ASSIGN1}'`,
        crlf,
      );
      assert.is(shown, crlf(SECTION_2_3));
    });
  },
);

suite.needs('script')('at each prompt of a terminal', (test) => {
  const prompts: readonly [prompt: string, lines: string[]][] = [
    ['dice', []],
    ['choice', ['6 6 6 4 4']],
    ['dice numbers', ['6 6 6 4 4', '1']],
    ['new values', ['6 6 6 4 4', '1', '1 2']],
    ['option', ['6 6 6 4 4', '3']],
  ];
  for (const [prompt, lines] of prompts) {
    test(`Ctrl-C at ${prompt} ends the program by SIGINT, with nothing more printed`, async () => {
      let before = '';
      const {shown, exitCode} = await onTerminal(
        `stty -echo -onlcr; exec '${ASSIGN1}'`,
        async ({shows, types}) => {
          for (const keys of [...lines.map((line) => `${line}\n`), CTRL_C]) {
            const answered = before.length;
            before = await shows((text) => text.length > answered && text.endsWith('\n> '));
            types(keys);
          }
        },
      );
      sameBytes(shown, before, prompt);
      assert.is(exitCode, 128 + 2);
    });
  }
});
