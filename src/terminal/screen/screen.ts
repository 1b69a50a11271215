/*
 * The full screen: a game that is played on the terminal of standard input and output. The table says what is shown and
 * what a key does.
 */
import {verdictsInWords} from '../../analysis/words.js';
import type {Played} from '../../game/game.js';
import {Driver, type FrontEnd, type Sitting} from '../../table/driver.js';
import {raceOf} from '../../table/highlights.js';
import {eventOfKey} from '../../table/keys.js';
import {type Scene, sceneOf} from '../../table/scene.js';
import type {Table} from '../../table/state.js';
import {SCREEN} from '../messages.js';
import {isTooSmall} from '../text.js';
import {openDisplay} from './display.js';
import type {Ending} from './end-panel.js';
import {frameOf, partsOf} from './frame.js';
import {listenToKeys} from './keyboard.js';
import {styleOf} from './style.js';

export interface Seat extends Pick<FrontEnd, 'advisor' | 'clock'> {
  /** Shown first, until a key is pressed. */
  readonly note: string | null;
  /** Takes each change at the table before it is shown. Returns a problem to show instead of the message, or null. */
  readonly onChange: (table: Table) => string | null;
  /** Tests if the game could be continued later. */
  readonly isSafe: () => boolean;
  /** Sentences on places that a game which is over has taken in the hall of fame. */
  readonly placesOf: (played: Played) => readonly string[];
}

/** `again` asks for another game, at the end of one. */
export type Leave = 'quit' | 'again' | 'end';

export class Screen {
  /** Settles when the screen is left: by `q`, by Enter at the end of the game, or at the end of the input. */
  readonly left: Promise<Leave>;
  readonly #seat: Seat;
  readonly #driver: Driver;
  readonly #style = styleOf(process.env);
  readonly #display = openDisplay(() => this.#draw());
  readonly #stopKeys: () => void;
  #leave: (leave: Leave) => void = () => {};
  /** Shown instead of the message, until the next key. */
  #note: string | null;
  /** `q` was pressed once, in a game that would be lost. */
  #isLeaving = false;
  /** Shown page of the help or the list, from 0. */
  #part = 0;

  constructor(table: Table, seat: Seat) {
    this.#seat = seat;
    this.#note = seat.note;
    this.left = new Promise((resolve) => {
      this.#leave = resolve;
    });
    this.#driver = new Driver(table, {
      ...seat,
      show: (now, before) => this.#show(now, before),
      leave: (event) => (event === 'quit' ? this.#quit() : this.#leave('again')),
    });
    this.#stopKeys = listenToKeys(
      (name) => this.#press(name),
      () => this.#say(SCREEN.notPasted),
      () => this.#leave('end'),
    );
    this.#draw();
  }

  /** Gives the terminal back, at once. */
  close(): void {
    this.#driver.stop();
    this.#stopKeys();
    this.#display.close();
  }

  #show({table}: Sitting, {table: before}: Sitting): void {
    if (table !== before) {
      const isSame = table.played === before.played && table.held === before.held;
      this.#note = this.#seat.onChange(table) ?? (isSame ? this.#note : null);
      this.#part = 0;
    }
    this.#draw();
  }

  #press(name: string): void {
    const {table} = this.#driver.now;
    // A window that is too small shows no game.
    if (isTooSmall(this.#display.size()) && name !== 'q') return;
    this.#note = null;
    const isNextPart = name === 'space' && this.#part + 1 < partsOf(this.#scene(), this.#display.size());
    const event = isNextPart ? null : eventOfKey(name, table);
    if (isNextPart) this.#part += 1;
    this.#isLeaving &&= event?.event === 'quit';
    if (event === null) this.#draw();
    else this.#driver.send(event);
  }

  #quit(): void {
    const {game} = this.#driver.now.table.played;
    if (game.phase === 'over' || this.#isLeaving || this.#seat.isSafe()) {
      this.#leave('quit');
      return;
    }
    this.#isLeaving = true;
    this.#say(SCREEN.leave);
  }

  #say(note: string): void {
    this.#note = note;
    this.#draw();
  }

  #scene(): Scene {
    const {table, picture} = this.#driver.now;
    const scene = sceneOf(table, null, 'keyboard', picture);
    return this.#note === null
      ? scene
      : {...scene, message: this.#note, tone: 'question', reasons: [], whys: []};
  }

  #draw(): void {
    const beside = {part: this.#part, ending: this.#ending()};
    this.#display.draw(frameOf(this.#scene(), this.#display.size(), this.#style, beside));
  }

  /** Returns the panel at the end, also without a review; null before the end. */
  #ending(): Ending | null {
    const {review, noReview, table} = this.#driver.now;
    const {played} = table;
    if (played.game.phase !== 'over') return null;
    const isKnown = review !== null || noReview !== null;
    const verdicts = [...this.#seat.placesOf(played), ...(review === null ? [] : verdictsInWords(review))];
    return {race: raceOf(played), verdicts: isKnown ? verdicts : null};
  }
}
