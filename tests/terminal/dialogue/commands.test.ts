import * as assert from 'uvu/assert';
import {step} from '../../../src/terminal/dialogue/dialogue.js';
import {at, PLACES, type PlaceName, reminderAt, sameGame} from '../../support/asked.js';
import {suite} from '../../support/suite.js';

suite('help', (test) => {
  /** Lines of the help at a place. */
  const entriesAt = (name: PlaceName): [typed: string, does: string][] => {
    const {dialogue, output} = step(at(name), '?');
    assert.is(JSON.stringify(dialogue), JSON.stringify(at(name)));
    const [blank, title, ...rest] = output.split('\n');
    assert.equal([blank, title], ['', 'You can type:']);
    const question = `${reminderAt(name)}${PLACES[name].question}\n> `;
    const lines = rest.join('\n');
    assert.ok(lines.endsWith(`\n${question}`), lines);
    return lines
      .slice(0, -question.length - 1)
      .replaceAll(/\n {14}/g, ' ')
      .split('\n')
      .map((line) => {
        const [, typed = '', does = ''] = /^ {2}(.{11}) (.+)$/.exec(line) ?? [];
        assert.is.not(does, '', line);
        return [typed.trim(), does];
      });
  };
  /** Entries that are said in words, by what they stand for. */
  const SAID: Readonly<Record<string, string[]>> = {
    Enter: [''],
    '': [],
  };

  for (const name of Object.keys(PLACES) as PlaceName[]) {
    test(`at ${name} lists only what can be typed there`, () => {
      const entries = entriesAt(name);
      assert.ok(entries.length > 0);
      for (const [typed] of entries) {
        for (const line of SAID[typed] ?? [typed]) {
          if (line === '?') continue;
          if (name === 'category after three rolls' && line === 'back') continue;
          const before = at(name);
          const {dialogue, output} = step(before, line);
          const isShown = line === 'card' || line === 'quit';
          assert.ok(isShown || JSON.stringify(dialogue) !== JSON.stringify(before), `${line}: ${output}`);
          assert.not.match(
            output,
            /means nothing|is neither|is not (a|\d)|no category|needed|^\nThere is/,
            line,
          );
        }
      }
    });

    test(`at ${name} is what help and ? say, and fits the screen`, () => {
      const {output} = step(at(name), '?');
      assert.is(step(at(name), 'HELP').output, output);
      const lines = output.split('\n').slice(1);
      assert.ok(lines.length <= 24, `${lines.length} lines`);
      assert.is(lines.filter((line) => line.length > 80).join('\n'), '');
      assert.is(
        lines
          .slice(0, -1)
          .filter((line) => line.endsWith(' '))
          .join('\n'),
        '',
      );
    });
  }
});

suite('commands', (test) => {
  for (const name of Object.keys(PLACES) as PlaceName[]) {
    test(`card at ${name} shows the card, above the same question`, () => {
      const {dialogue, output} = step(at(name), 'card');
      assert.match(output, /^\nEric.*: (nothing filled|[A-Z]).*\n(.*\n)*.*TOTAL /);
      assert.ok(output.endsWith(`\n${PLACES[name].question}\n> `));
      assert.not.match(output, '\n\n');
      sameGame(dialogue, at(name));
    });

    test(`quit at ${name} asks once more where nothing is saved, and forgets it by any other answer`, () => {
      const first = step(at(name), 'quit');
      assert.match(
        first.output,
        /^\nThis game is not saved; --save FILE would keep it\. Type quit again to leave it\.\n/,
      );
      assert.ok(first.output.endsWith(`\n${PLACES[name].question}\n> `));
      sameGame(first.dialogue, at(name));

      const second = step(first.dialogue, ' QUIT ');
      assert.equal([second.output, second.dialogue.isLeft], ['', true]);

      for (const between of ['?', 'card', 'nonsense']) {
        const {dialogue} = step(first.dialogue, between);
        assert.match(step(dialogue, 'quit').output, 'Type quit again');
      }
    });

    test(`quit at ${name} ends it at once where it is saved`, () => {
      const {dialogue, output} = step({...at(name), isSafe: true}, 'quit');
      assert.equal([output, dialogue.isLeft], ['', true]);
      sameGame(dialogue, at(name));
    });
  }
});
