/* The two ways of playing on a terminal: line by line, and on the full screen. Either takes a sitting as far as it can. */
import {setImmediate as nextTurn} from 'node:timers/promises';
import {SCREEN} from '../table/messages.js';
import type {Advisor} from '../table/seen-advice.js';
import type {Table} from '../table/state.js';
import {workFor} from '../table/table.js';
import {parseAgain} from './dialogue/answers.js';
import {playedOn, remind, step, takeOver, tell} from './dialogue/dialogue.js';
import {linesOf} from './dialogue/lines.js';
import {LEAVE_SCREEN, TOO_SMALL} from './dialogue/messages.js';
import {isInGame, playedIn} from './dialogue/questions.js';
import {type Leave, openScreen, type Screen, type Seat} from './screen/screen.js';
import {type Sitting, type StepShown, show} from './sitting.js';

/**
 * How a front end was left: the input is at its end, the player wants to leave, the end of the game is shown line by
 * line, another one is wanted, or the game goes on by the other front end.
 */
export type Left = Exclude<Leave, 'small'> | 'over' | 'other';

interface Context {
  readonly advisor: Advisor;
  /** Whether standard output has failed: nobody plays on without seeing. */
  readonly isUnseen: () => boolean;
  /** Whether the screen takes the game. It is asked when something was done, and what that shows is carried there. */
  readonly isScreens: () => boolean;
  readonly carry: (last: StepShown) => void;
}

/** Answers line after line, until the game is over or left, the input ends, or the screen takes the game. */
export async function playByLines(
  sitting: Sitting,
  {advisor, isUnseen, isScreens, carry}: Context,
): Promise<Left> {
  const {stdin} = process;
  const askAgain = (): void => show(sitting.take(remind));
  process.on('SIGCONT', askAgain);
  try {
    const left = (): Left => (playedIn(sitting.now())?.game.phase === 'over' ? 'over' : 'quit');
    await advance(sitting, advisor);
    if (sitting.now().asks === 'nothing') return left();
    for await (const line of linesOf(stdin.iterator({destroyOnReturn: false}), stdin.isTTY)) {
      const before = sitting.now();
      const shown = sitting.take((now) => step(now, line));
      const now = sitting.now();
      const isDone = playedIn(before) !== playedIn(now);
      // Gives a window that changed before the line was typed time to show: its signal may come a turn after the line.
      await nextTurn();
      await nextTurn();
      // Advice that was asked for here is told here.
      const isAdvised = isInGame(now) && now.table.advice === 'asked';
      if (isDone && !isAdvised && isScreens()) {
        carry(shown);
        return 'other';
      }
      show(shown);
      await advance(sitting, advisor);
      // Gives a failure of standard output time to show.
      await nextTurn();
      if (sitting.now().asks === 'nothing' || isUnseen()) return left();
    }
    return 'end';
  } finally {
    process.off('SIGCONT', askAgain);
  }
}

/** Asks for another game, line by line. */
export async function wantsAgain(): Promise<boolean> {
  const {stdin, stdout} = process;
  stdout.write(`\n${SCREEN.again}\n> `);
  for await (const line of linesOf(stdin.iterator({destroyOnReturn: false}), true)) {
    const answered = parseAgain(line.trim());
    if (!('refusal' in answered)) return answered.goesOn;
    stdout.write(`\n${answered.refusal}\n${SCREEN.again}\n> `);
  }
  stdout.write('\n');
  return false;
}

/** Gives the table what it waits for, until it asks the player again. */
async function advance(sitting: Sitting, advisor: Advisor): Promise<void> {
  for (;;) {
    const before = sitting.now();
    const work = isInGame(before) ? workFor(before.table, advisor) : null;
    if (work === null) return;
    const give = await work();
    // The game may have been ended from outside meanwhile.
    show(sitting.take((now) => (isInGame(now) ? tell(now, give(now.table)) : {dialogue: now, output: ''})));
  }
}

/** Plays on the full screen, until it is left; a game that is over by then is shown line by line as well. */
export async function playOnScreen(
  sitting: Sitting,
  table: Table,
  seat: Omit<Seat, 'onChange' | 'warning'>,
  onOpen: (screen: Screen | null) => void,
): Promise<Left> {
  const screen = openScreen(table, {
    ...seat,
    onChange: (next) => sitting.take((now) => ({dialogue: playedOn(now, next), output: ''})).complaint,
    warning: () => {
      const {savedIn, isKept} = sitting.now().settings;
      return savedIn === null && !isKept ? LEAVE_SCREEN : null;
    },
  });
  onOpen(screen);
  const left = await screen.left.finally(() => onOpen(null));
  if (left === 'small' && isInGame(sitting.now())) process.stdout.write(`${TOO_SMALL}\n`);
  if (left === 'small' || !isInGame(sitting.now())) show(sitting.take(takeOver));
  return left === 'small' ? 'other' : left;
}
