import * as assert from 'uvu/assert';
import {step} from '../../../src/terminal/dialogue/dialogue.js';
import {at, PLACES, type PlaceName, reminderAt, sameGame} from '../../support/asked.js';
import {suite} from '../../support/suite.js';

suite('help', (test) => {
  for (const [name, {question}] of Object.entries(PLACES) as [PlaceName, {question: string}][]) {
    test(`at ${name} lists only what can be typed there, and fits the screen`, () => {
      const before = at(name);
      const {dialogue: same, output: help} = step(before, '?');
      assert.equal(JSON.stringify(same), JSON.stringify(before));
      assert.is(step(before, 'HELP').output, help);
      const end = `\n${reminderAt(name)}${question}\n> `;
      assert.ok(help.startsWith('\nYou can type:\n') && help.endsWith(end), help);
      assert.match(help, /^(.{0,79}\S)?(\n(.{0,79}\S)?){1,23}\n> $/);
      const lines = help.slice('\nYou can type:\n'.length, -end.length).replaceAll(/\n {14}/g, ' ');
      for (const entry of lines.split('\n')) {
        const [, typed = '', does] = /^ {2}(.{11}) (.+)$/.exec(entry) ?? [];
        const line = typed.trim().replace('Enter', '');
        assert.is.not(does, undefined, entry);
        // Notes, and what is said above; the rolls that are left decide on `back`.
        if (typed.trim() === '' || line === '?') continue;
        if (name === 'category after three rolls' && line === 'back') continue;
        const {dialogue, output} = step(before, line);
        const isShown = line === 'card' || line === 'quit';
        assert.ok(isShown || JSON.stringify(dialogue) !== JSON.stringify(before), `${line}: ${output}`);
        assert.not.match(
          output,
          /means nothing|is neither|is not (a|\d)|no category|needed|^\nThere is/,
          line,
        );
      }
    });
  }
});

suite('commands', (test) => {
  for (const name of Object.keys(PLACES) as PlaceName[]) {
    const end = `\n${PLACES[name].question}\n> `;

    test(`card at ${name} shows the card, above the same question`, () => {
      const {dialogue, output} = step(at(name), 'card');
      assert.match(output, /^\nEric.*: (nothing filled|[A-Z]).*\n(.*\n)*.*TOTAL /);
      assert.ok(output.endsWith(end));
      assert.not.match(output, '\n\n');
      sameGame(dialogue, at(name));
    });

    test(`quit at ${name} asks once more unless the game is saved, and forgets it by any other answer`, () => {
      const first = step(at(name), 'quit');
      assert.match(first.output, /^\nThis game is not saved; .* Type quit again to leave it\.\n/);
      assert.ok(first.output.endsWith(end));
      for (const {output, dialogue} of [step(first.dialogue, ' QUIT '), step(at(name), 'quit', true)]) {
        assert.equal([output, dialogue.isLeft], ['', true]);
        sameGame(dialogue, at(name));
      }
      for (const between of ['?', 'card', 'nonsense']) {
        const {dialogue} = step(first.dialogue, between);
        assert.match(step(dialogue, 'quit').output, 'Type quit again');
      }
    });
  }
});
