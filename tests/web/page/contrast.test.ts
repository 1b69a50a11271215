/* The colours: axe does not judge text on a gradient, so each colour that can be below a text is judged here. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {only} from '../../support/cards.js';
import {ROOT} from '../../support/readme.js';
import {suite} from '../../support/suite.js';

/** WCAG 2.2, 1.4.3 and 1.4.11: how much text, and what else must be seen, differs from what is below. */
const LEAST = {text: 4.5, sign: 3} as const;

const PAIRS: readonly (readonly [keyof typeof LEAST, string, ...string[]])[] = [
  ['text', 'on-felt', 'felt', 'felt-light', 'felt-dark'],
  ['text', 'on-star', 'star'],
  ['text', 'on-button', 'button'],
  ['text', 'ink', 'paper', 'sum', 'current'],
  ['text', 'faint', 'paper', 'sum', 'current'],
  ['text', 'gain', 'choice'],
  ['text', 'accent', 'paper'],
  ['sign', 'pip', 'ivory', 'ivory-edge'],
  ['sign', 'focus', 'felt', 'felt-light', 'felt-dark'],
  ['sign', 'advice', 'paper', 'current'],
  ['sign', 'accent', 'current'],
  ['sign', 'gain', 'current'],
];

type Colours = Readonly<Record<string, string>>;

const css = readFileSync(join(ROOT, 'src/web/page/page.css'), 'utf8');
/** Colours by name; those of one mode are given as `light-dark(#…, #…)`. */
const coloursOf = (mode: 0 | 1): Colours =>
  Object.fromEntries(
    [...css.matchAll(/--([\w-]+): ([^;]*#\w{6}\)?);/g)].map(([, name, value = '']) => {
      const hexes = value.match(/\b\w{6}\b/g) ?? [];
      return [name, hexes[mode] ?? hexes[0]];
    }),
  );

const hexOf = (name: string, {[name]: hex}: Colours): string => only(hex, `colour ${name} in page.css`);

/** WCAG's relative luminance. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/../g) ?? []).map((hex) => {
    const share = Number.parseInt(hex, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

suite('a colour', (test) => {
  for (const [mode, colours] of Object.entries({light: coloursOf(0), dark: coloursOf(1)})) {
    test(`is told from whatever can be below it: ${mode}`, () => {
      const faint = PAIRS.flatMap(([kind, name, ...below]) =>
        below.flatMap((under) => {
          const contrast = contrastOf(hexOf(name, colours), hexOf(under, colours));
          return contrast >= LEAST[kind] ? [] : [`${name} on ${under}: ${contrast.toFixed(2)}`];
        }),
      );
      assert.equal(faint, []);
    });
  }
});
