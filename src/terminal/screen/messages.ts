/* Texts of the full screen alone; those that the page has too are the table's. */

export const SCREEN = {
  /** Line by line too. */
  again: 'Play again? (Enter; q leaves)',
  tooSmall: 'Make the window larger (80×24 at least).',
  leave: 'This game is not saved (--save FILE would). Press q again to leave it.',
  notPasted: 'Pasted text does nothing here: press the keys.',
} as const;
