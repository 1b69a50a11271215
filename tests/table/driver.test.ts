/* The pending work of a table: pictures of a roll, answers, pauses, and the review, by a clock that the test sets. */
import {setImmediate as answered} from 'node:timers/promises';
import * as assert from 'uvu/assert';
import type {Advice} from '../../src/analysis/advice.js';
import type {Review} from '../../src/analysis/review.js';
import {type Action, type Game, newGame} from '../../src/game/game.js';
import type {Setup} from '../../src/game/setup.js';
import {Driver, type FrontEnd, type Sitting} from '../../src/table/driver.js';
import {PICTURES, type Table} from '../../src/table/state.js';
import {tableOf} from '../../src/table/table.js';
import {ADVICE, withWins} from '../support/advice.js';
import {suite} from '../support/suite.js';
import {after, chooses, messageOf, rolls, sit, UNDOES} from '../support/table-events.js';
import {PASS, place, ROLL, SEEDED, TYPED} from '../support/typed-games.js';

const MOTION = {motion: true} as const;
const ROBOT: Setup = {...SEEDED, players: ['Ann', 'Robo'], computers: [null, 'casual']};
const REVIEW: Review = {players: [], exact: true};
const MORE = withWins(ADVICE, 'against experts', [0.4, 0.5, 0.3, 0.2]);

/** The computer passes twice, and takes Chance. */
const nextAction = async (game: Game): Promise<Action> =>
  [ROLL, PASS, PASS, place('chance')][game.phase === 'awaiting-choice' ? game.roll : 0] ?? ROLL;

interface Seated {
  readonly driver: Driver;
  readonly shown: Sitting[];
  readonly left: string[];
  /** Lets time go by. */
  readonly passes: (milliseconds: number) => Promise<void>;
}

function seat(table: Table, advisor: Partial<FrontEnd['advisor']> = {}): Seated {
  const shown: Sitting[] = [];
  const left: string[] = [];
  let time = 0;
  let due: {readonly at: number; readonly act: () => void}[] = [];
  const driver = new Driver(table, {
    advisor: {adviceOn: async () => ADVICE, nextAction, ...advisor},
    clock: (act, milliseconds) => {
      const one = {at: time + milliseconds, act};
      due.push(one);
      return () => {
        due = due.filter((other) => other !== one);
      };
    },
    show: (now) => shown.push(now),
    leave: (event) => left.push(event),
  });
  const passes = async (milliseconds: number): Promise<void> => {
    await answered();
    for (const end = time + milliseconds; time < end; time += 1) {
      const now = due.filter(({at}) => at <= time + 1);
      due = due.filter(({at}) => at > time + 1);
      for (const {act} of now) act();
      if (now.length > 0) await answered();
    }
  };
  return {driver, shown, left, passes};
}

const modeOf = ({driver}: Seated): string => driver.now.table.mode.mode;

suite('a roll', (test) => {
  test('is shown in pictures, and then lies there; in a hurry at once', async () => {
    const seated = seat(sit(SEEDED, MOTION));
    seated.driver.send(rolls());
    assert.equal([modeOf(seated), seated.driver.now.picture], ['rolling', 0]);
    await seated.passes(1000);
    assert.is(modeOf(seated), 'playing');
    assert.equal(
      seated.shown.map(({table, picture}) => (table.mode.mode === 'rolling' ? picture : 'rest')),
      [...Array(PICTURES).keys(), 'rest'],
    );
    seated.driver.send({event: 'hold', dice: 'none'});
    seated.driver.send(rolls());
    seated.driver.send({event: 'hurry'});
    assert.is(modeOf(seated), 'playing');
    const {length} = seated.shown;
    await seated.passes(1000);
    assert.is(seated.shown.length, length);
  });
});

suite("a computer's turn", (test) => {
  const waiting = after(sit(ROBOT, MOTION), rolls(), {event: 'shown'}, chooses('chance'));
  test('begins after a moment in which what was placed can be taken back', async () => {
    const seated = seat(waiting);
    await seated.passes(700);
    assert.equal([modeOf(seated), seated.driver.now.table.played], ['computer', waiting.played]);
    seated.driver.send(UNDOES);
    await seated.passes(9000);
    assert.equal([modeOf(seated), seated.driver.now.table.played.actions.length], ['playing', 3]);
    seated.driver.send(chooses('chance'));
    await seated.passes(9000);
    assert.equal(
      seated.driver.now.table.played.actions.slice(4).map(({action}) => action),
      ['roll', 'reroll', 'reroll', 'place'],
    );
  });

  test('takes no time once somebody is in a hurry, or where nothing moves', async () => {
    const hurried = seat(waiting);
    await hurried.passes(1);
    hurried.driver.send({event: 'hurry'});
    const still = seat(after(waiting, {event: 'motion', isOn: false}));
    for (const seated of [hurried, still]) {
      await seated.driver.settled();
      assert.is(seated.driver.now.table.played.game.turn, 2);
    }
  });

  test('stops at what the game refuses: it would go on for ever', async () => {
    const {driver} = seat(after(waiting, {event: 'motion', isOn: false}), {nextAction: async () => PASS});
    await driver.settled();
    const {table} = driver.now;
    assert.equal([messageOf(table), table.mode.mode], ['Roll the dice first.', 'computer']);
  });
});

