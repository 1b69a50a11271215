/* The dice of a day at the start: to play them, or their result; the streak, and the days before. */
import {html, type TemplateResult} from 'lit-html';
import {tidyName} from '../../../game/players.js';
import type {DayResult} from '../../../storage/log.js';
import {START, TODAY} from '../messages.js';

interface Today {
  /** The day that is shown. */
  readonly day: string;
  readonly isToday: boolean;
  /** Days in a row. */
  readonly streak: number;
  /** Days that can be chosen. */
  readonly days: readonly string[];
  readonly results: ReadonlyMap<string, DayResult>;
  /** Null where the day is still to be played. */
  readonly shared: TemplateResult | null;
}

interface Handlers {
  readonly play: (name: string) => void;
  readonly see: (day: string) => void;
}

export function todayView(
  {day, isToday, streak, days, results, shared}: Today,
  {play, see}: Handlers,
): TemplateResult {
  return html`<section class="paper" aria-labelledby="day">
    <h2 id="day">${TODAY.title} <time>${day}</time></h2>
    ${
      shared ??
      html`<p>${isToday ? TODAY.what : TODAY.late}</p>
        <p class="buttons"><button type="button" class="main" @click=${() => play(firstName())}>${TODAY.play}</button></p>`
    }
    <p>${TODAY.streak(streak)}</p>
    <div class="days" role="group" aria-label=${TODAY.past}>${days.map((one) => dayCell(one, one === day, results.get(one), see))}</div>
  </section>`;
}

function dayCell(
  day: string,
  isShown: boolean,
  result: DayResult | undefined,
  see: Handlers['see'],
): TemplateResult {
  const label = result === undefined ? TODAY.open(day) : TODAY.result(day, result.total, result.isInTime);
  const kind = result === undefined ? 'open' : result.isInTime ? 'in-time' : 'late';
  return html`<button type="button" data-kind=${kind} aria-pressed=${isShown} title=${label} @click=${() => see(day)}>
    ${Number(day.slice(-2))}<small>${result?.total}</small></button>`;
}

/** Returns the name of the first player in the form. */
function firstName(): string {
  return tidyName(document.querySelector<HTMLInputElement>('[name="name1"]')?.value ?? '') || START.player(1);
}
