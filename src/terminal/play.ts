/*
 * Entry point of `fivedice play`: signals, the files of the game, and which front end has it. What is asked and shown is
 * the dialogue's. On a terminal that has a full screen, the screen takes the game wherever there is room.
 */
import {fstatSync} from 'node:fs';
import {runCommand} from '../command-line/command.js';
import type {ParsedFlags} from '../command-line/flags.js';
import {complain, EXIT, troubleError} from '../command-line/user-error.js';
import {blocksOf} from '../game/format.js';
import {type Entry, exclusionReason, scoresIn} from '../game/hall-of-fame.js';
import {sharedLine} from '../game/shared-line.js';
import {recordOf, withGame, withReview} from '../keeping/history.js';
import {changeHistory} from '../keeping/history-file.js';
import type {SavedGame} from '../keeping/saved-game.js';
import {keepLastGame, openKeptGame, openSavedGame, type SavedGameFile} from '../keeping/saved-game-file.js';
import {isSystemError, UnusableFile} from '../system/file-errors.js';
import {raceOf} from '../table/moments.js';
import {sceneOf} from '../table/scene.js';
import type {Table} from '../table/state.js';
import {advisor, reviewOn, verdictsIn, winsInWords, winsOn} from './advisor.js';
import {endOfInput, interrupt, offer, type Step, start} from './dialogue/dialogue.js';
import {EDITED, REVIEW_IT} from './dialogue/messages.js';
import {type Ended, isInGame, playedIn, type Settings} from './dialogue/questions.js';
import {fitted, textOf, WIDTH} from './drawing/text.js';
import {type Left, playByLines, playOnScreen, wantsAgain} from './front-ends.js';
import {complainNotEntered, dealDice, enterHall, type Hall, hallsOf} from './hall.js';
import {drawRace} from './screen/end-panel.js';
import type {Screen, Seat} from './screen/screen.js';
import {styleOf} from './screen/style.js';
import {
  again,
  COMMAND,
  hasRoom,
  isAtTerminal,
  savedSetup,
  seatOf,
  settingsOf,
  tournamentOf,
} from './settings.js';
import {type Sitting, type StepShown, show, sitAt} from './sitting.js';

export {COMMAND};

const verdictsOn: Seat['verdictsOn'] = async (played) => verdictsIn(await reviewOn(played));

/** What ends a game from outside: Ctrl-C, Ctrl-\, a terminal that goes away, `kill`. */
const SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGTERM'] as const;

/** How the full screen is set up, and what it says first. */
type OwnSeat = Pick<Seat, 'note'> & Pick<Table, 'motion'>;

/** The hall of fame of a game with these settings; null if there is none. */
type HallOf = (settings: Settings) => Hall | null;

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, playFrom, UnusableFile);
}

