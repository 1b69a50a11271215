/* The state of the page; each change draws the page again. */
import type {Category} from '../../../rules/categories.js';
import type {Sitting} from '../../../table/driver.js';
import type {Table} from '../../../table/state.js';

export interface Page extends Omit<Sitting, 'table'> {
  /** Null at the start. */
  readonly table: Table | null;
  readonly notice: string | null;
  /** Name of a button that discards the kept game if it is pressed again; the notice says so. */
  readonly confirming: string | null;
  /** True while the review is on the page, or is waited for. */
  readonly isReviewing: boolean;
  /** Name of the button in focus, which Space and Enter press; null if none has it. */
  readonly focused: string | null;
  /** Category whose rule is shown. */
  readonly asked: Category | null;
  /** Dice are tapped, not clicked. */
  readonly isTouch: boolean;
  /** The halls of fame at the start are unfolded. */
  readonly isFameOpen: boolean;
  /** True while the history is on the page. */
  readonly isHistory: boolean;
  /** Day that is shown at the start; null is today. */
  readonly day: string | null;
  /** Expert's result with the dice of a day, if asked for; its total is null while it plays. */
  readonly expert: {readonly day: string; readonly total: number | null} | null;
  /** Another window plays the game. */
  readonly isElsewhere: boolean;
}

export const AT_START = {
  table: null,
  picture: 0,
  review: null,
  wins: null,
  noReview: null,
  isReviewing: false,
  asked: null,
  isFameOpen: false,
  isHistory: false,
  day: null,
  isElsewhere: false,
  notice: null,
} as const;

export let page: Page = {
  ...AT_START,
  confirming: null,
  expert: null,
  focused: null,
  isTouch: matchMedia('(hover: none)').matches,
};

let draw = (): void => {};

/** Sets the function that draws the page. */
export function drawBy(drawing: () => void): void {
  draw = drawing;
}

/** Changes the page, and has it drawn. Another notice ends the wait for a confirmation. */
export function show(change: Partial<Page>): void {
  page = {...page, ...('notice' in change && {confirming: null}), ...change};
  draw();
}
