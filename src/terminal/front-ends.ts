/* The two ways of playing on a terminal: line by line, and on the full screen. */
import {setImmediate as nextTurn} from 'node:timers/promises';
import {SCREEN} from '../table/messages.js';
import type {Advisor} from '../table/seen-advice.js';
import type {Table} from '../table/state.js';
import {workFor} from '../table/table.js';
import {parseAgain} from './dialogue/answers.js';
import {playedOn, remind, sayEnding, step, tell} from './dialogue/dialogue.js';
import {linesOf} from './dialogue/lines.js';
import {LEAVE_SCREEN} from './dialogue/messages.js';
import {isInGame, playedIn} from './dialogue/questions.js';
import {type Leave, openScreen, type Screen, type Seat} from './screen/screen.js';
import {type Sitting, type StepShown, show} from './sitting.js';

/** How a front end was left. `over` leaves a game that has ended line by line. */
export type Left = Leave | 'over';

interface Context {
  readonly advisor: Advisor;
  /** Whether standard output has failed: nobody plays on without seeing. */
  readonly isUnseen: () => boolean;
  /** Whether games are played on the full screen: then only the questions before the game are asked line by line. */
  readonly hasScreen: boolean;
}

/**
 * Answers line after line, until the game is over or left, or the input ends. Returns what the last answer shows if it
 * has begun a game for the screen.
 */
export async function playByLines(
  sitting: Sitting,
  {advisor, isUnseen, hasScreen}: Context,
): Promise<Left | StepShown> {
  const {stdin} = process;
  const askAgain = (): void => show(sitting.take(remind));
  process.on('SIGCONT', askAgain);
  try {
    const left = (): Left => (playedIn(sitting.now())?.game.phase === 'over' ? 'over' : 'quit');
    await advance(sitting, advisor);
    if (sitting.now().asks === 'nothing') return left();
    for await (const line of linesOf(stdin.iterator({destroyOnReturn: false}), stdin.isTTY)) {
      const shown = sitting.take((now) => step(now, line));
      if (hasScreen && isInGame(sitting.now())) return shown;
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
  show(sitting.take(sayEnding));
  return left;
}
