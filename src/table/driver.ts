/*
 * Drives a game at a table, the same in every front end: takes events, and starts the table's pending work, which is the
 * next picture of a roll, advice, the computer's action, the pause at the end, and the review. A front end provides a
 * clock and an advisor, and is told of each change.
 */
import type {Advisor} from '../analysis/advisor.js';
import type {PlayerWins, Review} from '../analysis/review.js';
import {computerOf, type Played} from '../game/game.js';
import {notWorkedOut} from './messages.js';
import {PICTURES, type Table, type TableEvent} from './state.js';
import {advised, applyEvent, computerActs, unanswered} from './table.js';

/** A game as a front end sees it. */
export interface Sitting {
  readonly table: Table;
  /** Picture of the roll that is being shown, from 0. */
  readonly picture: number;
  /** Null until the game is over and its review is worked out. */
  readonly review: Review | null;
  /** Chances to win over the game; null while unknown. */
  readonly wins: readonly PlayerWins[] | null;
  /** Reason for a missing review, as a sentence; null while it may come. */
  readonly noReview: string | null;
}

export interface FrontEnd {
  /** Answers questions. A front end leaves out the methods whose answers it does not show. */
  readonly advisor: Pick<Advisor, 'adviceOn' | 'nextAction'> &
    Partial<Pick<Advisor, 'adviceToWin' | 'review' | 'winsIn'>>;
  /** Acts after some milliseconds; returns a function that prevents it. */
  readonly clock: (act: () => void, milliseconds: number) => () => void;
  /** Shows a change. */
  readonly show: (now: Sitting, before: Sitting) => void;
  /** Leaves the game, or begins another. */
  readonly leave: (event: 'quit' | 'again') => void;
}

/** Pictures of a roll by the computer. */
const THEIR_PICTURES = 4;

/**
 * Milliseconds for each picture of a roll; before the computer's first roll, while a placement can be taken back; before
 * its other actions; and at the end, before another game can begin.
 */
const PAUSES = {picture: 70, first: 800, other: 150, end: 1000} as const;

/** Reset after each action. */
const OPEN = {picture: 0, review: null, wins: null, noReview: null} as const;

export class Driver {
  readonly #frontEnd: FrontEnd;
  #now: Sitting;
  #isStopped = false;
  /** Game whose roll or end is being shown by the clock. */
  #timed: Played | null = null;
  #stopClock = (): void => {};
  /** Game about which the advisor is being asked. */
  #asked: Played | null = null;
  #answered = Promise.resolve();
  /** Ends the pause before the computer's action. */
  #endPause = (): void => {};
  /** Advice to which the chance to win is being added. */
  #extended: Table['advice'] = null;
  #reviewed: Played | null = null;

  constructor(table: Table, frontEnd: FrontEnd) {
    this.#frontEnd = frontEnd;
    this.#now = {table, ...OPEN};
    this.#serve();
  }

  get now(): Sitting {
    return this.#now;
  }

  send(event: TableEvent): void {
    const {table} = this.#now;
    if (event.event === 'quit') this.#frontEnd.leave('quit');
    else if (event.event !== 'again') this.goOn(applyEvent(table, event));
    else if (!table.hasJustEnded) this.#frontEnd.leave('again');
  }

  /** Continues from a table that has changed. */
  goOn(table: Table): void {
    this.#show({table});
    this.#serve();
  }

