/*
 * Entry point of `fivedice play`: signals, the files of the game, and the front end that plays it, chosen once. A terminal
 * that has a full screen plays on it; the questions before the game are asked line by line.
 */
import {fstatSync} from 'node:fs';
import {runCommand} from '../command-line/command.js';
import type {ParsedFlags} from '../command-line/flags.js';
import {complain, EXIT, troubleError} from '../command-line/user-error.js';
import {exclusionReason, type Played} from '../game/game.js';
import {sharedLine} from '../game/shared-line.js';
import {type Autosave, openAutosave, readLog} from '../storage/files.js';
import {hallOfFame, placesOf} from '../storage/log.js';
import {isSystemError, UnusableFile} from '../system/file-errors.js';
import {takesPlace, WORKING_OUT_END} from '../table/messages.js';
import type {Table} from '../table/state.js';
import {tableOf} from '../table/table.js';
import {advisor, reviewOn, verdictsInWords, winsInWords, winsOn} from './advisor.js';
import {type Keeper, keeperOf} from './autosave.js';
import {endingOf, start} from './dialogue/dialogue.js';
import {askAll, playByLines, typedLines, wantsAgain} from './lines.js';
import {IS_KEPT, LEFT, NOT_BEGUN, NOT_SAVED, REVIEW_IT} from './messages.js';
import {type Leave, openScreen, type Screen, type Seat} from './screen/screen.js';
import {again, COMMAND, isAtTerminal, seatOf, settingsOf} from './settings.js';
import {type Found, type Question, type Settings, setUp} from './setup.js';
import {fitted, textOf} from './text.js';

export {COMMAND};

const verdictsOn: Seat['verdictsOn'] = async (played) => verdictsInWords(await reviewOn(played));

/** Signals that end a game: Ctrl-C, Ctrl-\, a terminal that goes away, `kill`. */
const SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGTERM'] as const;

/** Standard output has failed: nobody plays on without seeing. */
let isUnseen = false;

function stopUnseen(): void {
  isUnseen = true;
  process.stdin.destroy();
}

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, playFrom, UnusableFile);
}

async function playFrom(given: ParsedFlags): Promise<number> {
  let settings = settingsOf(given);
  let isFirst = true;
  let note: string | null = null;
  let view: Table['view'] = 'cs106a';
  // Node takes a folder for an input that has ended.
  if (isFolder(0)) throw troubleError('standard input: it is a folder');
  isUnseen = false;
  // The listener stays: the last output may fail last.
  process.stdout.off('error', stopUnseen).on('error', stopUnseen);
  try {
    for (;;) {
      const seat = seatOf(given);
      const {status, isAgain, table, places} = await playGame(settings, seat && {...seat, view, note});
      // Behind a game that is over, one that did not begin is not lost.
      if (!isFirst && table?.played.actions.length === 0 && status === EXIT.failed) return EXIT.passed;
      if (!isAgain || status !== EXIT.passed || table === null) return status;
      settings = again(settings, table.played.game);
      ({view} = table);
      isFirst = false;
      // On the screen they would be seen only when it is left.
      note = places.join(' ') || null;
    }
  } finally {
    process.stdin.destroy();
  }
}

function isFolder(file: number): boolean {
  try {
    return fstatSync(file).isDirectory();
  } catch {
    // Some systems cannot stat a terminal.
    return false;
  }
}

/** The end of a game: `unseen` if standard output failed, `trouble` if standard input did. */
type End = Leave | 'over' | 'unseen' | 'trouble';

interface Outcome {
  readonly status: number;
  readonly isAgain: boolean;
  /** Null if no game began. */
  readonly table: Table | null;
  /** Sentences on places taken in the hall of fame. */
  readonly places: readonly string[];
}

