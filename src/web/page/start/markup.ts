/*
 * The start as HTML. The build puts it into the page, so that it is seen before any script has come; then `start.ts`
 * fills in what only the browser knows. Which seats are shown the style decides, so no name is lost when their number
 * changes.
 */
import {AVERAGES, SHARK} from '../../../analysis/averages.js';
import {LONGEST_NAME, MAX_PLAYERS} from '../../../game/players.js';
import {STRENGTHS, type Strength} from '../../../game/setup.js';
import {COLUMN_NUMBERS, RULE_SETS} from '../../../rules/rule-sets.js';
import {RULE_LINES, START} from '../../../table/messages.js';
import {CHEAT, nameOf} from './setup.js';

/** Whoever may sit at the table; `person` has an empty value in the form. */
const SITTERS = ['person', ...STRENGTHS] as const;

/** What is drawn for each, in a square of 24. */
const FACES: Readonly<Record<'person' | Strength, string>> = {
  person: '<circle cx="12" cy="8" r="4"/><path d="M4 21c0-9 16-9 16 0"/>',
  beginner: face('<path d="M7.5 13.5a4.5 4.5 0 0 0 9 0z"/>'),
  casual: face('<path d="M8 14.5c2 2.5 6 2.5 8 0"/>'),
  shark: '<path d="M3 18c4-3 5-12 12-14-2 5 1 11 6 14-3 2-5 2-7 0-3 2-6 2-11 0z"/>',
  expert: face('<path d="M5 8.5h14M5.5 8.5a3 3 0 0 0 6 0M12.5 8.5a3 3 0 0 0 6 0M9 16c2 1 4 .6 6.5-1"/>'),
};

function face(more: string): string {
  return `<rect x="3" y="3" width="18" height="18" rx="4"/><path d="M9 8.2v.6M15 8.2v.6"/>${more}`;
}

const SEATS = Array.from({length: MAX_PLAYERS}, (_, index) => index + 1);

/** The main of the start, with empty places for what changes: `notice`, `left`, `today` and `fame`. */
export const MARKUP = `<main tabindex="-1" class="start">
<header><h1>Fivedice</h1></header>
<p role="alert" class="notice" id="notice" hidden></p>
<div id="left"></div>
<div class="sheets">
<section class="paper" aria-labelledby="new"><h2 id="new">${START.newGame}</h2>
<form class="setup" autocomplete="off" novalidate>
<fieldset class="choice"><legend>${START.players}</legend>${SEATS.map(countOf).join('')}</fieldset>
<div class="seats">${SEATS.map(seatOf).join('')}</div>
<p class="buttons"><button type="submit" class="main">${START.begin}</button></p>
<details><summary>${START.more}</summary>
<fieldset><legend>${START.rules}</legend>${RULE_SETS.map(
  (rules) =>
    `<label class="rule"><input type="radio" name="rules" value="${rules}"${rules === 'official' ? ' checked' : ''}> <b>${rules}</b> ${RULE_LINES[rules]}</label>`,
).join('')}</fieldset>
<fieldset class="choice"><legend>${START.columns}</legend>${COLUMN_NUMBERS.map(
  (columns) =>
    `<label><input type="radio" name="columns" value="${columns}"${columns === 1 ? ' checked' : ''}><span>${columns}</span></label>`,
).join('')}<p class="note">${START.factors}</p></fieldset>
<label>${START.seed} <small>${START.seedNote(CHEAT)}</small><input name="seed" inputmode="text" spellcheck="false"></label>
</details></form>
<label class="file">${START.open} <input type="file" accept=".json,application/json"></label>
</section>
<div class="beside"><div id="today"></div><div id="fame"></div></div>
</div></main>`;

function countOf(count: number): string {
  return `<label><input type="radio" name="count" value="${count}"${count === 1 ? ' checked' : ''}><span>${count}</span></label>`;
}

function seatOf(seat: number): string {
  const who = SITTERS.map((sitter) => {
    const name = START.sitters[sitter];
    const about =
      sitter === 'person'
        ? null
        : sitter === 'shark'
          ? START.share(SHARK.wins)
          : START.average(AVERAGES[sitter]);
    const title = about === null ? '' : ` title="${about}"`;
    return `<label${title}><input type="radio" name="who${seat}" value="${sitter === 'person' ? '' : sitter}"${sitter === 'person' ? ' checked' : ''}><svg viewBox="0 0 24 24" aria-hidden="true">${FACES[sitter]}</svg><span>${name}</span></label>`;
  });
  return `<div class="seat"><label>${START.player(seat)}<input name="name${seat}" maxlength="${LONGEST_NAME}" placeholder="${nameOf(seat, null)}"></label>
<fieldset class="who"><legend class="hidden">${START.whoIs(seat)}</legend>${who.join('')}</fieldset></div>`;
}
