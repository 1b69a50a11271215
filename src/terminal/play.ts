/*
 * Entry point of `fivedice play`: signals, the files of the game, and which front end has it. What is asked and shown is
 * the dialogue's. A terminal that has a full screen plays on it; the dialogue asks what comes before the game.
 */
import {fstatSync} from 'node:fs';
import {runCommand} from '../command-line/command.js';
import type {ParsedFlags} from '../command-line/flags.js';
import {complain, EXIT, troubleError} from '../command-line/user-error.js';
import {exclusionReason, type Played} from '../game/game.js';
import {sharedLine} from '../game/shared-line.js';
import {type Autosave, openAutosave, readLog} from '../storage/files.js';
import {type HallOfFame, hallOfFame, placesOf} from '../storage/log.js';
import {isSystemError, UnusableFile} from '../system/file-errors.js';
import {takesPlace, WORKING_OUT_END} from '../table/messages.js';
import type {Table} from '../table/state.js';
import {tableOf} from '../table/table.js';
import {advisor, reviewOn, verdictsIn, winsInWords, winsOn} from './advisor.js';
import {endOfInput, interrupt, offer, type Step, start} from './dialogue/dialogue.js';
import {REVIEW_IT} from './dialogue/messages.js';
import {isInGame, playedIn, type Settings, tableIn} from './dialogue/questions.js';
import {fitted, textOf} from './drawing/text.js';
import {type Left, playByLines, playOnScreen, wantsAgain} from './front-ends.js';
import type {Screen, Seat} from './screen/screen.js';
import {again, COMMAND, isAtTerminal, seatOf, settingsOf} from './settings.js';
import {type Sitting, type StepShown, show, sitAt} from './sitting.js';

export {COMMAND};

const verdictsOn: Seat['verdictsOn'] = async (played) => verdictsIn(await reviewOn(played));

/** What ends a game from outside: Ctrl-C, Ctrl-\, a terminal that goes away, `kill`. */
const SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGTERM'] as const;

/** How the full screen is set up, and what it says first. */
type OwnSeat = Pick<Seat, 'note'> & Pick<Table, 'motion' | 'view'>;

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, playFrom, UnusableFile);
}

async function playFrom(given: ParsedFlags): Promise<number> {
  let settings = settingsOf(given);
  let isFirst = true;
  let note: string | null = null;
  let view: Table['view'] = 'cs106a';
  // Node takes it for an input that has ended.
  if (isFolder(0)) throw troubleError('standard input: it is a folder');
  isUnseen = false;
  // It stays: what is written last may fail last.
  process.stdout.off('error', stopUnseen).on('error', stopUnseen);
  try {
    for (;;) {
      const {status, left, sitting, places} = await playGame(given, settings, note, view);
      const isAgain = left === 'again' || (left === 'over' && isAtTerminal() && (await wantsAgain()));
      const played = playedIn(sitting.now());
      // Behind a game that is over, one that did not begin is not lost.
      if (!isFirst && played?.actions.length === 0 && status === EXIT.failed) return EXIT.passed;
      if (!isAgain || status !== EXIT.passed || played === null) return status;
      settings = again(settings, played.game);
      view = tableIn(sitting.now())?.view ?? view;
      isFirst = false;
      // On the screen they would be seen only when it is left.
      note = places.join(' ') || null;
    }
  } finally {
    process.stdin.destroy();
  }
}

/** How a game went. */
interface Outcome {
  readonly status: number;
  readonly left: End;
  readonly sitting: Sitting;
  /** Who has a place in the hall of fame. */
  readonly places: readonly string[];
}

/** @param note what to say first */
async function playGame(
  given: ParsedFlags,
  settings: Settings,
  note: string | null,
  view: Table['view'],
): Promise<Outcome> {
  const {file, problem} = openFile(settings);
  const first = firstStep({...settings, isKept: file !== null && settings.savedIn === null}, file);
  const seat = seatOf(given);
  const notes = [note, problem].filter((one) => one !== null);
  return play(first, file, seat === null ? null : {...seat, view, note: notes.join(' ') || null});
}

function isFolder(file: number): boolean {
  try {
    return fstatSync(file).isDirectory();
  } catch {
    // Some systems do not tell of a terminal what it is.
    return false;
  }
}

/** Opens the file of `--save`; on a terminal, without that, the autosave, which a game can do without. */
function openFile({savedIn}: Settings): {
  readonly file: Autosave | null;
  readonly problem: string | null;
} {
  if (savedIn !== null) return {file: openAutosave(savedIn), problem: null};
  if (!isAtTerminal()) return {file: null, problem: null};
  try {
    return {file: openAutosave(), problem: null};
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    const problem = `this game is not kept: ${error.message}`;
    complain(problem);
    return {file: null, problem};
  }
}

/** Offers a kept game; goes on with one of `--save` without a question. */
function firstStep(settings: Settings, file: Autosave | null): Step {
  const {hallOf, problem} = openLog();
  if (problem !== null) complain(problem);
  const kept = file?.found ?? null;
  if (kept === null) return start(settings, hallOf(settings), null);
  const goesOn = {...settings, setup: kept.game.setup};
  const entries = {kept: hallOf(goesOn), fresh: hallOf(settings)};
  return settings.isKept ? offer(settings, {kept, entries}) : start(goesOn, entries.kept, kept);
}

