/* The values that shells complete are those that the commands take: who types another is told of each. */
import * as assert from 'uvu/assert';
import {COMMAND as ADVISE} from '../../src/analysis/commands/advise.js';
import {COMMAND as ODDS} from '../../src/analysis/commands/odds.js';
import type {Command} from '../../src/command-line/flags.js';
import {commandWith as fuzzWith} from '../../src/fuzzing/fuzz.js';
import {commandWith as markWith} from '../../src/marking/commands/mark.js';
import {COMMAND as MERGE} from '../../src/marking/commands/merge.js';
import {COMMAND as SCORES} from '../../src/terminal/scores.js';
import {COMMAND as PLAY} from '../../src/terminal/settings.js';
import {SESSIONS} from '../../src/valuation/made-up.js';
import {ECHO} from '../support/marked.js';
import {marksOf} from '../support/marks.js';
import {inPlace} from '../support/place.js';
import {suite} from '../support/suite.js';

/** Every command that has such flags, with what it asks for before it looks at them. */
const COMMANDS: readonly (readonly [command: Command, ...args: string[]])[] = [
  [PLAY],
  [SCORES],
  [ADVISE, '--dice', '1,1,1,1,1'],
  [ODDS],
  [markWith({fixtures: '', title: '', version: ''}), 'prog.sh', '--fixtures', 'cases'],
  [fuzzWith(SESSIONS), 'prog.sh'],
  [MERGE, 'report.json'],
];
const REPORT = JSON.stringify(marksOf({}));

suite('a value that is not in the list of its flag', (test) => {
  for (const [{name: command, flags}, ...args] of COMMANDS) {
    for (const {name, values = []} of flags) {
      if (values.length === 0) continue;
      test(
        `is refused by ${command} --${name}, which names all that are`,
        inPlace(async ({write, fivedice}) => {
          write({...ECHO, 'prog.sh': '#!/bin/sh\ncat\n', 'report.json': REPORT});
          const {stderr, exitCode} = await fivedice(command, ...args, `--${name}=none-of-these`);
          assert.is(exitCode, 2);
          const said = new RegExp(`^fivedice: ${command}: --${name}\\b.*"none-of-these"`);
          assert.match(stderr, said);
          for (const value of values) assert.ok(stderr.includes(String(value)), `${value}: ${stderr}`);
        }),
      );
    }
  }
});