suite('advice', (test) => {
  const asked = after(sit(TYPED), rolls('16616'), {event: 'hint'});
  const early: Advice = {...ADVICE, isMoreToCome: true};
  const adviceOn = async (): Promise<Advice> => early;

  test('is given when it is known, and then the chance to win where that can be asked for', async () => {
    const whole = seat(asked, {adviceOn, adviceToWin: async () => MORE});
    await whole.passes(0);
    await answered();
    assert.equal(
      whole.shown.map(({table}) => table.advice),
      [early, MORE],
    );
    const {driver} = seat(asked, {adviceOn});
    await driver.settled();
    assert.equal(driver.now.table.advice, ADVICE, 'nobody waits for more');
  });

  test('is dropped where the game has gone on, or was left', async () => {
    const gone = seat(asked, {adviceOn});
    gone.driver.send(chooses('chance'));
    const left = seat(asked, {adviceOn});
    left.driver.stop();
    await answered();
    assert.equal([gone.driver.now.table.advice, left.shown], [null, []]);
  });
});

suite('an answer that fails', (test) => {
  /** Fails at the first question. */
  const failsOnce = <About, Answer>(answer: (about: About) => Promise<Answer>) => {
    let asked = 0;
    return async (about: About): Promise<Answer> => {
      asked += 1;
      if (asked === 1) throw new Error('no advisor');
      return answer(about);
    };
  };

  test('is a refusal, and is asked for again', async () => {
    const asked = after(sit(TYPED), rolls('16616'), {event: 'hint'});
    const {driver} = seat(asked, {adviceOn: failsOnce(async () => ADVICE)});
    await driver.settled();
    assert.equal(
      [messageOf(driver.now.table), driver.now.table.advice],
      ['No answer could be worked out: no advisor. Ask for advice to try again.', null],
    );
    driver.send({event: 'hint'});
    await driver.settled();
    assert.equal(driver.now.table.advice, ADVICE);
  });

  test("is a refusal in a computer's turn, which goes on at the next key", async () => {
    const {driver} = seat(after(sit(ROBOT), rolls(), chooses('chance')), {
      nextAction: failsOnce(nextAction),
    });
    await driver.settled();
    assert.is(
      messageOf(driver.now.table),
      'No answer could be worked out: no advisor. Press Space or click to try again.',
    );
    await answered();
    assert.is(driver.now.table.played.actions.length, 2, 'it does not try for ever');
    driver.send({event: 'hurry'});
    await driver.settled();
    assert.is(driver.now.table.played.game.turn, 2);
  });

  test('leaves a game that is over without a review, until that is asked for again', async () => {
    const {driver} = seat(over(), {review: failsOnce(async () => REVIEW), winsIn: async () => []});
    await answered();
    const {noReview} = driver.now;
    assert.is(noReview, 'No answer could be worked out: no advisor. Ask for the review to try again.');
    driver.askReview();
    await answered();
    assert.equal([driver.now.review, driver.now.wins, driver.now.noReview], [REVIEW, [], null]);
  });
});

/** A game that its last placement has just ended. */
function over(): Table {
  let table = tableOf({game: newGame(SEEDED), actions: []});
  while (table.played.game.phase !== 'over') table = after(table, rolls(), {event: 'choose', meant: true});
  return table;
}

suite('the end of a game', (test) => {
  test('is seen for a second before another game can begin; it can be left at once', async () => {
    const {driver, left, passes} = seat(over());
    driver.send({event: 'again'});
    await passes(900);
    driver.send({event: 'again'});
    assert.equal(left, []);
    driver.send({event: 'quit'});
    await passes(200);
    driver.send({event: 'again'});
    assert.equal(left, ['quit', 'again']);
  });

  test('is reviewed once, and again after it was taken back', async () => {
    let asked = 0;
    const review = async (): Promise<Review> => {
      asked += 1;
      return REVIEW;
    };
    const {driver} = seat(over(), {review});
    driver.send({event: 'view'});
    await answered();
    assert.equal([driver.now.review, asked], [REVIEW, 1]);
    driver.send(UNDOES);
    assert.is(driver.now.review, null);
    driver.send({event: 'choose', meant: true});
    await answered();
    assert.equal([driver.now.review, asked], [REVIEW, 2]);
  });
});
