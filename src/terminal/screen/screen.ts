/*
 * Entry point of the full screen: it owns the terminal while a game is played on it, and gives it back as it was found,
 * whatever ends the game. The table says what is shown and what a key does.
 */
import type {Interface, Key} from 'node:readline';
import type {Advisor} from '../../analysis/advisor.js';
import {computerOf, type Game, type Played} from '../../game/game.js';
import {raceOf} from '../../table/highlights.js';
import {eventOfKey} from '../../table/keys.js';
import {type Scene, sceneOf} from '../../table/scene.js';
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
  /** A game that is left can be continued. */
  readonly isSafe: () => boolean;
  /** Luck and choices of a game that is over, in words. */
  readonly verdictsOn: (played: Played) => Promise<readonly string[]>;
}

/** `again` asks for another game, at the end of one. */
export type Leave = 'quit' | 'again' | 'end';

export interface Screen {
  /** Settles when the screen is left: by `q`, by Enter at the end of the game, or at the end of the input. */
  readonly left: Promise<Leave>;
  /** Gives the terminal back, at once. */
  readonly close: () => void;
}

/** For how many milliseconds each picture of a roll is seen. */
const PICTURE = 60;

/** Pictures of a roll by the computer. */
const THEIR_PICTURES = 4;

/** Milliseconds in which the placement before the computer's turn can be taken back, and in which each roll is seen. */
const PAUSES = {before: 700, step: 150} as const;

/** Plays on the terminal of standard input and output, from where the table is. */
export function openScreen(begun: Table, {advisor, onChange, isSafe, verdictsOn, ...seat}: Seat): Screen {
  const style = styleOf(process.env);
  let table = begun;
  /** Said instead of the message, until the next key. */
  let {note} = seat;
  /** `q` is to be pressed once more. */
  let isLeaving = false;
  let isClosed = false;
  /** Picture of a roll, or page of the help or of the choices. */
  let tick = 0;
  let rolling: NodeJS.Timeout | undefined;
  /** The work that the table waits for is under way. */
  let isAssisted = false;
  /** The advice of which more is worked out. */
  let awaited: Table['advice'] = null;
  /** Null until the game is over. */
  let ending: (Ending & {readonly played: Played}) | null = null;
  let leave: (leave: Leave) => void = () => {};
  let fail: (reason: unknown) => void = () => {};
  const left = new Promise<Leave>((resolve, reject) => {
    [leave, fail] = [resolve, reject];
  });
  /** The computer's turn whose rest comes at once, since a key was pressed. */
  let hurried = -1;
  /** Ends the pause before the computer's next action. */
  let goOn = (): void => {};

  const sceneNow = (): Scene => sceneOf(table, null, 'keyboard');
  const draw = (): void => {
    const scene = sceneNow();
    const shown = note === null ? scene : {...scene, message: note, tone: 'question' as const, reasons: []};
    display.draw(frameOf(shown, display.size(), style, {tick, ending}));
  };
  const change = (next: Table): void => {
    const isSame = next.played === table.played && next.held === table.held;
    table = next;
    note = onChange(table) ?? (isSame ? note : null);
    if (computerOf(table.played.game) === null) hurried = -1;
    if (table.mode.mode === 'rolling') rolling ??= setInterval(roll, PICTURE);
    else {
      clearInterval(rolling);
      [rolling, tick] = [undefined, 0];
    }
    show();
  };
  const show = (): void => {
    lookBack();
    draw();
    assist();
    assistMore();
  };
  const dispatch = (event: TableEvent): void => change(applyEvent(table, event));
  const roll = (): void => {
    tick += 1;
    if (tick < (computerOf(table.played.game) === null ? PICTURES : THEIR_PICTURES)) draw();
    else dispatch({event: 'shown'});
  };

  /** Has the end drawn at once, and once more when luck and choices are known. */
  const lookBack = (): void => {
    const {played} = table;
    if (played.game.phase !== 'over') ending = null;
    if (played.game.phase !== 'over' || ending?.played === played) return;
    const ended = {played, race: raceOf(played)};
    ending = {...ended, verdicts: null};
    const known = (verdicts: readonly string[]): void => {
      if (ending?.played !== played || isClosed) return;
      ending = {...ended, verdicts};
      draw();
    };
    // Without them the game is over all the same.
    verdictsOn(played).then(known, () => known([]));
  };

  const pause = ({turn, phase}: Game): Promise<void> =>
    new Promise((resolve) => {
      goOn = resolve;
      const wait = phase === 'awaiting-roll' ? PAUSES.before : PAUSES.step;
      setTimeout(resolve, turn === hurried ? 0 : wait).unref();
    });
  /** Gives the table what it waits for, one after the other: what it waits for meanwhile is seen after that. */
  const assist = (): void => {
    const work = isAssisted ? null : workFor(table, advisor);
    if (work === null) return;
    isAssisted = true;
    const {motion, mode, played} = table;
    const seen = motion && mode.mode === 'computer' ? pause(played.game) : null;
    const given = ([give]: [(now: Table) => Table, unknown]): void => {
      isAssisted = false;
      if (isClosed) return;
      const isSeen = table.played.game.turn !== hurried;
      change({...give({...table, motion: table.motion && isSeen}), motion: table.motion});
    };
    Promise.all([work(), seen]).then(given).catch(fail);
  };
  /** Adds what takes longer to the advice on the table; without it there is less, and the game goes on. */
  const assistMore = (): void => {
    const more = table.advice === awaited ? null : moreFor(table, advisor);
    if (more === null) return;
    awaited = table.advice;
    more().then(
      (give) => !isClosed && change(give(table)),
      () => {},
    );
  };

  const quit = (): void => {
    if (table.played.game.phase === 'over' || isLeaving || isSafe()) {
      leave('quit');
      return;
    }
    isLeaving = true;
    note = SCREEN.leave;
    draw();
  };
  const press = (name: string): void => {
    const {game} = table.played;
    // Nobody plays what is not seen.
    if (isTooSmall(display.size()) && name !== 'q') return;
    note = null;
    if (computerOf(game) !== null) hurried = game.turn;
    goOn();
    const isPage = name === 'space' && tick + 1 < partsOf(sceneNow(), display.size());
    const event = isPage ? null : eventOfKey(name, table);
    if (isPage) tick += 1;
    isLeaving &&= event?.event === 'quit';
    if (event === null) draw();
    else if (event.event === 'again') leave('again');
    else if (event.event === 'quit') quit();
    else dispatch(event);
  };
  const notPasted = (): void => {
    note = SCREEN.notPasted;
    draw();
  };

  const display = openDisplay(draw);
  const stopKeys = listenToKeys(press, notPasted, () => leave('end'));
  const close = (): void => {
    isClosed = true;
    clearInterval(rolling);
    stopKeys();
    display.close();
  };
  show();
  return {left: left.finally(close), close};
}

