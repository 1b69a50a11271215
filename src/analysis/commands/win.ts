/* The best chance to win against opponents whose cards are given. */
import type {ParsedFlags} from '../../command-line/flags.js';
import {usageError} from '../../command-line/user-error.js';
import {MAX_PLAYERS} from '../../game/players.js';
import type {RuleSet} from '../../rules/rule-sets.js';
import type {Values} from '../../solver/solver.js';
import {type Standing, standingOf} from '../../solver/standing.js';
import {finish} from '../../solver/target/target.js';
import {type ChancesToWin, win} from '../../solver/target/win.js';
import {columnOf} from './card-options.js';
import {withProgress} from './progress.js';
import {EMPTY} from './shared.js';

const FLAGS = {card: '--opponent', bonuses: '--opponent-bonuses'} as const;

/**
 * Where the opponents stand, in the order in which they are given.
 *
 * @throws UserError if no game by these rules can have their cards
 */
export function opponentsIn(given: ParsedFlags, rules: RuleSet): readonly Standing[] {
  const cards = given.texts('opponent');
  const bonuses = given.texts('opponent-bonuses');
  if (cards.length >= MAX_PLAYERS)
    throw usageError(`--opponent can be given up to ${MAX_PLAYERS - 1} times, not ${cards.length}`);
  if (bonuses.length > cards.length)
    throw usageError('--opponent-bonuses is given more often than --opponent');
  return cards.map((card, index) => {
    const count = bonuses[index] ?? '0';
    if (!/^\d+$/.test(count))
      throw usageError(`--opponent-bonuses takes a whole number of at least 0, not ${JSON.stringify(count)}`);
    return standingOf(columnOf(card === EMPTY ? null : card, Number(count), rules, FLAGS));
  });
}

/** The best chances to win; null if there are no opponents. With many open boxes this takes long, and shows how far it is. */
export function winOf(
  values: Values,
  standing: Standing,
  opponents: readonly Standing[],
): ChancesToWin | null {
  if (opponents.length === 0) return null;
  return withProgress((onProgress) => finish(win(values, standing, opponents), onProgress));
}
