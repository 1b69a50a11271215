import {type Action, applyAction, type Game, newGame, playerOf} from '../../src/game/game.js';
import type {Setup} from '../../src/game/setup.js';
import {DIE_NUMBERS, FACES, type Face} from '../../src/rules/dice.js';
import {openPlacements} from '../../src/rules/scorecard.js';
import type {Dealer} from './random.js';
import type {Entry} from './reference-card.js';

interface PlayedGame {
  readonly game: Game;
  readonly actions: readonly Action[];
  readonly histories: readonly (readonly Entry[])[];
}

/** Called in every state of the game, before the next action. */
type Watch = (game: Game) => void;

/** Plays to the end: any number of rolls, any dice, any legal box; now and then a placement is undone. */
export function playRandomly(setup: Setup, {number, oneOf}: Dealer, watch: Watch = () => {}): PlayedGame {
  const typed = setup.dice === 'typed';
  const actions: Action[] = [];
  const histories: Entry[][] = setup.players.map(() => []);
  let game = newGame(setup);

  const act = (action: Action): void => {
    const next = applyAction(game, action);
    if ('refusal' in next) throw new Error(`${JSON.stringify(action)} is refused: ${next.refusal}`);
    actions.push(action);
    game = next;
  };
  // Typed dice are often alike, so that there are many Jokers.
  const faces = (count: number): Face[] => {
    const alike = number(1, 3) === 1 ? oneOf(FACES) : undefined;
    return Array.from({length: count}, () => alike ?? oneOf(FACES));
  };

  while (game.phase !== 'over') {
    watch(game);
    if (game.phase === 'awaiting-roll') {
      const takenBack = game.before !== null && number(1, 40) === 1;
      if (takenBack) {
        act({action: 'undo'});
        histories[playerOf(game)]?.pop();
      } else {
        act(typed ? {action: 'roll', faces: faces(5)} : {action: 'roll'});
      }
    } else if (game.roll < 3 && number(1, 2) === 1) {
      const numbers = DIE_NUMBERS.filter(() => number(0, 1) === 1);
      if (number(0, 1) === 1) numbers.reverse();
      act(typed ? {action: 'reroll', numbers, faces: faces(numbers.length)} : {action: 'reroll', numbers});
    } else {
      const player = playerOf(game);
      const card = game.cards[player] ?? [];
      const legal = openPlacements(card, game.dice, setup.rules).filter((one) => one.legal);
      const chosen = legal[number(0, legal.length - 1)];
      if (chosen === undefined) throw new Error(`no box for ${game.dice} on ${JSON.stringify(card)}`);
      const {column, category} = chosen;
      histories[player]?.push({column, box: category, roll: game.dice});
      act({action: 'place', column, category});
    }
  }
  watch(game);
  return {game, actions, histories};
}
