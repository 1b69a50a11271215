/* The game in words: dice, card, what a roll is worth, and the hall of fame. */
import {wrapWords} from '../../command-line/terminal.js';
import {type Game, playerOf, type RolledGame} from '../../game/game.js';
import {CATEGORIES, CATEGORY_RULES} from '../../rules/categories.js';
import type {ColumnNumber, RuleSet} from '../../rules/rule-sets.js';
import {type Column, columnTotals, type Scorecard, totalOf} from '../../rules/scorecard.js';
import type {HallOfFame} from '../../storage/log.js';
import {diceInWords, rolled} from '../../table/messages.js';
import type {Scene} from '../../table/scene.js';
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

/** Each open box that the rules allow with what it would earn, and the reasons of the rules. */
export function worthInWords({card, reasons, players}: Scene): string {
  const worth = card.rows.flatMap(({category, cells}) => {
    const choices = cells.flatMap(({kind, text}, index) => {
      const factor = card.columns[index]?.factor;
      return kind === 'choice' ? [card.columns.length > players.length ? `x${factor} ${text}` : text] : [];
    });
    return category === null || choices.length === 0
      ? []
      : [`${CATEGORY_RULES[category].label} ${choices.join(' ')}`];
  });
  const ended = worth.map((text, index) => `${text}${index < worth.length - 1 ? ',' : '.'}`);
  return textOf(wrapWords(['Open boxes:', ...ended, ...reasons.map((reason) => `${reason}.`)], WIDTH));
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