interface Display {
  readonly size: () => Size;
  /** Writes the lines that changed, all at once. */
  readonly draw: (frame: readonly string[]) => void;
  readonly close: () => void;
}

/** The alternate buffer, marks around what is pasted, and no cursor; and back (xterm's control sequences). */
const ENTER = '\x1b[?1049h\x1b[?2004h\x1b[?25l';
const LEAVE = '\x1b[?25h\x1b[?2004l\x1b[?1049l';
const CLEAR = '\x1b[2J';

/** @param redraw draws the whole screen when the terminal shows something else */
function openDisplay(redraw: () => void): Display {
  const {stdin, stdout} = process;
  let drawn: readonly string[] = [];
  let isOpen = false;
  let isClosed = false;
  const clear = (): void => {
    drawn = [];
    stdout.write(CLEAR);
  };
  const enter = (): void => {
    // Node does not notice a mode that somebody else has set meanwhile, but it always carries out a change.
    stdin.setRawMode(false);
    stdin.setRawMode(true);
    isOpen = true;
    stdout.write(ENTER);
    clear();
  };
  const leave = (): void => {
    if (!isOpen) return;
    isOpen = false;
    stdout.write(LEAVE);
    stdin.setRawMode(false);
  };
  const resized = (): void => {
    clear();
    redraw();
  };
  const suspend = (): void => {
    leave();
    process.off('SIGTSTP', suspend);
    process.kill(process.pid, 'SIGTSTP');
    // It goes on here, stopped or not: the kernel does not stop a process that nobody could wake.
    setImmediate(resume);
  };
  const resume = (): void => {
    if (isClosed) return;
    process.off('SIGTSTP', suspend).on('SIGTSTP', suspend);
    enter();
    redraw();
  };
  stdout.on('resize', resized);
  process.on('SIGTSTP', suspend).on('SIGCONT', resume).on('uncaughtExceptionMonitor', leave);
  enter();
  return {
    size: () => {
      const [columns, rows] = stdout.getWindowSize();
      return {columns, rows};
    },
    draw: (frame) => {
      if (!isOpen) return;
      const changed = frame.map((line, row) => (line === drawn[row] ? '' : `\x1b[${row + 1};1H${line}`));
      drawn = frame;
      stdout.write(changed.join(''));
    },
    close: () => {
      isClosed = true;
      leave();
      stdout.off('resize', resized);
      process.off('SIGTSTP', suspend).off('SIGCONT', resume).off('uncaughtExceptionMonitor', leave);
    },
  };
}

const CTRL_BACKSLASH = '\x1c';

/** Milliseconds in which another key makes an Escape a key with Alt. */
const ESCAPING = 20;

/** Returns what ends the listening. A paste is no keys. */
function listenToKeys(press: (name: string) => void, pasted: () => void, end: () => void): () => void {
  const {stdin} = process;
  let isPasting = false;
  let isStopped = false;
  const pressed = (text: string | undefined, {sequence, ctrl, meta, ...key}: Key): void => {
    const name = key.name ?? text ?? sequence?.at(-1) ?? '';
    if (name === 'paste-start' || isPasting) {
      isPasting = name !== 'paste-end';
      if (!isPasting) pasted();
      return;
    }
    // In raw mode the terminal makes no signals of these keys. They go to all that it would send them to.
    if (ctrl && name === 'c') process.kill(0, 'SIGINT');
    else if (ctrl && name === 'z') process.kill(0, 'SIGTSTP');
    else if (sequence?.endsWith(CTRL_BACKSLASH)) process.kill(0, 'SIGQUIT');
    else if (ctrl && name === 'd') end();
    // Readline marks Escape itself with `meta`.
    if (!ctrl && (!meta || name === 'escape')) press(name);
  };
  stdin.on('error', end).on('end', end).on('close', end);
  // Behind the first frame, which needs none of it. What is typed meanwhile waits in the terminal.
  import('node:readline').then(({emitKeypressEvents}) => {
    if (isStopped) return;
    // Only the timeout of the interface is read.
    emitKeypressEvents(stdin, {escapeCodeTimeout: ESCAPING} as unknown as Interface);
    stdin.on('keypress', pressed).resume();
  });
  return () => {
    isStopped = true;
    stdin.off('keypress', pressed).off('error', end).off('end', end).off('close', end);
  };
}
