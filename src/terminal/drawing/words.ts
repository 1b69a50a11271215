/* The game in words: dice, card, what a roll is worth, and the hall of fame. */
import {wrapWords} from '../../command-line/terminal.js';
import {type Game, placementsOf, playerOf, type RolledGame} from '../../game/game.js';
import {CATEGORIES, CATEGORY_RULES} from '../../rules/categories.js';
import type {ColumnNumber, RuleSet} from '../../rules/rule-sets.js';
import {type Column, columnTotals, type Scorecard, totalOf} from '../../rules/scorecard.js';
import type {HallOfFame} from '../../storage/log.js';
import {withBonus} from '../../table/layouts.js';
import {diceInWords, reasonsIn, rolled} from '../../table/messages.js';
import {fitted, shortened, textOf, WIDTH} from './text.js';

/** A roll in words, on a line. */
export function rollInWords(game: RolledGame): string {
  return rolled(game, shortened(game.setup.players[playerOf(game)] ?? ''));
}

/** A roll, and the dice that the last reroll held: `Eric, roll 2 of 3: 5 1 5 2 5. Held: dice 1 and 3.` */
export function rollAndHeldInWords(game: RolledGame): string {
  const held = game.held.length === 0 ? '' : ` Held: ${diceInWords(game.held)}.`;
  return `${rollInWords(game)}${held}\n`;
}

/** What the roll would earn in every box that may be filled, in words; with what the rules say of it. */
export function worthInWords(game: RolledGame): string {
  const placements = placementsOf(game);
  const worth = CATEGORIES.flatMap((category) => {
    const earned = placements
      .filter((placement) => placement.legal && placement.category === category)
      .map(({column, points, bonus}) => {
        const text = withBonus(points, bonus);
        return game.setup.columns === 1 ? text : `x${column} ${text}`;
      });
    return earned.length === 0 ? [] : [`${CATEGORY_RULES[category].label} ${earned.join(' ')}`];
  });
  const ended = worth.map((text, index) => `${text}${index < worth.length - 1 ? ',' : '.'}`);
  const reasons = reasonsIn(game, placements).map((reason) => `${reason}.`);
  return textOf(wrapWords(['Open boxes:', ...ended, ...reasons], WIDTH));
}

/** All cards as sentences: what is filled, and the sums. */
export function cardInWords(game: Game): string {
  const columnInWords = (name: string, column: Column): string => {
    const {upperScore, upperBonus, lowerScore, total} = columnTotals(column);
    const filled = CATEGORIES.filter((category) => column.boxes[category] !== null).map(
      (category) => `${CATEGORY_RULES[category].label} ${column.boxes[category]}`,
    );
    const bonus = column.yahtzeeBonus > 0 ? [`Yahtzee Bonus ${column.yahtzeeBonus}`] : [];
    const sums = `Upper Score ${upperScore}, Upper Bonus ${upperBonus}, Lower Score ${lowerScore}, TOTAL ${total}.`;
    return `${name}: ${filled.length === 0 ? 'nothing filled' : [...filled, ...bonus].join(', ')}. ${sums}`;
  };
  const cardOf = (name: string, card: Scorecard): string[] =>
    card.length === 1
      ? card.map((column) => columnInWords(name, column))
      : [
          ...card.map((column) => columnInWords(`${name} x${column.factor}`, column)),
          `${name}: ${totalOf(card)} in all columns.`,
        ];
  return textOf(
    game.cards.flatMap((card, player) =>
      cardOf(game.setup.players[player] ?? '', card).map((line) => fitted(line)),
    ),
  );
}

/** The hall of fame of games with so many columns, and with these rules where nothing above says with which. */
export function hallOfFameInWords(entries: HallOfFame, columns: ColumnNumber, rules?: RuleSet): string {
  const width = String(entries[0]?.score).length;
  const places = entries.map(({score, name}, index) => {
    const start = `${String(index + 1).padStart(2)}. ${String(score).padStart(width)} `;
    return `${start}${shortened(name, WIDTH - start.length)}`;
  });
  return textOf([
    [
      'Hall of fame',
      ...(rules === undefined ? [] : [rules]),
      ...(columns === 1 ? [] : [`${columns} columns`]),
    ].join(', '),
    ...(entries.length === 0 ? ['No entries yet.'] : places),
  ]);
}
