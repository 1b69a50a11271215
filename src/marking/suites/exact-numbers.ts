/* Numbers of a JSON text that a program has not as they are written. `JSON.parse` silently rounds them. */

/** Strings, in which digits are no numbers, and numbers. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The numbers with more digits than a number keeps, as they are written: `0.1000000000000000055`. */
export function roundedNumbers(text: string): string[] {
  return [...text.matchAll(TOKENS)]
    .map(([token]) => token)
    .filter((token) => Number.isFinite(Number(token)) && numberIn(token) !== numberIn(String(Number(token))));
}

/** The same for the same number, however it is written: `0.10` and `1e-1` are `1e-1`. */
function numberIn(number: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = NUMBER.exec(number) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const units = digits.replace(/0+$/, '');
  if (units === '') return '0';
  return `${sign}${units}e${Number(power) - fraction.length + digits.length - units.length}`;
}
