/*
 * Entry point of `fivedice play`: signals, the files of the game, and the front end that plays it, chosen once. A terminal
 * that has a full screen plays on it; the questions before the game are asked line by line.
 */
import type {Advisor} from '../analysis/advisor.js';
import {ADVISOR} from '../analysis/thread/advisor.js';
import {verdictsInWords, winsInWords} from '../analysis/words.js';
import {runCommand} from '../command-line/command.js';
import type {ParsedFlags} from '../command-line/flags.js';
import {complain, EXIT} from '../command-line/user-error.js';
import {exclusionReason, type Played} from '../game/game.js';
import {dayIn, nextSetup} from '../game/setup.js';
import {sharedLine} from '../game/shared-line.js';
import {readLog} from '../storage/files.js';
import {dayResults, type Log, placesOf} from '../storage/log.js';
import {takesPlace, WORKING_OUT_END} from '../table/messages.js';
import type {Table} from '../table/state.js';
import {tableOf} from '../table/table.js';
import {type Keeper, openKeeper, problemIn} from './autosave.js';
import {endingOf, start} from './dialogue/dialogue.js';
import {askAll, playByLines, typedLines, wantsAgain} from './lines.js';
import {LEFT, NOT_BEGUN, NOT_SAVED, REVIEW_IT} from './messages.js';
import {type Leave, Screen, type Seat} from './screen/screen.js';
import {COMMAND, isAtTerminal, seatOf, settingsOf} from './settings.js';
import {type Settings, setUp} from './setup.js';
import {fitted, textOf} from './text.js';

export {COMMAND};

/** Caches answers about a game, for the screen and for what is printed after it. */
function once<Answer>(ask: (played: Played) => Promise<Answer>): (played: Played) => Promise<Answer> {
  const answers = new WeakMap<Played, Promise<Answer>>();
  return (played) => {
    const answer = answers.get(played) ?? ask(played);
    answers.set(played, answer);
    answer.catch(() => answers.delete(played));
    return answer;
  };
}

const advisor: Advisor = {...ADVISOR, review: once(ADVISOR.review), winsIn: once(ADVISOR.winsIn)};

const clock: Seat['clock'] = (act, milliseconds) => {
  const timer = setTimeout(act, milliseconds).unref();
  return () => clearTimeout(timer);
};

/** Signals that end a game: Ctrl-C, Ctrl-\, a terminal that goes away, `kill`. */
const SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGTERM'] as const;

/** Standard output has failed, so the game ends. */
let isUnseen = false;

function stopUnseen(): void {
  isUnseen = true;
  process.stdin.destroy();
}

export function main(args: readonly string[]): Promise<number> {
  return runCommand(COMMAND, args, playFrom);
}

async function playFrom(given: ParsedFlags): Promise<number> {
  isUnseen = false;
  // The listener stays, as even the last output may fail.
  process.stdout.off('error', stopUnseen).on('error', stopUnseen);
  const seat = seatOf(given);
  const settings = withKnownDay(settingsOf(given));
  try {
    let play: Play | number = new Play(settings, seat && {...seat, view: 'cs106a', note: null}, true);
    while (typeof play !== 'number') play = await play.toEnd();
    return play;
  } finally {
    process.stdin.destroy();
  }
}

/** Marks the dice of a day that was played before as known. */
function withKnownDay(settings: Settings): Settings {
  const {setup} = settings;
  const {dice} = setup;
  const day = dayIn(setup);
  if (dice === 'typed' || day === null) return settings;
  let isKnown = false;
  problemIn(() => {
    isKnown = dayResults(readLog()).has(day);
  });
  return isKnown ? {...settings, setup: {...setup, dice: {...dice, known: true}}} : settings;
}

/** Settings of the full screen at its start. */
type Looks = Pick<Seat, 'note'> & Pick<Table, 'motion' | 'view'>;

/** A game, from the first question to its end. */
class Play {
  readonly #settings: Settings;
  /** Null if it is played line by line. */
  readonly #looks: Looks | null;
  readonly #isFirst: boolean;
  readonly #keeper: Keeper;
  readonly #lines = typedLines();
  /** Null until the game begins. */
  #table: Table | null = null;
  #screen: Screen | null = null;

  constructor(settings: Settings, looks: Looks | null, isFirst: boolean) {
    this.#settings = settings;
    this.#looks = looks;
    this.#isFirst = isFirst;
    this.#keeper = openKeeper(settings.savedIn);
  }

