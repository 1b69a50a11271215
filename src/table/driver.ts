/*
 * The course of a game at a table, the same in every front end: it takes events, and starts what the table waits for then.
 * That is the next picture of a roll, advice, the computer's next action, a moment to see the end, and the review. A front
 * end lends a clock and an advisor, and is shown each change.
 */
import type {Advisor} from '../analysis/advisor.js';
import type {Review} from '../analysis/review.js';
import type {PlayerWins} from '../analysis/wins.js';
import {type Action, computerOf, type Played} from '../game/game.js';
import {notWorkedOut} from './messages.js';
import {PICTURES, type Table, type TableEvent} from './state.js';
import {advised, applyEvent, computerActs, unanswered} from './table.js';

/** What a front end sees of a game. */
export interface Sitting {
  readonly table: Table;
  /** Picture of the roll that is being shown, from 0 to `PICTURES`. */
  readonly picture: number;
  /** Null until the game is over and its review is worked out. */
  readonly review: Review | null;
  /** Chances to win over the game; null while unknown. */
  readonly wins: readonly PlayerWins[] | null;
  /** Reason for a missing review, as a sentence; null while it may come. */
  readonly noReview: string | null;
}

export interface FrontEnd {
  /** Answers questions. What it lacks is not asked: chances to win take longer than advice, a review comes at the end. */
  readonly advisor: Pick<Advisor, 'adviceOn' | 'nextAction'> &
    Partial<Pick<Advisor, 'adviceToWin' | 'review' | 'winsIn'>>;
  /** Acts after some milliseconds; returns a function that prevents it. */
  readonly clock: (act: () => void, milliseconds: number) => () => void;
  /** Shows a change. */
  readonly show: (now: Sitting, before: Sitting) => void;
  /** Leaves the game, or begins another. */
  readonly leave: (event: 'quit' | 'again') => void;
}

/** Milliseconds for which each picture of a roll is seen. */
const PICTURE = 70;

/** Pictures of a roll by the computer. */
const THEIR_PICTURES = 4;

/** Milliseconds before the computer's first roll, in which a placement can be taken back; before its other actions; at the end. */
const PAUSES = {first: 800, other: 150, end: 1000} as const;

/** Nothing is known yet about the end of a game. */
const OPEN = {review: null, wins: null, noReview: null} as const;

export class Driver {
  readonly #frontEnd: FrontEnd;
  #now: Sitting;
  #isStopped = false;
  /** Game whose roll or end the clock is about to finish showing. */
  #timed: Played | null = null;
  #stopClock = (): void => {};
  /** Game about which the table has asked, and the answer on its way. */
  #asked: Played | null = null;
  #answering: Promise<void> | null = null;
  /** Ends the pause before the computer's action. */
  #endPause = (): void => {};
  /** Advice to which the chance to win is being added. */
  #extended: Table['advice'] = null;
  #reviewed: Played | null = null;

