/* The browser's Back, which on a phone is a key: it closes what lies over the game or the start, and then leaves the page. */
import {isReading} from '../../../table/keys.js';
import {send} from './playing.js';
import {page, show} from './state.js';

/** The state of the step in the browser's history that stands for something open. */
const OPEN = 'open';

/** True while the step is being taken back, until the event that ends this. */
let isGoingBack = false;

/** Closes the history and its notice. */
export function closeHistory(): void {
  show({isHistory: false, notice: null});
}

/** Returns a function that closes what is open; null if nothing is. */
function closing(): (() => void) | null {
  if (page.isReviewing) return () => show({isReviewing: false});
  if (page.isHistory) return closeHistory;
  return page.table !== null && isReading(page.table) ? () => send({event: 'cancel'}) : null;
}

/** Called after each change of the page: adds a step if something was opened, takes it back if that was closed. */
export function keepStep(): void {
  const isStep = history.state === OPEN;
  if (isGoingBack || isStep === (closing() !== null)) return;
  if (isStep) {
    isGoingBack = true;
    history.back();
  } else history.pushState(OPEN, '');
}

export function wireBack(): void {
  addEventListener('popstate', () => {
    if (isGoingBack) {
      isGoingBack = false;
      keepStep();
    } else closing()?.();
  });
}
