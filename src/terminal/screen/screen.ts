/*
 * Entry point of the full screen: it owns the terminal while a game is played on it, and gives it back as it was found,
 * whatever ends the game. What is shown and what a key does, the table says.
 */
import type {Key} from 'node:readline';
import {computerOf, type Played} from '../../game/game.js';
import {eventOfKey} from '../../table/keys.js';
import {raceOf} from '../../table/moments.js';
import {sceneOf} from '../../table/scene.js';
import type {Advisor} from '../../table/seen-advice.js';
import type {Table, TableEvent} from '../../table/state.js';
import {applyEvent, moreFor, workFor} from '../../table/table.js';
import {SCREEN} from '../messages.js';
import {isTooSmall, type Size} from '../text.js';
import {PICTURES} from './dice.js';
import type {Ending} from './end-panel.js';
import {frameOf, partsOf} from './frame.js';
import {styleOf} from './style.js';

export interface Seat {
  /** Shown first, until a key is pressed. */
  readonly note: string | null;
  readonly advisor: Advisor;
  /** Takes each change at the table before it is shown. Returns a problem to show instead of the message, or null. */
  readonly onChange: (table: Table) => string | null;
  /** A game that is left can be gone on with. */
  readonly isSafe: () => boolean;
  /** Luck and choices of a game that is over, in words. */
  readonly verdictsOn: (played: Played) => Promise<readonly string[]>;
}

/** `again` asks for another game, at the end of one. */
export type Leave = 'quit' | 'again' | 'end';

export interface Screen {
  /** Settles when the screen is left: by `q`, by Enter at the end of the game, or at the end of the input. */
  readonly left: Promise<Leave>;
  /** Leaves it, as `q` does. */
  readonly leave: () => void;
  /** Gives the terminal back, at once. */
  readonly close: () => void;
}

/** The alternate buffer, marks around what is pasted, and no cursor; and back (xterm's control sequences). */
const ENTER = '\x1b[?1049h\x1b[?2004h\x1b[?25l\x1b[2J';
const LEAVE = '\x1b[?25h\x1b[?2004l\x1b[?1049l';

const CTRL_BACKSLASH = '\x1c';
const ESCAPE = 0x1b;

/** For how many milliseconds each picture of a roll is seen. */
const PICTURE = 60;

/**
 * A turn of the computer, in milliseconds: how long the last placement can be taken back, how long each roll is seen,
 * and how long all of it may take. Where it has to think for longer, the rest of the turn is there at once.
 */
const TURN = {before: 700, step: 150, pictures: 4, whole: 2000} as const;

/** A turn that is not the computer's. */
const NOBODYS = {number: -1, until: 0};