  constructor(table: Table, frontEnd: FrontEnd) {
    this.#frontEnd = frontEnd;
    this.#now = {table, picture: 0, ...OPEN};
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

  /** Goes on from the table after some events. */
  goOn(table: Table): void {
    this.#show({table});
    this.#serve();
  }

  /** Resolves once the table waits for a person. */
  async settled(): Promise<void> {
    while (this.#answering !== null) await this.#answering;
  }

  /** Asks for the review again if it is missing. */
  askReview(): void {
    const {noReview, table} = this.#now;
    if (noReview === null) return;
    this.#show({noReview: null});
    this.#review(table.played);
  }

  /** Stops all that is under way: the front end is shown nothing any more. */
  stop(): void {
    this.#isStopped = true;
    this.#stopClock();
  }

  #show(change: Partial<Sitting>): void {
    const before = this.#now;
    const isOther = change.table !== undefined && change.table.played !== before.table.played;
    this.#now = {...before, ...(isOther && {picture: 0, ...OPEN}), ...change};
    this.#frontEnd.show(this.#now, before);
  }

  /** Starts what the table waits for, unless it is under way. */
  #serve(): void {
    const {table} = this.#now;
    if (table.isHurried) this.#endPause();
    this.#time(table);
    this.#ask(table);
    this.#extend(table);
    if (table.played.game.phase === 'over' && table.played !== this.#reviewed) this.#review(table.played);
  }

  /** Has the clock show a roll, or the end. */
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
    const {picture, table} = this.#now;
    const isLast = picture + 1 === (computerOf(table.played.game) === null ? PICTURES : THEIR_PICTURES);
    this.#after(PICTURE, () => {
      if (isLast) return this.send({event: 'shown'});
      this.#show({picture: picture + 1});
      this.#roll();
    });
  }

  #after(milliseconds: number, act: () => void): void {
    this.#stopClock = this.#frontEnd.clock(act, milliseconds);
  }

  /** Has the advisor answer what the table asks. A failure is a refusal at the table; the next event asks again. */
  #ask(table: Table): void {
    const {played} = table;
    const answer = answerTo(table, this.#frontEnd.advisor);
    if (answer === null || played === this.#asked) return;
    this.#asked = played;
    const isAwaited = (): boolean => {
      if (this.#asked === played) {
        this.#asked = null;
        this.#answering = null;
      }
      return !this.#isStopped && this.#now.table.played === played;
    };
    this.#answering = Promise.all([answer(), this.#pause(table)]).then(
      ([give]) => {
        if (isAwaited()) this.goOn(give(this.#now.table));
      },
      ({message}: Error) => {
        if (isAwaited()) this.#show({table: unanswered(this.#now.table, message)});
      },
    );
  }

  #pause({motion, isHurried, mode, played: {game}}: Table): Promise<void> | null {
    if (mode.mode !== 'computer' || !motion || isHurried) return null;
    return new Promise((resolve) => {
      this.#endPause = resolve;
      this.#frontEnd.clock(resolve, game.phase === 'awaiting-roll' ? PAUSES.first : PAUSES.other);
    });
  }

  /** Adds the chance to win to the advice on the table. If that fails there is less to see, and the game goes on. */
  #extend({advice, played}: Table): void {
    const {game} = played;
    const {adviceToWin} = this.#frontEnd.advisor;
    if (advice === null || advice === 'asked' || advice === this.#extended || !advice.isMoreToCome) return;
    if (adviceToWin === undefined || game.phase !== 'awaiting-choice') return;
    this.#extended = advice;
    adviceToWin(game).then(
      (more) => {
        if (!this.#isStopped) this.goOn(advised(this.#now.table, played, more));
      },
      () => {},
    );
  }

  /** Has a game that is over reviewed, and then its chances to win worked out. */
  #review(played: Played): void {
    const {review, winsIn} = this.#frontEnd.advisor;
    const learn = (change: Partial<Sitting>): void => {
      if (!this.#isStopped && this.#now.table.played === played) this.#show(change);
    };
    this.#reviewed = played;
    review?.(played).then(
      (found) => {
        learn({review: found});
        winsIn?.(played).then(
          (wins) => learn({wins}),
          () => {},
        );
      },
      ({message}: Error) => learn({noReview: notWorkedOut(message, 'review')}),
    );
  }
}

/** Returns the question of a table, whose answer goes to the table of then; null if it asks nothing. */
function answerTo(
  {played: {game}, played, mode, advice}: Table,
  {adviceOn, nextAction, adviceToWin}: FrontEnd['advisor'],
): (() => Promise<(now: Table) => Table>) | null {
  if (mode.mode === 'computer')
    return async () => {
      const action = await nextAction(game);
      return (now) => acted(now, action);
    };
  if (advice !== 'asked' || game.phase !== 'awaiting-choice') return null;
  return async () => {
    const found = await adviceOn(game);
    const whole = adviceToWin === undefined ? {...found, isMoreToCome: false} : found;
    return (now) => advised(now, played, whole);
  };
}

/** @throws RangeError if the computer does what the game refuses: it would try for ever */
function acted(table: Table, action: Action): Table {
  const next = computerActs(table, action);
  if (next.refusal !== null) throw new RangeError(`the computer: ${next.refusal}`);
  return next;
}
