/*
 * Entry point of `fivedice play`: signals, the files of the game, and the front end that plays it, chosen once. A terminal
 * that has a full screen plays on it; the questions before the game are asked line by line.
 */
import {ADVISOR} from '../analysis/thread/advisor.js';
import {verdictsInWords, winsInWords} from '../analysis/words.js';
import {runCommand} from '../command-line/command.js';
import type {ParsedFlags} from '../command-line/flags.js';
import {complain, EXIT} from '../command-line/user-error.js';
import {exclusionReason, type Played} from '../game/game.js';
import {sharedLine} from '../game/shared-line.js';
import {readLog} from '../storage/files.js';
import {hallOfFame, placesOf} from '../storage/log.js';
import {UnusableFile} from '../system/file-errors.js';
import {takesPlace, WORKING_OUT_END} from '../table/messages.js';
import type {Table} from '../table/state.js';
import {tableOf} from '../table/table.js';
import {type Keeper, openKeeper, problemIn} from './autosave.js';
import {endingOf, start} from './dialogue/dialogue.js';
import {askAll, playByLines, typedLines, wantsAgain} from './lines.js';
import {IS_KEPT, LEFT, NOT_BEGUN, NOT_SAVED, REVIEW_IT} from './messages.js';
import {type Leave, openScreen, type Screen, type Seat} from './screen/screen.js';
import {again, COMMAND, isAtTerminal, seatOf, settingsOf} from './settings.js';
import {type Found, type Settings, setUp} from './setup.js';
import {fitted, textOf} from './text.js';

export {COMMAND};

/** Verdicts on games that are over, worked out once for the screen and for what is printed after it. */
const verdicts = new WeakMap<Played, Promise<readonly string[]>>();

function verdictsIn(played: Played): Promise<readonly string[]> {
  const known = verdicts.get(played) ?? ADVISOR.review(played).then(verdictsInWords);
  verdicts.set(played, known);
  known.catch(() => verdicts.delete(played));
  return known;
}

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
  let note: string | null = null;
  let view: Table['view'] = 'cs106a';
  isUnseen = false;
  // The listener stays: the last output may fail last.
  process.stdout.off('error', stopUnseen).on('error', stopUnseen);
  try {
    for (let isFirst = true; ; isFirst = false) {
      const seat = seatOf(given);
      const {isLost, isAgain, table, places} = await playGame(settings, seat && {...seat, view, note});
      if (!isAgain || table === null) {
        // After a game that is over, one that did not begin is not lost.
        const isNothing = !isFirst && table?.played.actions.length === 0;
        return isLost && !isNothing ? EXIT.failed : EXIT.passed;
      }
      settings = again(settings, table.played.game);
      ({view} = table);
      // On the screen they would be seen only when it is left.
      note = places.join(' ') || null;
    }
  } finally {
    process.stdin.destroy();
  }
}

interface Outcome {
  /** The game was left before its end, and is kept nowhere. */
  readonly isLost: boolean;
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
  const keeper = openKeeper(settings.savedIn);
  const {hallOf, last, problem} = openLog();
  if (problem !== null) complain(problem);
  const lines = typedLines();
  const now: {isOffered: boolean; table: Table | null; screen: Screen | null} = {
    isOffered: false,
    table: null,
    screen: null,
  };
  const onChange = (table: Table): string | null => {
    now.table = table;
    return keeper.save(table.played);
  };
  /** Returns the place where a game that was left can be continued; null if it is lost. */
  const remains = (): string | null =>
    now.table !== null ? keeper.remains(now.table.played) : now.isOffered ? IS_KEPT : null;
  const sayFarewell = (lost: string): void => {
    const isBegun = (now.table?.played.actions.length ?? 0) > 0;
    process.stdout.write(`\n${remains() ?? (isBegun ? lost : NOT_BEGUN)}\n`);
  };
  const ended = (signal: NodeJS.Signals): void => {
    try {
      now.screen?.close();
      process.stdout.write('\n');
      sayFarewell(LEFT);
    } finally {
      stopListening();
      // Not by an exit status that looks like it: a shell stops its loop only for the signal.
      process.kill(process.pid, signal);
    }
  };
  const stopListening = (): void => {
    for (const signal of SIGNALS) process.off(signal, ended);
  };
  for (const signal of SIGNALS) process.on(signal, ended);