/** Plays on the terminal of standard input and output, from where the table is. */
export function openScreen(begun: Table, {advisor, onChange, isSafe, verdictsOn, ...seat}: Seat): Screen {
  const {stdin, stdout} = process;
  const style = styleOf(process.env);
  let table = begun;
  let drawn: readonly string[] = [];
  let isOpen = false;
  let isClosed = false;
  /** Said instead of the message, until the next key. */
  let {note} = seat;
  let isLeaving = false;
  let isPasting = false;
  let isEscaped = false;
  let tick = 0;
  let rolling: NodeJS.Timeout | null = null;
  let isAssisted = false;
  /** The advice of which more is worked out. */
  let awaited: Table['advice'] = null;
  let pausing: NodeJS.Timeout | null = null;
  /** Ends the pause before the computer's next action. */
  let goOn = (): void => {};
  /** The computer's turn that is seen, and until when. */
  let turn = NOBODYS;
  /** Null until the game is over. */
  let ending: (Ending & {readonly played: Played}) | null = null;

  const sizeNow = (): Size => {
    const [columns, rows] = stdout.getWindowSize();
    return {columns, rows};
  };
  /** Writes the lines that changed, all at once. */
  const draw = (before = ''): void => {
    if (!isOpen) return;
    const scene = sceneOf(table, null, 'keyboard');
    const shown = note === null ? scene : {...scene, message: note, tone: 'question' as const, reasons: []};
    const frame = frameOf(shown, sizeNow(), style, {tick, ending});
    const changed = frame.map((line, row) => (line === drawn[row] ? '' : `\x1b[${row + 1};1H${line}`));
    drawn = frame;
    stdout.write(before + changed.join(''));
  };
  const enter = (): void => {
    if (isClosed) return;
    // Node does not notice a mode that somebody else has set meanwhile, but it always carries out a change.
    stdin.setRawMode(false);
    stdin.setRawMode(true);
    isOpen = true;
    isPasting = false;
    drawn = [];
    draw(ENTER);
  };
  const leave = (): void => {
    if (!isOpen) return;
    isOpen = false;
    stdout.write(LEAVE);
    stdin.setRawMode(false);
  };
  const resized = (): void => {
    drawn = [];
    draw('\x1b[2J');
  };
  const suspend = (): void => {
    leave();
    process.off('SIGTSTP', suspend);
    process.kill(process.pid, 'SIGTSTP');
    // It goes on here, stopped or not: the kernel does not stop a process that nobody could wake.
    setImmediate(resume);
  };
  const resume = (): void => {
    process.off('SIGTSTP', suspend);
    process.on('SIGTSTP', suspend);
    enter();
  };
  const show = (): void => {
    if (table.mode.mode !== 'rolling') {
      if (rolling !== null) clearInterval(rolling);
      [rolling, tick] = [null, 0];
    } else rolling ??= setInterval(roll, PICTURE);
    if (!isComputers()) turn = NOBODYS;
    judge();
    draw();
    assist();
    assistMore();
  };
  /** Draws the end at once, and once more when luck and choices are known. */
  const judge = (): void => {
    const {played} = table;
    if (played.game.phase !== 'over') ending = null;
    else if (ending?.played !== played) {
      const race = raceOf(played);
      ending = {played, race, verdicts: null};
      const known = guarded((verdicts: readonly string[]) => {
        if (ending?.played !== played || isClosed) return;
        ending = {played, race, verdicts};
        draw();
      });
      // Without them the game is over all the same.
      verdictsOn(played).then(known, () => known([]));
    }
  };
  const change = (next: Table): void => {
    const {played, held} = table;
    table = next;
    const isSame = table.played === played && table.held === held;
    note = onChange(table) ?? (isSame ? note : null);
    show();
  };
  const dispatch = (event: TableEvent): void => change(applyEvent(table, event));

  const {promise: left, resolve, reject} = withResolvers<Leave>();
  const end = (): void => resolve('end');
  /** Leaves the screen if an event throws: the terminal must not stay as it is. */
  const guarded =
    <Arguments extends unknown[]>(run: (...args: Arguments) => void) =>
    (...args: Arguments): void => {
      try {
        run(...args);
      } catch (error) {
        reject(error);
      }
    };
  const roll = guarded(() => {
    tick += 1;
    if (tick < (isComputers() ? TURN.pictures : PICTURES)) draw();
    else dispatch({event: 'shown'});
  });
  const isComputers = (): boolean => computerOf(table.played.game) !== null;
  /** Milliseconds left of the turn. */
  const timeLeft = (): number => Math.max(0, turn.until - performance.now());
  const hurry = (): void => {
    turn = {...turn, until: 0};
    goOn();
  };
  const pause = (): Promise<void> => {
    const {game} = table.played;
    if (game.turn !== turn.number) turn = {number: game.turn, until: performance.now() + TURN.whole};
    const step = game.phase === 'awaiting-roll' ? TURN.before : TURN.step;
    return new Promise((resolve) => {
      goOn = resolve;
      pausing = setTimeout(resolve, Math.min(step, timeLeft()));
    });
  };
  /** Gives the table what it waits for, one after the other: what it waits for meanwhile is seen after that. */
  const assist = (): void => {
    const work = isAssisted ? null : workFor(table, advisor);
    if (work === null) return;
    isAssisted = true;
    const isToBeSeen = table.motion && table.mode.mode === 'computer';
    const given = guarded(([give]: [(now: Table) => Table, unknown]) => {
      isAssisted = false;
      const {motion} = table;
      const isSeen = timeLeft() > 0;
      if (!isClosed) change({...give(isSeen ? table : {...table, motion: false}), motion});
    });
    Promise.all([work(), isToBeSeen ? pause() : null]).then(given, reject);
  };
  /** Adds what takes longer to the advice on the table; without it there is less, and the game goes on. */
  const assistMore = (): void => {
    const more = table.advice === awaited ? null : moreFor(table, advisor);
    if (more === null) return;
    awaited = table.advice;
    const given = guarded((give: (now: Table) => Table) => {
      if (!isClosed) change(give(table));
    });
    more().then(given, () => {});
  };
  const quit = (): void => {
    note = table.played.game.phase === 'over' || isLeaving || isSafe() ? null : SCREEN.leave;
    isLeaving = true;
    if (note === null) resolve('quit');
    else draw();
  };
  // Readline waits half a second for what may follow an Escape, and takes the next key for one with Alt. What comes by
  // itself is a whole key, and done at once.
  const escaped = guarded((bytes: Uint8Array) => {
    if (!bytes.every((byte) => byte === ESCAPE)) return;
    isEscaped = true;
    if (!isPasting) press('escape');
  });
  const pressed = guarded((text: string | undefined, {sequence, ctrl, meta, ...key}: Key) => {
    const name = key.name ?? text ?? sequence?.at(-1) ?? '';
    const isBehindEscape = isEscaped;
    isEscaped = false;
    if (name === 'paste-start' || isPasting) {
      isPasting = name !== 'paste-end';
      if (isPasting) return;
      note = SCREEN.notPasted;
      return draw();
    }
    // In raw mode the terminal makes no signals of these keys. They go to all that it would send them to.
    if (ctrl && name === 'c') process.kill(0, 'SIGINT');
    else if (ctrl && name === 'z') process.kill(0, 'SIGTSTP');
    else if (sequence?.endsWith(CTRL_BACKSLASH)) process.kill(0, 'SIGQUIT');
    else if (ctrl && name === 'd') end();
    // Readline marks Escape itself with `meta`.
    if (ctrl || (name === 'escape' ? isBehindEscape : meta && !isBehindEscape)) return;
    press(name);
  });
  const press = (name: string): void => {
    // Nobody plays what is not seen.
    if (isTooSmall(sizeNow()) && name !== 'q') return;
    note = null;
    if (isComputers()) hurry();
    if (table.played.game.phase === 'over' && table.mode.mode === 'playing' && name === 'return') {
      resolve('again');
      return;
    }
    if (name === 'space' && tick + 1 < partsOf(sceneOf(table), sizeNow())) {
      tick += 1;
      draw();
      return;
    }
    const event = eventOfKey(name, table);
    isLeaving &&= event?.event === 'quit';
    if (event === null) draw();
    else if (event.event === 'quit') quit();
    else dispatch(event);
  };

  const close = (): void => {
    isClosed = true;
    if (rolling !== null) clearInterval(rolling);
    if (pausing !== null) clearTimeout(pausing);
    leave();
    stdin.off('data', escaped).off('keypress', pressed).off('error', end).off('end', end).off('close', end);
    stdout.off('resize', resized);
    process.off('SIGTSTP', suspend).off('SIGCONT', resume);
    process.off('uncaughtExceptionMonitor', leave);
  };
  stdin.on('error', end).on('end', end).on('close', end);
  stdout.on('resize', resized);
  process.on('SIGTSTP', suspend).on('SIGCONT', resume);
  process.on('uncaughtExceptionMonitor', leave);
  judge();
  enter();
  // Behind the first frame, which needs none of it. What is typed meanwhile waits in the terminal.
  import('node:readline').then(({emitKeypressEvents}) => {
    if (isClosed) return;
    emitKeypressEvents(stdin);
    stdin.prependListener('data', escaped).on('keypress', pressed).resume();
  }, reject);
  assist();
  return {left: left.finally(close), leave: () => resolve('quit'), close};
}

/** As `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (reason: unknown) => void;
} {
  let settle: {resolve: (value: T) => void; reject: (reason: unknown) => void} | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = {resolve, reject};
  });
  return {promise, resolve: (value) => settle?.resolve(value), reject: (reason) => settle?.reject(reason)};
}
