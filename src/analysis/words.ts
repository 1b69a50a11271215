/* Reviews in words. */
import {choiceInWords, isolated, lossInWords, UNSEEN} from '../game/format.js';
import type {Decision, PlayerReview, PlayerWins, Review, WinLoss} from './review.js';

export type DecisionView = ReturnType<typeof decisionsInWords>[number];

/** The round is empty except at its first decision, the best choice where nothing is lost. */
export function decisionsInWords(decisions: readonly Decision[], columns: number) {
  return decisions.map(({round, dice, played, best, luck, loss, lost, hinted}, index) => {
    const did = choiceInWords(played, columns);
    const loses = lossInWords(loss, '');
    return {
      round: round === decisions[index - 1]?.round ? '' : `${round}`,
      dice: dice.join(' '),
      played: hinted ? `${did} (with advice)` : did,
      best: loses === '' ? '' : choiceInWords(best, columns),
      luck: luckInWords(luck),
      loss: loses,
      lost: lossInWords(lost, ''),
    };
  });
}

/** `expected score 254.6 at the start, luck +30.1, choices -12.7: 272 points`. */
export function sumInWords({start, luck, loss, score}: PlayerReview, isOver: boolean): string {
  const end = isOver ? `${Math.round(score)} points` : `expected score ${score.toFixed(1)} now`;
  return `expected score ${start.toFixed(1)} at the start, luck ${luckInWords(luck)}, choices ${lossInWords(loss, '0.0')}: ${end}`;
}

/** Luck and choices in a game that is over: what decided it, and a sentence for each player. */
export function verdictsInWords({players}: Review): readonly string[] {
  const decided = decidedInWords(players);
  const fortunes = players.map((player) => fortuneInWords(player, players.length === 1));
  return [...(decided === null ? [] : [decided]), ...fortunes];
}

/** `You were 8 points luckier than average; your choices cost 31.` */
function fortuneInWords({name, luck, loss}: PlayerReview, isAlone: boolean): string {
  const [who, was, whose] = isAlone ? ['You', 'were', 'your'] : [isolated(name), 'was', 'the'];
  const [points, cost] = [luck, loss].map((one) => Math.round(Math.abs(one)));
  const lucky =
    points === 0
      ? 'had average luck'
      : `${was} ${points} ${points === 1 ? 'point' : 'points'} ${luck > 0 ? 'luckier' : 'unluckier'} than average`;
  return `${who} ${lucky}; ${whose} choices cost ${cost === 0 ? 'nothing' : cost}.`;
}

/** Compares the best two: `Ada was 31 ahead of Bob: +25 by luck, +6 by choices.` Returns null for a lone player. */
function decidedInWords(players: readonly PlayerReview[]): string | null {
  const [first, second] = players.toSorted((one, other) => other.score - one.score);
  if (first === undefined || second === undefined) return null;
  const by = Math.round(first.score - second.score);
  const luck = Math.round(first.luck - second.luck);
  return by === 0
    ? null
    : `${isolated(first.name)} was ${by} ahead of ${isolated(second.name)}: ${signed(luck)} by luck, ${signed(by - luck)} by choices.`;
}

function signed(points: number): string {
  return points < 0 ? `${points}` : `+${points}`;
}

/** `round 3, 1 1 6 6 6: keep 1 1 (-4.6), best keep 6 6 6`. */
export function mistakeInWords({round, dice, played, best, loss}: Decision, columns: number): string {
  const [did, better] = [played, best].map((choice) => choiceInWords(choice, columns));
  return `round ${round}, ${dice.join(' ')}: ${did} (${lossInWords(loss)}), best ${better}`;
}

/** `+10.5`, `-3.2`, `+0.0`. */
function luckInWords(luck: number): string {
  return `${luck <= -UNSEEN ? '-' : '+'}${Math.abs(luck).toFixed(1)}`;
}

/** `round 9, 1 1 1 5 5: keep 1 1 1 (-3.3%), best to win keep 5 5`. */
export function winLossInWords({round, dice, played, best, loss}: WinLoss): string {
  const [did, better] = [played, best].map((choice) => choiceInWords(choice, 1));
  return `round ${round}, ${dice.join(' ')}: ${did} (-${(100 * loss).toFixed(1)}%), best to win ${better}`;
}

/** `50% before this player's turn in round 6, 100% at the end`. */
export function winsInWords({from, chances}: PlayerWins): string {
  const [first = 0, last = 0] = [chances[0], chances.at(-1)].map((chance) => Math.round(100 * (chance ?? 0)));
  return `${first}% before this player's turn in round ${from}, ${last}% at the end`;
}