async function playFrom(given: ParsedFlags): Promise<number> {
  let settings = settingsOf(given);
  const games = given.count('games', 1);
  if (games !== null)
    return (await import('./tournament.js')).playAll(tournamentOf(given, settings, games), given.has('json'));
  let isFirst = true;
  let note: string | null = null;
  // Node takes it for an input that has ended.
  if (isFolder(0)) throw troubleError('standard input: it is a folder');
  try {
    for (;;) {
      const {status, left, sitting, places} = await playGame(given, settings, note);
      const isAgain = left === 'again' || (left === 'over' && isAtTerminal() && (await wantsAgain()));
      const played = playedIn(sitting.now());
      // Behind a game that is over, one that did not begin is not lost.
      if (!isFirst && played?.actions.length === 0 && status === EXIT.failed) return EXIT.passed;
      if (!isAgain || status !== EXIT.passed || played === null) return status;
      settings = again({...settings, view: sitting.now().settings.view}, played.game);
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
async function playGame(given: ParsedFlags, settings: Settings, note: string | null): Promise<Outcome> {
  const {file, problem} = await openFile(settings);
  try {
    const hallOf = hallsOf(given.text('scores'));
    const first = await firstStep(
      given,
      {...settings, isKept: file !== null && settings.savedIn === null},
      file,
      hallOf,
    );
    const seat = seatOf(given, settings);
    return await play(
      first,
      file,
      hallOf,
      seat === null ? null : {...seat, note: [note, problem].filter((one) => one !== null).join(' ') || null},
    );
  } finally {
    file?.close();
  }
}

function isFolder(file: number): boolean {
  try {
    return fstatSync(file).isDirectory();
  } catch {
    // Some systems do not tell of a terminal what it is.
    return false;
  }
}

/** The file of `--save`; on a terminal that of the kept game, without which it is played too, after a word on why. */
async function openFile({
  savedIn,
}: Settings): Promise<{readonly file: SavedGameFile | null; readonly problem: string | null}> {
  if (savedIn !== null) return {file: await openSavedGame(savedIn), problem: null};
  if (!isAtTerminal()) return {file: null, problem: null};
  try {
    return {file: await openKeptGame(), problem: null};
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    const problem = `this game is not kept: ${error.message}`;
    complain(problem);
    return {file: null, problem};
  }
}

/** A kept game is offered; one that `--save` names goes on without a question. */
async function firstStep(
  given: ParsedFlags,
  settings: Settings,
  file: SavedGameFile | null,
  hallOf: HallOf,
): Promise<Step> {
  const entriesOf = (of: Settings): Hall['entries'] => hallOf(of)?.entries ?? [];
  const kept = file?.found ?? null;
  const fresh = async (): Promise<Settings> => dealDice(settings, hallOf(settings));
  if (kept === null) return start(await fresh(), entriesOf(settings), null);
  if (settings.isKept) {
    const setup = kept.game.setup;
    const entries = {kept: entriesOf({...settings, setup}), fresh: entriesOf(settings)};
    return offer(await fresh(), {kept, entries});
  }
  const saved = {...settings, setup: savedSetup(given, settings, kept.game.setup), mark: kept.mark ?? null};
  return start(saved, entriesOf(saved), kept);
}

/** Plays a game to its end, or to that of the input. */
async function play(
  first: Step,
  file: SavedGameFile | null,
  hallOf: HallOf,
  seat: OwnSeat | null,
): Promise<Outcome> {
  const sitting = sitAt(first.dialogue, file);
  let screen: Screen | null = null;
  /** The signal that came when the game was over: its scores are entered before it ends the command. */
  let late: NodeJS.Signals | null = null;
  const ended = (signal: NodeJS.Signals): void => {
    if (screen !== null && late === null && !isInGame(sitting.now())) {
      late = signal;
      screen.leave();
      return;
    }
    try {
      screen?.close();
      show(sitting.take(interrupt));
      const [path, scores] = [hallOf(sitting.now().settings)?.path, scoresOf(sitting)];
      if (path !== undefined) complainNotEntered(path, scores, 'the game was ended from outside');
      file?.close();
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
  const {status, places} = await leave(sitting, left, file, hallOf);
  stopListening();
  if (late !== null) {
    file?.close();
    endBy(late);
  }
  return {status, left, sitting, places};
}

/** How a game was left: also because nobody sees it any more, or because standard input failed. */
type End = Exclude<Left, 'other'> | 'unseen' | 'trouble';

/** Plays on the screen wherever there is room, and line by line elsewhere, for as long as there is something to answer. */
async function playThrough(
  sitting: Sitting,
  first: Step,
  seat: OwnSeat | null,
  onScreen: (screen: Screen | null) => void,
): Promise<End> {
  let isUnseen = false;
  process.stdout.on('error', () => {
    isUnseen = true;
    process.stdin.destroy();
  });
  let note = seat?.note ?? null;
  const isScreens = (): boolean => seat !== null && isInGame(sitting.now()) && hasRoom();
  /** What a step shows that is not on the next screen anyway. */
  const carry = ({complaint, aside}: StepShown): void => {
    show({output: '', complaint, aside});
    note = complaint ?? aside?.replaceAll('\n', ' ') ?? note;
  };
  const begun = sitting.take(() => first);
  if (isScreens()) carry(begun);
  else show(begun);
  try {
    let left: Left = 'other';
    while (left === 'other' && sitting.now().asks !== 'nothing') {
      const now = sitting.now();
      if (seat !== null && isInGame(now) && hasRoom()) {
        const said = [note, now.settings.mark === 'edited' ? EDITED : null].filter((one) => one !== null);
        const table = {...now.table, motion: seat.motion};
        const own = {note: said.join(' ') || null, advisor, verdictsOn};
        left = await playOnScreen(sitting, table, own, onScreen);
        note = null;
      } else left = await playByLines(sitting, {advisor, isUnseen: () => isUnseen, isScreens, carry});
      if (isUnseen) return 'unseen';
    }
    return left === 'other' ? 'over' : left;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (isUnseen) return 'unseen';
    complain(`standard input: ${error.message}`);
    return 'trouble';
  }
}

/** Enters the scores of a game that is over, looks back, and removes its file. */
async function leave(
  sitting: Sitting,
  left: End,
  file: SavedGameFile | null,
  hallOf: HallOf,
): Promise<Pick<Outcome, 'status' | 'places'>> {
  const now = sitting.now();
  if (now.asks !== 'nothing') throw new Error('the dialogue has not ended');
  const played = playedIn(now);
  if (played?.game.phase !== 'over' || left === 'unseen') {
    return {status: left === 'trouble' ? EXIT.trouble : now.isLost ? EXIT.failed : EXIT.passed, places: []};
  }
  const {game, actions} = played;
  const {settings} = now;
  const saved = {game, actions, ...(settings.mark === null ? {} : {mark: settings.mark})};
  const hall = hallOf(settings);
  const bar = exclusionReason(game);
  const places =
    bar === null && hall !== null ? await enterHall(hall, saved, file?.found?.actions === actions) : [];
  if (places === null) return {status: EXIT.trouble, places: []};
  process.stdout.write(
    [bar ?? [], places, sharedLine(game) ?? []]
      .flat()
      .map((line) => `${line}\n`)
      .join(''),
  );
  if (isAtTerminal()) {
    await lookBack(saved, now);
    keepForReview(saved);
  }
  file?.remove();
  return {status: EXIT.passed, places};
}

/** Tells how the totals ran and what decided the game, which goes into the history with that. */
async function lookBack(saved: SavedGame, {settings, table}: Ended): Promise<void> {
  const record = recordOf(saved, new Date());
  const [review, wins] = [await reviewOn(saved), await winsOn(saved)];
  const style = {...styleOf(process.env), hasColour: false};
  const isDrawn = settings.view !== 'words' && table !== null;
  const race = isDrawn ? [...drawRace(sceneOf(table), raceOf(saved), WIDTH, style), ''] : [];
  const ran = (wins ?? []).map((one) => {
    const blocks = isDrawn ? ` ${blocksOf(one.chances, 1, style.isUnicode)}` : '';
    return `The chance of ${one.name} to win, ${winsInWords(one)}${blocks}`;
  });
  process.stdout.write(
    `\n${textOf([...race, ...[...verdictsIn(review), ...ran].map((one) => fitted(one))])}\n`,
  );
  try {
    await changeHistory((history) => withReview(withGame(history, record), record.id, review.players));
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    complain(`${error.message}: this game is not in the history`);
  }
}

/** Keeps a game that is over, and says how to look at it once more. */
function keepForReview(saved: SavedGame): void {
  try {
    keepLastGame(saved);
    process.stdout.write(`${REVIEW_IT}\n`);
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    complain(`${error.message}: this game cannot be reviewed`);
  }
}

function scoresOf(sitting: Sitting): readonly Entry[] {
  const now = sitting.now();
  return scoresIn(playedIn(now)?.game ?? null, now.settings.mark);
}
