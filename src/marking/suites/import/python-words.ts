/*
 * The lines of a `tests.txt`, as autotest reads them with Python's tokenizer: words that touch are one, `#` begins a
 * comment, and what follows `name=` is one word, several, or a literal of Python, which may go over several lines.
 */

export type Value = string | number | boolean | null | readonly Value[] | {readonly [name: string]: Value};
export type Parameters = Record<string, Value>;

export interface Line {
  /** Null: its parameters are for all tests that follow. */
  readonly label: string | null;
  readonly parameters: Parameters;
  readonly line: number;
}

/** @throws Error that names the line that is wrong */
export function linesIn(text: string): Line[] {
  const lines: Line[] = [];
  const scanner = new Scanner(text);
  for (;;) {
    const line = scanner.line();
    const items = scanner.items();
    if (items === null) return lines;
    if (items.length > 0) lines.push({...parsed(items, line), line});
  }
}

/** A word or a literal, or the sign between a name and its value. */
type Item = {readonly value: Value} | '=';

const wrong = (line: number, text: string): Error =>
  new Error(`tests.txt:${line}: ${JSON.stringify(text.slice(0, 20))} is no parameter`);

function parsed(items: readonly Item[], line: number): Omit<Line, 'line'> {
  const parameters: Parameters = {};
  let label: string | null = null;
  let values: Value[] = [];
  let name: string | null = null;
  const close = (): void => {
    if (name !== null) parameters[name] = values.length === 1 ? (values[0] ?? null) : values;
    else if (values.length > 1 || label !== null) throw wrong(line, values.join(' '));
    else if (values[0] !== undefined) label = `${values[0]}`;
  };
  for (const item of items) {
    if (item !== '=') {
      values.push(item.value);
      continue;
    }
    const next = values.pop();
    if (typeof next !== 'string' || !/^[A-Za-z_]\w*$/.test(next)) throw wrong(line, `${next ?? ''}=`);
    if (name !== null && values.length === 0) throw wrong(line, `${name}=`);
    if (name !== null || values.length > 0) close();
    [name, values] = [next, []];
  }
  if (name !== null && values.length === 0) throw wrong(line, `${name}=`);
  close();
  return {label, parameters};
}

const STRING =
  /([rRbBuUfF]{0,2})("""(?:[^\\]|\\[\s\S])*?"""|'''(?:[^\\]|\\[\s\S])*?'''|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')/y;
const ESCAPES: Readonly<Record<string, string>> = {n: '\n', t: '\t', r: '\r', '0': '\0', '\n': ''};
const NAMED: Readonly<Record<string, Value>> = {True: true, False: false, None: null};

class Scanner {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text.replaceAll('\r\n', '\n');
  }

  line(): number {
    return this.text.slice(0, this.at).split('\n').length;
  }

  /** Those of the next line; null at the end. */
  items(): Item[] | null {
    if (this.at >= this.text.length) return null;
    const items: Item[] = [];
    for (;;) {
      this.take(/(?:[ \t\f]|\\\n)*(?:#[^\n]*)?/y);
      if (this.take(/\n|$/y) !== null) return items;
      if (this.take(/=/y) !== null) items.push('=');
      else if (items.at(-1) === '=' && /[[{]/.test(this.text[this.at] ?? ''))
        items.push({value: this.literal()});
      else items.push({value: this.word()});
    }
  }

  /** Strings and other characters that touch. */
  private word(): Value {
    let word = '';
    const start = this.at;
    for (;;) {
      const string = this.string();
      const plain = string === null ? this.take(/[^\s=#"']/y) : null;
      if (string === null && plain === null) break;
      word += string ?? plain ?? '';
    }
    if (this.at === start) throw wrong(this.line(), this.text.slice(start));
    const bare = this.text.slice(start, this.at);
    if (Object.hasOwn(NAMED, bare)) return NAMED[bare] ?? null;
    return /^-?\d+(?:\.\d+)?$/.test(bare) && String(Number(bare)) === bare ? Number(bare) : word;
  }

  /** A list, a dictionary, a string, a number or a name. */
  private literal(): Value {
    this.blank();
    const string = this.string();
    if (string !== null) return this.joined(string);
    if (this.take(/[[(]/y) !== null) return this.listed(/[\])]/y, () => this.literal());
    if (this.take(/\{/y) !== null) {
      const pair = (): readonly [string, Value] => {
        const name = this.literal();
        this.blank();
        if (this.take(/:/y) === null) throw wrong(this.line(), this.text.slice(this.at));
        return [`${name}`, this.literal()];
      };
      return Object.fromEntries(this.listed(/\}/y, pair));
    }
    const word = this.take(/[\w.+-]+/y);
    if (word === null) throw wrong(this.line(), this.text.slice(this.at));
    if (Object.hasOwn(NAMED, word)) return NAMED[word] ?? null;
    return Number.isNaN(Number(word)) ? word : Number(word);
  }

  /** Strings that follow each other in a literal are one. */
  private joined(first: string): string {
    this.blank();
    const next = this.string();
    return next === null ? first : this.joined(first + next);
  }

  private listed<T>(end: RegExp, item: () => T): T[] {
    const found: T[] = [];
    for (;;) {
      this.blank();
      if (this.take(end) !== null) return found;
      found.push(item());
      this.blank();
      this.take(/,/y);
    }
  }

  private blank(): void {
    this.take(/(?:\s|#[^\n]*)*/y);
  }

  private string(): string | null {
    STRING.lastIndex = this.at;
    const [whole, prefix = '', quoted = ''] = STRING.exec(this.text) ?? [];
    if (whole === undefined) return null;
    this.at += whole.length;
    const sign = /^(?:"""|''')/.test(quoted) ? 3 : 1;
    const inner = quoted.slice(sign, -sign);
    return /r/i.test(prefix) ? inner : fromPython(inner);
  }

  private take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    this.at += found?.length ?? 0;
    return found ?? null;
  }
}

/** The characters that a string of Python stands for. */
function fromPython(text: string): string {
  return text.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g,
    (whole, hex, short, long, one: string) => {
      const code = hex ?? short ?? long;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      return ESCAPES[one] ?? (/["'\\]/.test(one) ? one : whole);
    },
  );
}