  /** Returns the next game, or the exit status. */
  async toEnd(): Promise<Play | number> {
    for (const signal of SIGNALS) process.on(signal, this.#end);
    const left = await this.#untilLeft().catch((error) => {
      if (!isUnseen) throw error;
      return 'quit' as const;
    });
    const table = this.#table;
    const isOver = table?.played.game.phase === 'over';
    if (!isOver && left !== 'quit') process.stdout.write('\n');
    this.#sayFarewell(left === 'quit' ? LEFT : NOT_SAVED);
    const places = isOver && !isUnseen ? await lookBack(table.played, this.#keeper) : [];
    this.#stopListening();
    const isAgain = left === 'over' ? isAtTerminal() && (await wantsAgain(this.#lines)) : left === 'again';
    this.#keeper.close();
    await this.#lines.return();
    if (isAgain && table !== null && !isUnseen) {
      // The next screen says it again: the text printed now is seen only after that screen.
      const looks = this.#looks && {...this.#looks, view: table.view, note: places.join(' ') || null};
      const settings = {...this.#settings, setup: nextSetup(table.played.game.setup), computers: []};
      return new Play(settings, looks, false);
    }
    // After a finished game, leaving the next one before it begins loses nothing.
    const isNothing = !this.#isFirst && table?.played.actions.length === 0;
    return isOver || isNothing || this.#remains() !== null ? EXIT.passed : EXIT.failed;
  }

  async #untilLeft(): Promise<Leave | 'over'> {
    const {found: kept, isElsewhere} = this.#keeper;
    const found = {kept, isElsewhere, log: openLog()};
    const begun = await askAll(setUp(this.#settings, found), this.#lines);
    if (begun === 'end') return 'end';
    if (begun === null) return 'quit';
    const isNew = begun.played !== kept;
    // A new game leaves the kept one to the window that plays it, and is not kept.
    const taken = isNew && isElsewhere ? null : this.#keeper.takeOver();
    const played = (isNew ? null : taken) ?? begun.played;
    if (this.#looks !== null) return this.#onScreen(played, this.#looks);
    process.stdout.write(begun.said());
    return playByLines(start(played, begun.note), this.#lines, this.#seat(null), () => isUnseen);
  }

  async #onScreen(begun: Played, {note, ...view}: Looks): Promise<Leave> {
    await this.#lines.return();
    const table = tableOf(begun, view);
    const complaint = this.#keep(table);
    if (complaint !== null) complain(complaint);
    const notes = [note, this.#keeper.problem].filter((one) => one !== null).join(' ');
    this.#screen = new Screen(table, this.#seat((complaint ?? notes) || null));
    const left = await this.#screen.left;
    this.#screen.close();
    this.#screen = null;
    const {played} = this.#table ?? table;
    process.stdout.write(played.game.phase === 'over' ? endingOf(played) : left === 'quit' ? '\n' : '');
    return left;
  }

  #seat(note: string | null): Seat {
    return {
      note,
      advisor,
      clock,
      onChange: (table) => this.#keep(table),
      isSafe: this.#keeper.isSafe,
      placesOf: (played) => placesIn(played, this.#keeper),
    };
  }

  #keep(table: Table): string | null {
    this.#table = table;
    return this.#keeper.save(table.played);
  }

  /** Returns the place where a game that was left can be continued; null if it is lost. */
  #remains(): string | null {
    const played = this.#table?.played ?? this.#keeper.found;
    return played && this.#keeper.remains(played);
  }

  /** Says what becomes of a game that is not over. */
  #sayFarewell(lost: string): void {
    if (this.#table?.played.game.phase === 'over') return;
    const isBegun = (this.#table?.played.actions.length ?? 0) > 0;
    process.stdout.write(`\n${this.#remains() ?? (isBegun ? lost : NOT_BEGUN)}\n`);
  }

  readonly #end = (signal: NodeJS.Signals): void => {
    try {
      this.#screen?.close();
      process.stdout.write('\n');
      this.#sayFarewell(LEFT);
    } finally {
      this.#keeper.close();
      this.#stopListening();
      // Dies of the signal itself: a shell ends its loop only then, not for a status of 130.
      process.kill(process.pid, signal);
    }
  };

  #stopListening(): void {
    for (const signal of SIGNALS) process.off(signal, this.#end);
  }
}

/** Returns a function that reads the log when it is first asked; without the file, there is no hall of fame. */
function openLog(): () => Log {
  let log: Log | null = null;
  return () => {
    const failure = problemIn(() => {
      log ??= readLog(complain);
    });
    if (failure !== null) complain(`no hall of fame: ${failure}`);
    log ??= [];
    return log;
  };
}

/** Sentences on places that a game has taken in the hall of fame; none if it is not in the log. */
function placesIn(played: Played, keeper: Keeper): readonly string[] {
  const log = keeper.logged() ?? [];
  return placesOf(log, played).map(({name, score, place}) => takesPlace(name, score, place));
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
  say(verdictsInWords(await advisor.review(played)));
  const wins = (await advisor.winsIn(played)) ?? [];
  say([...wins.map((one) => `The chance of ${one.name} to win: ${winsInWords(one)}`), '']);
  if (keeper.logged() !== null) say([REVIEW_IT]);
  return places;
}
