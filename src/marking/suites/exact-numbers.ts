/* Numbers of a JSON text that a program has not as they are written. `JSON.parse` silently rounds them. */

/** Strings, in which digits are no numbers, and numbers. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** The numbers with more digits than a number keeps, as they are written: `0.1000000000000000055`. */
export function roundedNumbers(text: string): string[] {
  return [...text.matchAll(TOKENS)]
    .map(([token]) => token)
    .filter(
      (token) => /^-?\d+(?:\.\d+)?$/.test(token) && shortest(token) !== shortest(String(Number(token))),
    );
}

/** Without zeros that say nothing: `0.10` is `0.1`. */
function shortest(number: string): string {
  return number.includes('.') ? number.replace(/\.?0+$/, '') : number;
}
