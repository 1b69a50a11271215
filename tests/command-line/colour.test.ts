import * as assert from 'uvu/assert';
import {hasColour} from '../../src/command-line/colour.js';
import {suite} from '../support/suite.js';

suite('colours', (test) => {
  const cases: readonly (readonly [env: Record<string, string>, onTerminal: boolean, inPipe: boolean])[] = [
    [{}, false, false],
    ...['', 'dumb', 'vt100'].map((TERM) => [{TERM}, false, false] as const),
    ...['screen.xterm-256color', 'linux', 'new-256color'].map((TERM) => [{TERM}, true, false] as const),
    [{NO_COLOR: '1'}, false, false],
    [{NO_COLOR: '', TERM: 'xterm'}, true, false],
    [{FORCE_COLOR: '3', NO_COLOR: '1', TERM: 'dumb'}, true, true],
    [{FORCE_COLOR: '0'}, false, false],
    [{FORCE_COLOR: 'false'}, false, false],
    [{FORCE_COLOR: '', TERM: 'xterm'}, true, false],
  ];
  for (const [env, onTerminal, inPipe] of cases) {
    test(`${JSON.stringify(env)}: ${onTerminal} on a terminal, ${inPipe} in a pipe`, () => {
      assert.is(hasColour({isTTY: true}, env), onTerminal);
      assert.is(hasColour({}, env), inPipe);
    });
  }
});
