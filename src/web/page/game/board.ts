/* The screen of a game: draws a scene, and sends what is clicked. */
import {html, nothing, type TemplateResult} from 'lit-html';
import {keyed} from 'lit-html/directives/keyed.js';
import {capitalize} from '../../../game/format.js';
import {CATEGORIES, type Category} from '../../../rules/categories.js';
import type {KeyLine} from '../../../table/keys.js';
import {VIEW_NAMES, WORDINGS} from '../../../table/layouts.js';
import {MOMENTS, seeView, takeBack} from '../../../table/messages.js';
import type {Scene} from '../../../table/scene.js';
import type {TableEvent} from '../../../table/state.js';
import {BY_HAND, type Explained, explained, PAGE} from '../messages.js';
import {cardView, sizeOf} from './card.js';
import {choicesView} from './choices.js';
import {diceView, single} from './dice.js';
import {type Ending, endView} from './end.js';

export interface Handlers {
  readonly send: (event: TableEvent) => void;
  readonly explain: (category: Category | null) => void;
  readonly save: () => void;
  readonly leave: () => void;
  readonly review: () => void;
  readonly again: () => void;
}

/** State of the page beside the scene. */
export interface Beside {
  /** Changes with every event, so that an announcement is read out again even if its text is the same. */
  readonly turn: unknown;
  /** Message of the page about the game; null if there is none. */
  readonly notice: string | null;
  /** Category whose rule is shown. */
  readonly asked: Category | null;
  readonly isTouch: boolean;
  /** Null while the game goes on. */
  readonly ending: Ending | null;
}

export function board(scene: Scene, beside: Beside, on: Handlers): TemplateResult {
  const {view, card, isRanking, advice, help, keys, announcement} = scene;
  const {turn, notice, ending} = beside;
  const {send} = on;
  return html`<main tabindex="-1" class="board" data-view=${view} data-size=${sizeOf(card.columns.length)} ?data-over=${ending !== null}>
    <header><h1>Fivedice</h1>${navigation(scene, beside, on)}</header>
    <p role="alert" class="notice" ?hidden=${notice === null}>${notice}</p>
    <div class="play">
      <div class="side">
        ${ending === null ? diceView(scene, send) : endView(ending, scene.mayPlayAgain, on)}
        ${messageLine(scene, beside, send)}
        <footer aria-label=${PAGE.keys}>${keyList(keys)}</footer>
      </div>
      ${cardView(scene, {choose: (box) => send({event: 'choose', box}), explain: on.explain})}
    </div>
    ${help === null ? nothing : helpPage(help, () => send({event: 'cancel'}))}
    ${advice !== null && isRanking ? choicesView(advice, () => send({event: 'cancel'})) : nothing}
    <div class="hidden" role="status">${keyed(turn, html`<p>${announcement}</p>`)}</div>
  </main>`;
}

function navigation({view, help}: Scene, {isTouch}: Beside, {send, save, leave}: Handlers): TemplateResult {
  const tap = PAGE.taps[isTouch ? 'touch' : 'mouse'];
  return html`<nav aria-label=${PAGE.game}>
    <button type="button" aria-expanded=${help !== null} @click=${() => send({event: 'help'})}>${PAGE.help}</button>
    <span class="taps" role="group" aria-label=${tap}><span aria-hidden="true">${tap}</span>${VIEW_NAMES.toReversed().map(
      (name) =>
        html`<button type="button" aria-pressed=${name === view} title=${seeView(name)} @click=${() => send({event: 'view', view: name})}>${WORDINGS[name].tap}</button>`,
    )}</span>
    <button type="button" title=${PAGE.savesGame} @click=${save}>${PAGE.save}</button>
    <button type="button" @click=${leave}>${PAGE.leave}</button>
  </nav>`;
}

/** Draws the last event, the next step and its reasons, with the buttons for advice and undo. */
function messageLine(scene: Scene, {asked, ending}: Beside, send: Handlers['send']): TemplateResult {
  const {message, did, tone, reasons, whys, advice, hint, undo} = scene;
  return html`<div class="say">
    <div class="message" data-tone=${asked === null ? tone : 'prompt'}>
      ${momentBadge(scene, ending)}
      ${did === null || tone === 'end' ? nothing : html`<p class="did">${did}</p>`}
      ${asked === null ? html`<p class="line">${message}</p>` : explanation(explained(asked))}
      ${(asked === null ? [...reasons, ...whys] : []).map((reason) => html`<p class="reason">${reason}</p> `)}
    </div>
    ${
      hint === null
        ? nothing
        : html`<button type="button" class="hint" title=${hint.does} aria-pressed=${hint.isOn} aria-disabled=${!hint.isEnabled}
            @click=${single(() => send({event: 'hint'}))}>${hint.label}${hint.price === null ? nothing : html` <small>${hint.price}</small>`}</button>`
    }
    ${
      advice === null
        ? nothing
        : html`<button type="button" class="take" @click=${single(() => send({event: 'take'}))}>${capitalize(advice.take)}</button>
          <button type="button" @click=${single(() => send({event: 'rank'}))}>${PAGE.choices}</button>`
    }
    ${
      undo === null
        ? nothing
        : html`<button type="button" class="undo" title=${takeBack(undo)} aria-label="${PAGE.undo} ${undo}"
            @click=${single(() => send({event: 'undo'}))}>${PAGE.undo}</button>`
    }
  </div>`;
}

function explanation({title, rule, example}: Explained): TemplateResult {
  return html`<p class="line"><b>${title}:</b> ${rule} ${example}</p>`;
}

/** Draws a celebration beside the message; none for an end that nobody won. */
function momentBadge({moment, roll}: Scene, ending: Ending | null): TemplateResult | typeof nothing {
  if (moment === null) return nothing;
  const kind = ending?.isBest ? 'best' : moment.kind;
  if (kind === 'end') return nothing;
  const words = kind === moment.kind ? moment.words : MOMENTS[kind];
  return html`${keyed(roll, html`<b class="moment" data-kind=${kind} aria-hidden="true">${words}</b>`)}`;
}

function helpPage({keys, notes}: NonNullable<Scene['help']>, close: () => void): TemplateResult {
  return html`<section class="paper sheet help" role="dialog" aria-modal="true" aria-labelledby="help" tabindex="-1">
    <div class="top"><h2 id="help">${PAGE.help}</h2><button type="button" class="main" @click=${close}>${PAGE.closeHelp}</button></div>
    <ul>${[...BY_HAND, ...notes].map((note) => html`<li>${note}</li>`)}</ul>
    <details><summary>${PAGE.boxes}</summary><dl>${CATEGORIES.map(explained).map(
      ({title, rule, example}) => html`<div><dt>${title}</dt><dd>${rule} ${example}</dd></div>`,
    )}</dl></details>
    ${keyList(keys)}</section>`;
}

function keyList(lines: readonly KeyLine[]): TemplateResult {
  return html`<dl class="keys">${lines.map(
    ({keys, does}) => html`<div><dt><kbd>${keys}</kbd></dt><dd>${does}</dd></div>`,
  )}</dl>`;
}