/** Reads the log: the hall of fame of a game with these settings, the last game, and what is wrong with the file. */
function openLog(): {
  readonly hallOf: (settings: Settings) => HallOfFame;
  readonly last: Played | null;
  readonly problem: string | null;
} {
  try {
    const {games, older, problem} = readLog();
    return {hallOf: ({setup}) => hallOfFame(games, setup, older), last: games.at(-1) ?? null, problem};
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    return {hallOf: () => [], last: null, problem: `no hall of fame: ${error.message}`};
  }
}

/** Plays a game to its end, or to that of the input. */
async function play(first: Step, file: Autosave | null, seat: OwnSeat | null): Promise<Outcome> {
  const sitting = sitAt(first.dialogue, file);
  let screen: Screen | null = null;
  const ended = (signal: NodeJS.Signals): void => {
    try {
      screen?.close();
      show(sitting.take(interrupt));
    } finally {
      endBy(signal);
    }
  };
  const stopListening = (): void => {
    for (const signal of SIGNALS) process.off(signal, ended);
  };
  // Not by an exit status that looks like it: a shell stops its loop only for the signal.
  const endBy = (signal: NodeJS.Signals): void => {
    stopListening();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, ended);

  const left = await playThrough(sitting, first, seat, (opened) => {
    screen = opened;
  });
  if (left !== 'over' && left !== 'again') process.stdin.destroy();
  show(sitting.take(left === 'quit' ? interrupt : endOfInput));
  const {status, places} = await leave(sitting, left);
  stopListening();
  return {status, left, sitting, places};
}

/** How a game was left: also because nobody sees it any more, or because standard input failed. */
type End = Left | 'unseen' | 'trouble';

/** Whether standard output has failed: nobody plays on without seeing. */
let isUnseen = false;

function stopUnseen(): void {
  isUnseen = true;
  process.stdin.destroy();
}

/** Asks what is asked before the game, and plays it: on the screen, or line by line where `seat` is null. */
async function playThrough(
  sitting: Sitting,
  first: Step,
  seat: OwnSeat | null,
  onScreen: (screen: Screen | null) => void,
): Promise<End> {
  try {
    const begun = sitting.take(() => first);
    const left = await playOn(sitting, begun, seat, onScreen);
    return isUnseen ? 'unseen' : left;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (isUnseen) return 'unseen';
    complain(`standard input: ${error.message}`);
    return 'trouble';
  }
}

async function playOn(
  sitting: Sitting,
  first: StepShown,
  seat: OwnSeat | null,
  onScreen: (screen: Screen | null) => void,
): Promise<Left> {
  let {complaint} = first;
  if (seat === null || !isInGame(sitting.now())) {
    show(first);
    const left = await playByLines(sitting, {advisor, isUnseen: () => isUnseen, hasScreen: seat !== null});
    if (typeof left === 'string') return left;
    complaint = left.complaint;
  }
  const now = sitting.now();
  if (seat === null || !isInGame(now)) return 'over';
  show({output: '', complaint});
  const {note, ...view} = seat;
  const own = {note: complaint ?? note, advisor, verdictsOn};
  return playOnScreen(sitting, tableOf(now.table.played, view), own, onScreen);
}

/** Says what came of a game that is over, and looks back. */
async function leave(sitting: Sitting, left: End): Promise<Pick<Outcome, 'status' | 'places'>> {
  const now = sitting.now();
  if (now.asks !== 'nothing') throw new Error('the dialogue has not ended');
  const played = playedIn(now);
  if (played?.game.phase !== 'over' || left === 'unseen') {
    return {status: left === 'trouble' ? EXIT.trouble : now.isLost ? EXIT.failed : EXIT.passed, places: []};
  }
  const {game} = played;
  const places = sitting.isLogged() ? placesTaken(now.settings) : [];
  const lines = [exclusionReason(game) ?? [], places, sharedLine(game) ?? []].flat();
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  if (isAtTerminal()) {
    await lookBack(played);
    if (sitting.isLogged()) process.stdout.write(`${REVIEW_IT}\n`);
  }
  return {status: EXIT.passed, places};
}

/** Says which places the last game of the log has taken in its hall of fame. */
function placesTaken(settings: Settings): readonly string[] {
  const {hallOf, last} = openLog();
  if (last === null) return [];
  return placesOf(hallOf(settings), last.game).map(({name, score, place}) =>
    fitted(takesPlace(name, score, place)),
  );
}

/** Says what decided the game, as soon as that is worked out. */
async function lookBack(played: Played): Promise<void> {
  const say = (lines: readonly string[]): boolean =>
    process.stdout.write(textOf(lines.map((line) => fitted(line))));
  say(['', WORKING_OUT_END]);
  say(verdictsIn(await reviewOn(played)));
  const wins = (await winsOn(played)) ?? [];
  say([...wins.map((one) => `The chance of ${one.name} to win, ${winsInWords(one)}`), '']);
}
