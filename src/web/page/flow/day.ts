/* The result of a day, at the start and at the end of its game: to share, and to compare with Expert's. */
import {html, type TemplateResult} from 'lit-html';
import {setupOfDay} from '../../../game/setup.js';
import {ADVISOR} from '../advisor/advisor.js';
import {START, TODAY} from '../messages.js';
import {page, show} from './state.js';

export function sharedView(day: string, line: string): TemplateResult {
  const {expert} = page;
  const total = expert?.day === day ? expert.total : undefined;
  return html`<p class="shared"><code>${line}</code> <button type="button" @click=${() => share(line)}>${TODAY.share}</button>
    ${
      total === undefined
        ? html`<button type="button" @click=${() => askExpert(day)}>${TODAY.askExpert}</button>`
        : html`<span>${total === null ? TODAY.expertPlays : TODAY.expert(total)}</span>`
    }</p>`;
}

async function askExpert(day: string): Promise<void> {
  const setup = setupOfDay(day, START.player(1));
  if (setup === null) return;
  show({expert: {day, total: null}});
  try {
    const total = await ADVISOR.expertTotal(setup);
    if (page.expert?.day === day) show({expert: {day, total}});
  } catch (error) {
    show({expert: null, notice: TODAY.noExpert((error as Error).message)});
  }
}

/** Opens the system's sheet for sharing; where there is none, copies the line. */
async function share(text: string): Promise<void> {
  try {
    // A page by plain http has neither, and fails here.
    if (navigator.share !== undefined) return await navigator.share({text});
    await navigator.clipboard.writeText(text);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    if (!copySelected(text)) return show({notice: text});
  }
  show({notice: TODAY.copied});
}

/** Copies a text by selecting it in a field. Returns false if the browser refuses. */
function copySelected(text: string): boolean {
  const {activeElement} = document;
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus();
  return isCopied;
}
