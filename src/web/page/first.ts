/*
 * What the page does before anything else has come; the build puts it into the page. It notes what somebody does in the
 * meantime, for `wireStart` to take up, and loads the rest after the first paint. A game that is kept hides the start,
 * which would only flash up.
 */
import {INCOMPLETE} from '../../table/messages.js';
import {GAME, read} from './local-storage.js';

const SCRIPT = 'page.js';
/** How long the page is left to whoever is quick, before the browser is busy with the rest, in milliseconds. */
const HEAD_START = 50;

const root = document.documentElement;

addEventListener('input', () => {
  root.toggleAttribute('data-edited', true);
});
addEventListener('submit', (event) => {
  // By then the page has its own listener.
  if (event.defaultPrevented) return;
  event.preventDefault();
  root.toggleAttribute('data-begin', true);
});
if (read(GAME) === null) new PerformanceObserver(paintedFirst).observe({type: 'paint', buffered: true});
else {
  root.toggleAttribute('data-kept', true);
  loadRest();
}

/** Told when the first picture is on the screen. An animation frame comes before that, and what it loads delays it. */
function paintedFirst(_: unknown, observer: PerformanceObserver): void {
  observer.disconnect();
  setTimeout(loadRest, HEAD_START);
}

/** Both are fetched at once, but the style holds before the script draws. */
function loadRest(): void {
  insert('link', {rel: 'preload', as: 'script', href: SCRIPT});
  const style = insert('link', {rel: 'stylesheet', href: 'page.css'});
  style.onload = style.onerror = () => {
    const script = insert('script', {src: SCRIPT});
    script.onload = show;
    script.onerror = () => {
      const notice = document.getElementById('notice');
      if (notice !== null) Object.assign(notice, {hidden: false, textContent: INCOMPLETE});
      show();
    };
  };
  insert('link', {rel: 'icon', href: 'icon.svg'});
  insert('link', {rel: 'manifest', href: 'manifest.webmanifest'});
}

function insert<Name extends 'link' | 'script'>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  document.head.append(element);
  return element;
}

function show(): void {
  root.toggleAttribute('data-kept', false);
}
