/* The game before one's eyes: draws a scene, and sends what is clicked. */
import {html, nothing, type TemplateResult} from 'lit-html';
import {keyed} from 'lit-html/directives/keyed.js';
import type {TableEvent} from '../../table/events.js';
import type {KeyLine} from '../../table/keys.js';
import type {Scene} from '../../table/scene.js';
import {cardOnPaper} from './card-table.js';
import {choicesOnPaper} from './choices.js';
import {diceOnFelt, single} from './dice.js';

export interface Moves {
  readonly send: (event: TableEvent) => void;
  readonly save: () => void;
  readonly leave: () => void;
  readonly review: () => void;
  /** Null where there is nothing to enter. */
  readonly enterScores: (() => void) | null;
}

export interface Said {
  /** Changes with every event: what is announced is said again, even if it is the same text. */
  readonly turn: unknown;
  /** What is to be said beside the game; null if nothing. */
  readonly notice: string | null;
  /** At the end: why the game does not enter the hall of fame; null if it may. */
  readonly barred: string | null;
}

export function board(scene: Scene, {turn, notice, barred}: Said, moves: Moves): TemplateResult {
  const {view, message, tone, players, reasons, advice, isRanking, undo, help, keys, announcement} = scene;
  const {send, save, leave, review, enterScores} = moves;
  return html`<main tabindex="-1" class="board" data-view=${view}>
    <header><h1>Fivedice</h1>
      <nav aria-label="Game">
        <button type="button" aria-expanded=${help !== null} @click=${() => send({event: 'help'})}>Help</button>
        <button type="button" @click=${() => send({event: 'view'})}>Other view</button>
        <button type="button" @click=${save}>Save to a file</button>
        <button type="button" @click=${leave}>Leave</button>
      </nav>
    </header>
    <p role="alert" class="notice" ?hidden=${notice === null}>${notice}</p>
    ${help === null ? nothing : helpPage(help, () => send({event: 'cancel'}))}
    <div class="play">
      <div class="side">
        ${diceOnFelt(scene, send)}
        <p class="message" data-tone=${tone}>${message}</p>
        ${[...reasons, ...(advice?.note ? [advice.note] : []), ...(barred === null ? [] : [barred])].map((reason) => html`<p class="reason">${reason}</p>`)}
        ${advice !== null && isRanking ? choicesOnPaper(advice) : nothing}
        <ul class="players" aria-label="Totals">${players.map(
          ({
            name,
            total,
            isCurrent,
            isWinner,
          }) => html`<li ?data-current=${isCurrent} ?data-winner=${isWinner}>
            <span class="name">${name}</span> <b>${total}</b>${isWinner ? html` <small>winner</small>` : nothing}</li>`,
        )}</ul>
        ${undo === null ? nothing : html`<button type="button" class="undo" @click=${single(() => send({event: 'undo'}))}>Undo ${undo}</button>`}
        ${
          tone !== 'end'
            ? nothing
            : html`<div class="end">
              ${enterScores === null ? nothing : html`<button type="button" class="main" @click=${single(enterScores)}>Enter the hall of fame</button>`}
              <button type="button" @click=${single(review)}>Review</button>
              <button type="button" @click=${leave}>New game</button></div>`
        }
        <footer aria-label="Keys">${keyList(keys)}</footer>
      </div>
      ${cardOnPaper(scene.card, (box) => send({event: 'choose', box}))}
    </div>
    <div class="hidden" role="status">${keyed(turn, html`<p>${announcement}</p>`)}</div>
  </main>`;
}

function helpPage({keys, notes}: NonNullable<Scene['help']>, close: () => void): TemplateResult {
  return html`<section class="paper help" aria-labelledby="help"><h2 id="help">Help</h2>
    <ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>
    ${keyList(keys)}
    <button type="button" class="main" @click=${close}>Close the help</button></section>`;
}

function keyList(lines: readonly KeyLine[]): TemplateResult {
  return html`<dl class="keys">${lines.map(
    ({keys, does}) => html`<div><dt><kbd>${keys}</kbd></dt><dd>${does}</dd></div>`,
  )}</dl>`;
}