  /** Resolves once the table waits for a person. */
  async settled(): Promise<void> {
    while (this.#asked !== null) await this.#answered;
  }

  /** Asks for a missing review again. */
  askReview(): void {
    if (this.#now.noReview === null) return;
    this.#show({noReview: null});
    this.#review(this.#now.table);
  }

  /** Stops everything: nothing is shown any more. */
  stop(): void {
    this.#isStopped = true;
    this.#stopClock();
  }

  #show(change: Partial<Sitting>): void {
    const before = this.#now;
    const isOther = change.table !== undefined && change.table.played !== before.table.played;
    this.#now = {...before, ...(isOther && OPEN), ...change};
    this.#frontEnd.show(this.#now, before);
  }

  /** Starts what the table waits for, unless it is under way. */
  #serve(): void {
    const {table} = this.#now;
    if (table.isHurried) this.#endPause();
    this.#time(table);
    this.#ask(table);
    this.#extend(table);
    if (table.played !== this.#reviewed) this.#review(table);
  }

  /** Starts the clock for a roll or the end, unless it runs already. */
  #time({mode, hasJustEnded, played}: Table): void {
    const isRolling = mode.mode === 'rolling';
    const timed = isRolling || hasJustEnded ? played : null;
    if (timed === this.#timed) return;
    this.#timed = timed;
    this.#stopClock();
    if (isRolling) this.#roll();
    else if (hasJustEnded) this.#after(PAUSES.end, () => this.send({event: 'shown'}));
  }

  #roll(): void {
    this.#after(PAUSES.picture, () => {
      const {table, picture} = this.#now;
      const pictures = computerOf(table.played.game) === null ? PICTURES : THEIR_PICTURES;
      if (picture + 1 === pictures) this.send({event: 'shown'});
      else {
        this.#show({picture: picture + 1});
        this.#roll();
      }
    });
  }

  #after(milliseconds: number, act: () => void): void {
    this.#stopClock = this.#frontEnd.clock(act, milliseconds);
  }

  /** Asks the advisor for what the table waits for: advice, or the computer's action after a pause. */
  #ask(table: Table): void {
    const {played} = table;
    const asking = played === this.#asked ? null : askFor(table, this.#frontEnd.advisor);
    if (asking === null) return;
    this.#asked = played;
    const take = (change: (table: Table) => Table): void => {
      if (this.#asked === played) this.#asked = null;
      if (this.#isAt(played)) this.goOn(change(this.#now.table));
    };
    this.#answered = Promise.all([asking, this.#pause(table)]).then(
      ([change]) => take(change),
      ({message}: Error) => take((now) => unanswered(now, message)),
    );
  }

  async #pause({motion, isHurried, mode, played: {game}}: Table): Promise<void> {
    if (mode.mode !== 'computer' || !motion || isHurried) return;
    await new Promise<void>((resolve) => {
      this.#endPause = resolve;
      this.#frontEnd.clock(resolve, game.phase === 'awaiting-roll' ? PAUSES.first : PAUSES.other);
    });
  }

  /** Adds the chance to win to the advice on the table. If that fails, the game goes on without it. */
  #extend({advice, played}: Table): void {
    const {adviceToWin} = this.#frontEnd.advisor;
    if (advice === null || advice === 'asked' || advice === this.#extended || !advice.isMoreToCome) return;
    if (adviceToWin === undefined || played.game.phase !== 'awaiting-choice') return;
    this.#extended = advice;
    adviceToWin(played.game).then(
      (more) => this.#isAt(played) && this.goOn(advised(this.#now.table, played, more)),
      () => {},
    );
  }

  /** Asks for the review of a finished game, and then for its chances to win. */
  #review({played}: Table): void {
    const {review, winsIn} = this.#frontEnd.advisor;
    const learn = (change: Partial<Sitting>): void => {
      if (this.#isAt(played)) this.#show(change);
    };
    this.#reviewed = played;
    if (played.game.phase !== 'over' || review === undefined) return;
    const reviewed = review(played).then(
      (found) => learn({review: found}),
      ({message}: Error) => learn({noReview: notWorkedOut(message, 'review')}),
    );
    reviewed
      .then(() => winsIn?.(played))
      .then(
        (wins) => learn({wins: wins ?? null}),
        () => {},
      );
  }

  /** Tests if the game on the table is still the one that an answer is about. */
  #isAt(played: Played): boolean {
    return !this.#isStopped && this.#now.table.played === played;
  }
}

/** Asks for what a table waits for; the answer changes the table as it is then. Returns null if a person is awaited. */
function askFor(
  {played, mode, advice, refusal}: Table,
  {adviceOn, nextAction, adviceToWin}: FrontEnd['advisor'],
): Promise<(table: Table) => Table> | null {
  const {game} = played;
  // After a refusal, asking again would never end.
  if (mode.mode === 'computer' && refusal === null)
    return nextAction(game).then((action) => (table) => computerActs(table, action));
  if (advice !== 'asked' || game.phase !== 'awaiting-choice') return null;
  return adviceOn(game).then((found) => {
    const whole = adviceToWin === undefined ? {...found, isMoreToCome: false} : found;
    return (table) => advised(table, played, whole);
  });
}
