/* The strict tool on a terminal: what it asks is there before the answer is typed, and Ctrl-D and Ctrl-C end it. */
import * as assert from 'uvu/assert';
import {latin1, sameBytes} from '../support/bytes.js';
import {ASSIGN1} from '../support/command.js';
import {FIXTURES, loadGoldens} from '../support/goldens.js';
import {suite} from '../support/suite.js';
import {CTRL_C, CTRL_D, onTerminal, type Seen} from '../support/terminal.js';

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

/** A terminal that neither echoes nor turns \n into \r\n: what it shows is what the program wrote. */
const PLAIN = `stty -echo -onlcr; exec '${ASSIGN1}'`;

/** Text up to and with each prompt, and what comes after the last one. */
const untilPrompts = (text: string): string[] => text.split(/(?<=\n> )/);

/** Types each of these only when all that must come before it is there. */
function types(command: string, outputs: readonly string[], keys: readonly string[]): Promise<Seen> {
  return onTerminal(command, async (terminal) => {
    for (const [index, typed] of keys.entries()) {
      const expected = outputs.slice(0, index + 1).join('');
      const shown = await terminal.shows((text) => text.length >= expected.length);
      sameBytes(shown, expected, `before ${JSON.stringify(typed)} is typed`);
      terminal.types(typed);
    }
  });
}

suite.needs('script')('on a terminal', (test) => {
  for (const {name, folder, input, expected, exitCode} of loadGoldens(FIXTURES)) {
    if (folder !== 'end-of-input') continue;
    test(`the bytes are those of a pipe: ${name}`, async () => {
      const lines = latin1(input).split(/(?<=\n)/);
      // Within a line, the first Ctrl-D only sends what was typed; the second is the end of input.
      const keys = lines.map((line) => (line.endsWith('\n') ? line : line + (line && CTRL_D) + CTRL_D));
      if (latin1(input).endsWith('\n')) keys.push(CTRL_D);
      const seen = await types(PLAIN, untilPrompts(latin1(expected)), keys);
      sameBytes(seen.shown, expected, name);
      assert.is(seen.exitCode, exitCode);
    });
  }

  test('as it comes, a person sees what section 2.3 prints', async () => {
    const whole = SECTION_2_3.replaceAll('\n', '\r\n');
    const seen = await types(`'${ASSIGN1}'`, untilPrompts(whole), ['6 6 6 4 4\n', '3\n', '2\n']);
    assert.is(seen.shown, whole);
  });

  test('Ctrl-C at a prompt ends the program by SIGINT, with nothing more printed', async () => {
    const before = untilPrompts(SECTION_2_3.replace(/(?<=\n> ).*\n/g, '')).slice(0, 3);
    const seen = await types(PLAIN, before, ['6 6 6 4 4\n', '3\n', CTRL_C]);
    sameBytes(seen.shown, before.join(''), 'before Ctrl-C');
    assert.is(seen.exitCode, 128 + 2);
  });
});
