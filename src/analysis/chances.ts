/*
 * The chances to win of the player whose turn it is, from its start on: the three rolls of a turn have the same. Those of
 * the last turn that was asked about are kept.
 */
import {type Game, playerOf} from '../game/game.js';
import {openBoxes} from '../solver/lattice.js';
import type {Progress, Values} from '../solver/solver.js';
import {type Standing, standingOf} from '../solver/standing.js';
import {finish} from '../solver/target/target.js';
import {type ChancesToWin, win} from '../solver/target/win.js';

/** With so many open boxes on a card, at most, they take less than a second. */
const AT_ONCE = 8;

/** And so many take some ten seconds; with each more it would be four times as long. */
const IN_TIME = 11;

/** A turn of a game of several players with one column each. */
interface Race {
  /** The same for all that is asked about this turn. */
  readonly about: string;
  readonly own: Standing;
  readonly opponents: readonly Standing[];
  /** The most boxes that are open on any card. */
  readonly open: number;
}

let last: {readonly about: string; readonly chances: ChancesToWin} | null = null;

/** Null for one alone, with several columns, and where they would take too long and have not been solved. */
export function chancesOf(values: Values, game: Game): ChancesToWin | null {
  const race = raceOf(game);
  if (race === null) return null;
  if (last?.about === race.about) return last.chances;
  return race.open > AT_ONCE ? null : finish(solving(values, race));
}

/** Whether `chancesOf` knows them of every turn like this, whatever was asked before. */
export function areAtOnce(game: Game): boolean {
  const race = raceOf(game);
  return race !== null && race.open <= AT_ONCE;
}

/** Whether `solveChances` can find more than `chancesOf` knows. */
export function areToCome(game: Game): boolean {
  const race = raceOf(game);
  return race !== null && last?.about !== race.about && race.open > AT_ONCE && race.open <= IN_TIME;
}

interface Solving {
  readonly about: string;
  readonly done: Promise<void>;
}

let solvedNow: Solving | null = null;

/** Solves them while other things go on. What was being solved for another turn is given up. */
export function solveChances(values: Values, game: Game): Promise<void> {
  const race = raceOf(game);
  if (race === null || !areToCome(game)) return Promise.resolve();
  if (solvedNow?.about === race.about) return solvedNow.done;
  const begun: Solving = {about: race.about, done: inSlices(values, race, () => solvedNow !== begun)};
  solvedNow = begun;
  return begun.done;
}

/** Gives up what is being solved: nobody waits for it any more. */
export function stopSolving(): void {
  solvedNow = null;
}

/** For how many milliseconds nothing else is done. */
const SLICE = 20;

async function inSlices(values: Values, race: Race, isGivenUp: () => boolean): Promise<void> {
  const steps = solving(values, race);
  for (let isDone = false; !isDone; ) {
    await new Promise((goOn) => setTimeout(goOn));
    if (isGivenUp()) return;
    const until = performance.now() + SLICE;
    while (!isDone && performance.now() < until) isDone = steps.next().done === true;
  }
  // Another turn may take the place of what is kept, and this one be asked about once more.
  stopSolving();
}

function* solving(values: Values, {about, own, opponents}: Race): Generator<Progress, ChancesToWin> {
  const chances = yield* win(values, own, opponents);
  last = {about, chances};
  return chances;
}

function raceOf(game: Game): Race | null {
  const {cards, setup} = game;
  const player = playerOf(game);
  const [own, ...opponents] = [cards[player] ?? [], ...cards.toSpliced(player, 1)].flatMap((card) =>
    card.map(standingOf),
  );
  if (own === undefined || opponents.length === 0 || opponents.length >= cards.length) return null;
  const open = Math.max(...[own, ...opponents].map(({position}) => openBoxes(position.open)));
  return {about: JSON.stringify([setup.rules, player, cards]), own, opponents, open};
}