/** Plays a game from the first question to its end. */
async function playGame(
  settings: Settings,
  seat: (Pick<Seat, 'note'> & Pick<Table, 'motion' | 'view'>) | null,
): Promise<Outcome> {
  const {file, problem} = openFile(settings);
  const keeper = keeperOf(file, settings.savedIn);
  const {hallOf, last, problem: damage} = openLog();
  if (damage !== null) complain(damage);
  const lines = typedLines();
  const now: {asked: Question | null; table: Table | null; screen: Screen | null} = {
    asked: null,
    table: null,
    screen: null,
  };
  const onChange = (table: Table): string | null => {
    now.table = table;
    return keeper.save(table.played);
  };
  const ended = (signal: NodeJS.Signals): void => {
    try {
      now.screen?.close();
      process.stdout.write(`\n${farewellOf(now, keeper, LEFT).said}`);
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

  const playThrough = async (): Promise<End> => {
    const found = {kept: file?.found ?? null, last: last?.game.setup ?? null, hallOf};
    const begun = await askAll(setUp(settings, found), lines, (question) => {
      now.asked = question;
    });
    if (begun === 'end') return 'end';
    if (begun === null) return 'quit';
    const common = {advisor, onChange, isSafe: keeper.isSafe};
    if (seat === null) {
      process.stdout.write(begun.said);
      return playByLines(start(begun.played, begun.note), lines, common, () => isUnseen);
    }
    await lines.return();
    const {note, ...view} = seat;
    const table = tableOf(begun.played, view);
    const complaint = onChange(table);
    if (complaint !== null) complain(complaint);
    const notes = [note, problem].filter((one) => one !== null).join(' ');
    now.screen = openScreen(table, {...common, note: (complaint ?? notes) || null, verdictsOn});
    const left = await now.screen.left;
    now.screen = null;
    const {played} = now.table ?? table;
    process.stdout.write(played.game.phase === 'over' ? endingOf(played) : left === 'quit' ? '\n' : '');
    return left;
  };
  let left: End;
  try {
    left = await playThrough();
    if (isUnseen) left = 'unseen';
  } catch (error) {
    if (!isSystemError(error)) throw error;
    left = isUnseen ? 'unseen' : 'trouble';
    if (!isUnseen) complain(`standard input: ${error.message}`);
  }
  const {table} = now;
  const isOver = table?.played.game.phase === 'over';
  let places: readonly string[] = [];
  let status: number = EXIT.passed;
  if (isOver && left !== 'unseen') places = await lookBack(table.played, keeper);
  else if (!isOver) {
    const {said, isLost} = farewellOf(now, keeper, left === 'quit' ? LEFT : NOT_SAVED);
    process.stdout.write(left === 'quit' ? said : `\n${said}`);
    status = left === 'trouble' ? EXIT.trouble : isLost ? EXIT.failed : EXIT.passed;
  }
  stopListening();
  const isAgain = left === 'again' || (left === 'over' && isAtTerminal() && (await wantsAgain(lines)));
  await lines.return();
  return {status, isAgain, table, places};
}

/** Says where a game that was left can be gone on with, or that it is `lost`. */
function farewellOf(
  {asked, table}: {readonly asked: Question | null; readonly table: Table | null},
  keeper: Keeper,
  lost: string,
): {readonly said: string; readonly isLost: boolean} {
  const remains = table === null ? (asked?.isOffer ? IS_KEPT : null) : keeper.remains(table.played);
  const isBegun = table !== null && (!keeper.isSafe() || table.played.actions.length > 0);
  return {said: `\n${remains ?? (isBegun ? lost : NOT_BEGUN)}\n`, isLost: remains === null};
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

/** Reads the log: the halls of fame, the last game, and a problem of the file. */
function openLog(): Pick<Found, 'hallOf'> & {
  readonly last: Played | null;
  readonly problem: string | null;
} {
  try {
    const {games, older, problem} = readLog();
    return {hallOf: (kind) => hallOfFame(games, kind, older), last: games.at(-1) ?? null, problem};
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    return {hallOf: () => [], last: null, problem: `no hall of fame: ${error.message}`};
  }
}

/** Says what came of a game that is over; returns the sentences on places taken in the hall of fame. */
async function lookBack(played: Played, keeper: Keeper): Promise<readonly string[]> {
  const say = (lines: readonly string[]): boolean =>
    process.stdout.write(textOf(lines.map((line) => fitted(line))));
  const {game} = played;
  const {hallOf, last} = openLog();
  const places =
    keeper.isLogged() && last !== null
      ? placesOf(hallOf(game.setup), last.game).map(({name, score, place}) => takesPlace(name, score, place))
      : [];
  say([exclusionReason(game) ?? [], places].flat());
  const shared = sharedLine(game);
  if (shared !== null) process.stdout.write(`${shared}\n`);
  if (!isAtTerminal()) return places;
  say(['', WORKING_OUT_END]);
  say(verdictsInWords(await reviewOn(played)));
  const wins = (await winsOn(played)) ?? [];
  say([...wins.map((one) => `The chance of ${one.name} to win, ${winsInWords(one)}`), '']);
  if (keeper.isLogged()) say([REVIEW_IT]);
  return places;
}
