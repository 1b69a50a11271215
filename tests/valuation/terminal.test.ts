/* The strict tool on a terminal: a prompt is there before its answer is typed, and Ctrl-D and Ctrl-C end the session. */
import * as assert from 'uvu/assert';
import {sameBytes} from '../support/bytes.js';
import {ASSIGN1} from '../support/command.js';
import {loadGoldens} from '../support/goldens.js';
import {suite} from '../support/suite.js';
import {CTRL_C, CTRL_D, onTerminal, type Seen} from '../support/terminal.js';

/** A terminal that neither echoes nor turns \n into \r\n shows just the bytes that the program wrote. */
const PLAIN = `stty -echo -onlcr; exec '${ASSIGN1}'`;

const goldens = loadGoldens();

/** The input ends at a first prompt, at a last one, and within a line of each kind. The others end as these do. */
const ENDINGS = ['at-dice', 'at-option-after-two-rerolls', 'in-dice', 'in-new-values'];

const untilPrompts = (text: string): string[] => text.split(/(?<=\n> )/);

/** Types each of these only once the prompt before it is there. */
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
  for (const {name, input, expected, exitCode} of goldens.filter((one) =>
    ENDINGS.some((ending) => one.name === `end-of-input/${ending}`),
  )) {
    test(`the bytes are those of a pipe: ${name}`, async () => {
      // Within a line, the first Ctrl-D only sends what was typed; the second is the end of input.
      const keys = input
        .split(/(?<=\n)/)
        .map((line) => (line.endsWith('\n') ? line : line + (line && CTRL_D) + CTRL_D));
      if (input.endsWith('\n')) keys.push(CTRL_D);
      const seen = await types(PLAIN, untilPrompts(expected), keys);
      sameBytes(seen.shown, expected, name);
      assert.is(seen.exitCode, exitCode);
    });
  }

  const handout = goldens.find(({name}) => name === 'handout/2.3-full-house');
  const keys = handout?.input.split(/(?<=\n)/) ?? [];
  const shown = untilPrompts(handout?.expected ?? '');

  test('with echo, a person sees the session that section 2.3 prints', async () => {
    const whole = shown.map((part, at) => part + (keys[at] ?? ''));
    const seen = await onTerminal(`'${ASSIGN1}'`, async (terminal) => {
      for (const [at, typed] of keys.entries()) {
        await terminal.shows((text) => text.split('\n> ').length > at + 1);
        terminal.types(typed);
      }
    });
    assert.is(seen.shown, whole.join('').replaceAll('\n', '\r\n'));
  });

  test('Ctrl-C at a prompt ends the program by SIGINT, with nothing more printed', async () => {
    const before = shown.slice(0, 2);
    const seen = await types(PLAIN, before, ['6 6 6 4 4\n', CTRL_C]);
    sameBytes(seen.shown, before.join(''), 'before Ctrl-C');
    assert.is(seen.exitCode, 128 + 2);
  });
});