  const playThrough = async (): Promise<Leave | 'over'> => {
    const found: Found = {kept: keeper.found, last: last?.game.setup ?? null, hallOf};
    const begun = await askAll(setUp(settings, found), lines, ({isOffer}) => {
      now.isOffered = isOffer;
    });
    if (begun === 'end') return 'end';
    if (begun === null) return 'quit';
    const common = {advisor: ADVISOR, onChange, isSafe: keeper.isSafe};
    if (seat === null) {
      process.stdout.write(begun.said);
      return playByLines(start(begun.played, begun.note), lines, common, () => isUnseen);
    }
    await lines.return();
    const {note, ...view} = seat;
    const table = tableOf(begun.played, view);
    const complaint = onChange(table);
    if (complaint !== null) complain(complaint);
    const notes = [note, keeper.problem].filter((one) => one !== null).join(' ');
    const verdictsOn: Seat['verdictsOn'] = async (played) => [
      ...placesIn(played, keeper),
      ...(await verdictsIn(played)),
    ];
    now.screen = openScreen(table, {...common, note: (complaint ?? notes) || null, verdictsOn});
    const left = await now.screen.left;
    now.screen = null;
    const {played} = now.table ?? table;
    process.stdout.write(played.game.phase === 'over' ? endingOf(played) : left === 'quit' ? '\n' : '');
    return left;
  };
  let left: Leave | 'over' = 'quit';
  try {
    left = await playThrough();
  } catch (error) {
    if (!isUnseen) throw error;
  }
  const {table} = now;
  const isOver = table?.played.game.phase === 'over';
  if (!isOver) {
    if (left !== 'quit') process.stdout.write('\n');
    sayFarewell(left === 'quit' ? LEFT : NOT_SAVED);
  }
  const places = isOver && !isUnseen ? await lookBack(table.played, keeper) : [];
  stopListening();
  const isAgain = left === 'again' || (left === 'over' && isAtTerminal() && (await wantsAgain(lines)));
  await lines.return();
  return {isLost: !isOver && remains() === null, isAgain: isAgain && !isUnseen, table, places};
}

/** Reads the log: the halls of fame, the last game, and a problem of the file. */
function openLog(): Pick<Found, 'hallOf'> & {readonly last: Played | null; readonly problem: string | null} {
  let log: ReturnType<typeof readLog> = {games: [], problem: null};
  const failure = problemIn(() => {
    log = readLog();
  });
  const {games, problem} = log;
  return {
    hallOf: (kind) => hallOfFame(games, kind),
    last: games.at(-1) ?? null,
    problem: failure === null ? problem : `no hall of fame: ${failure}`,
  };
}

/** Sentences on places that a game has taken in the hall of fame; none if it is not in the log. */
function placesIn({game: {setup}}: Played, keeper: Keeper): readonly string[] {
  const {hallOf, last} = openLog();
  if (!keeper.isLogged() || last === null) return [];
  return placesOf(hallOf(setup), last.game).map(({name, score, place}) => takesPlace(name, score, place));
}

/** Says what came of a game that is over; returns the sentences on places taken in the hall of fame. */
async function lookBack(played: Played, keeper: Keeper): Promise<readonly string[]> {
  const say = (lines: readonly string[]): boolean =>
    process.stdout.write(textOf(lines.map((line) => fitted(line))));
  const {game} = played;
  const places = placesIn(played, keeper);
  say([exclusionReason(game) ?? [], places].flat());
  const shared = sharedLine(game);
  if (shared !== null) process.stdout.write(`${shared}\n`);
  if (!isAtTerminal()) return places;
  say(['', WORKING_OUT_END]);
  say(await verdictsIn(played));
  const wins = (await ADVISOR.winsIn(played)) ?? [];
  say([...wins.map((one) => `The chance of ${one.name} to win: ${winsInWords(one)}`), '']);
  if (keeper.isLogged()) say([REVIEW_IT]);
  return places;
}
