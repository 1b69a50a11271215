/* The dice, the button that rolls them, and in cheat mode the faces to click. */
import {html, nothing, svg, type TemplateResult} from 'lit-html';
import type {Face} from '../../../rules/dice.js';
import type {DieView, Scene} from '../../../table/scene.js';
import type {TableEvent} from '../../../table/state.js';
import {PAGE} from '../messages.js';

/** Pips, in hundredths of a side. */
// biome-ignore format: a table
const PIPS: Readonly<Record<Face, readonly (readonly [x: number, y: number])[]>> = {
  1: [[50, 50]],
  2: [[26, 26], [74, 74]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[26, 26], [74, 26], [26, 74], [74, 74]],
  5: [[26, 26], [74, 26], [50, 50], [26, 74], [74, 74]],
  6: [[26, 24], [74, 24], [26, 50], [74, 50], [26, 76], [74, 76]],
};

type Send = (event: TableEvent) => void;

/** Ignores the second click of a double click: its target may have changed. */
export function single(act: () => void): (event: MouseEvent) => void {
  return ({detail}) => {
    if (detail <= 1) act();
  };
}

export function diceView({dice, button, keypad, status}: Scene, send: Send): TemplateResult {
  return html`<section class="felt" aria-label=${PAGE.dice}>
    <p class="status">${status}</p>
    <ul class="dice">${dice.map((die) => html`<li>${dieButton(die, send)}</li>`)}</ul>
    ${
      button === null
        ? nothing
        : html`<button type="button" class="main roll" title=${button.does} aria-disabled=${!button.isEnabled}
            @click=${single(() => send({event: 'roll'}))}>${button.label} <small class="left" data-left=${button.rolls}></small></button>`
    }
    ${
      keypad.length === 0
        ? nothing
        : html`<div class="keypad" role="group" aria-label=${PAGE.values}>${keypad.map(
            (
              face,
            ) => html`<button type="button" aria-label=${PAGE.value(face)} @click=${() => send({event: 'type', face})}>
              ${pipsOf(face)}</button>`,
          )}</div>`
    }
  </section>`;
}

/** Marks are CSS content, so the accessible name need not repeat them. */
function dieButton(
  {number, face, isPast, isMarked, mark, isBestKept, isRolling, isAwaited, isEnabled, label}: DieView,
  send: Send,
): TemplateResult {
  return html`<button type="button" class="die" aria-label=${label} aria-pressed=${isMarked} aria-disabled=${!isEnabled}
    ?data-rolling=${isRolling} ?data-awaited=${isAwaited} ?data-unrolled=${face === null} ?data-past=${isPast}
    @click=${() => send({event: 'toggle', die: number})}>
    <span class="body">${pipsOf(face)}</span>
    <span class="mark" data-mark=${mark}></span>
    ${isBestKept === null ? nothing : html`<span class="best" ?data-kept=${isBestKept} data-best=${isBestKept ? PAGE.bestKept : PAGE.bestRolled}></span>`}</button>`;
}

function pipsOf(face: Face | null): TemplateResult {
  const pips = face === null ? [] : PIPS[face];
  return html`<svg viewBox="0 0 100 100" aria-hidden="true">${pips.map(
    ([x, y]) => svg`<circle cx=${x} cy=${y} r="10"></circle>`,
  )}</svg>`;
}
