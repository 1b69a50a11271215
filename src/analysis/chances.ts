/* The current player's chances to win. The rolls of a turn share them, so those of the last turn asked about are kept. */
import {type Game, playerOf} from '../game/game.js';
import {finish} from '../solver/chances/target.js';
import {type ChancesToWin, win} from '../solver/chances/win.js';
import {openCount} from '../solver/lattice.js';
import type {Progress, Values} from '../solver/solver.js';
import {type Standing, standingOf} from '../solver/standing.js';

/** Max open boxes on a card for a solution within a second. */
const AT_ONCE = 8;

/** Max open boxes for a solution in some ten seconds; each more takes four times as long. */
const IN_TIME = 11;

/** A turn of a game of several players with one column each. */
interface Contest {
  readonly about: string;
  readonly own: Standing;
  readonly opponents: readonly Standing[];
  readonly open: number;
}

let last: {readonly about: string; readonly chances: ChancesToWin} | null = null;

/** Returns null for a lone player, with several columns, and for a turn that takes long and has not been solved. */
export function chancesOf(values: Values, game: Game): ChancesToWin | null {
  const contest = contestOf(game);
  if (contest === null) return null;
  if (last?.about === contest.about) return last.chances;
  return contest.open > AT_ONCE ? null : finish(solving(values, contest));
}

/** Returns true if `chancesOf` knows the chances of this turn whatever was asked before. */
export function isSolvedInstantly(game: Game): boolean {
  const contest = contestOf(game);
  return contest !== null && contest.open <= AT_ONCE;
}

/** Returns true if `solveChances` can find chances that `chancesOf` does not know yet. */
export function isSolvableLater(game: Game): boolean {
  const contest = contestOf(game);
  return contest !== null && isLater(contest);
}

function isLater({about, open}: Contest): boolean {
  return last?.about !== about && open > AT_ONCE && open <= IN_TIME;
}

interface Solving {
  readonly about: string;
  readonly done: Promise<void>;
}

let solvedNow: Solving | null = null;

/** Solves the chances in slices, between other work. Gives up the solution of another turn. */
export function solveChances(values: Values, game: Game): Promise<void> {
  const contest = contestOf(game);
  if (contest === null || !isLater(contest)) return Promise.resolve();
  if (solvedNow?.about === contest.about) return solvedNow.done;
  const begun: Solving = {about: contest.about, done: inSlices(values, contest, () => solvedNow !== begun)};
  solvedNow = begun;
  return begun.done;
}

/** Gives up a solution that nobody waits for any more. */
export function stopSolving(): void {
  solvedNow = null;
}

/** Milliseconds of a slice, in which nothing else is done. */
const SLICE = 20;

async function inSlices(values: Values, contest: Contest, isGivenUp: () => boolean): Promise<void> {
  const steps = solving(values, contest);
  for (let isDone = false; !isDone; ) {
    await new Promise((goOn) => setTimeout(goOn));
    if (isGivenUp()) return;
    const until = performance.now() + SLICE;
    while (!isDone && performance.now() < until) isDone = steps.next().done === true;
  }
  // The kept chances may be replaced, and this turn asked about again.
  stopSolving();
}

function* solving(values: Values, {about, own, opponents}: Contest): Generator<Progress, ChancesToWin> {
  const chances = yield* win(values, own, opponents);
  last = {about, chances};
  return chances;
}

function contestOf(game: Game): Contest | null {
  const {cards, setup} = game;
  const player = playerOf(game);
  const [own, ...opponents] = [cards[player] ?? [], ...cards.toSpliced(player, 1)].flatMap((card) =>
    card.map((column) => standingOf(column, setup.rules)),
  );
  if (own === undefined || opponents.length === 0 || opponents.length >= cards.length) return null;
  const open = Math.max(...[own, ...opponents].map(({position}) => openCount(position.open)));
  return {about: JSON.stringify([setup.rules, player, cards]), own, opponents, open};
}
