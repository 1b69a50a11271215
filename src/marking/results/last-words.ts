/*
 * What a program says of its own end: the one line of its error output that tells the mistake. Languages and tools print it
 * in ways of their own, among stack traces and legends.
 */

/** The first pattern that matches counts; its groups, joined by colons, are the words. Only absolute paths have spaces. */
const SPEAKERS: readonly {readonly by: string; readonly says: RegExp}[] = [
  // SUMMARY: AddressSanitizer: heap-buffer-overflow mean.c:5:3 in main
  {by: 'sanitizers', says: /^SUMMARY: (\w+Sanitizer: .*)$/m},
  // mean.c:5:12: runtime error: division by zero
  {by: 'UBSan', says: /^(?:\/[^:\n]+|\S+):\d+:\d+: (runtime error: .*)$/m},
  // ==7== Invalid read of size 4 … ==7== ERROR SUMMARY: 1 errors from 1 contexts
  {
    by: 'valgrind',
    says: /^==\d+== +((?:Invalid|Conditional|Use of|Mismatched|Source and|definitely lost:|ERROR SUMMARY: [1-9]).*)$/m,
  },
  // terminate called after throwing an instance of 'std::out_of_range'
  //   what():  vector::_M_range_check
  {by: 'C++', says: /^terminate called after throwing an instance of '(.*)'(?:\n +what\(\): +(.*))?$/m},
  // mean: mean.c:7: main: Assertion `n > 0' failed.
  {by: 'assert', says: /^.+:\d+: .*: (Assertion [`'].* failed\.)/m},
  // *** stack smashing detected ***: terminated; free(): invalid pointer; double free or corruption (out)
  {
    by: 'glibc',
    says: /^(?:\*\*\* (.* detected) \*\*\*: terminated|((?:\w+\(\): |double free|corrupted |invalid fastbin).*))$/m,
  },
  // Exception in thread "main" java.lang.ArithmeticException: / by zero; Error: Could not find or load main class Mean
  {by: 'Java', says: /^(?:Exception in thread ".*?" (.*)|Error: ((?:Could not|Main method|Unable to) .*))$/m},
  // panic: runtime error: index out of range [5] with length 3; fatal error: all goroutines are asleep - deadlock!
  {by: 'Go', says: /^(?:panic: (.*?)(?: \[recovered\])?|fatal error: (.*))\n(?=[\s\S]*^goroutine \d)/m},
  // thread 'main' panicked at mean.rs:3:5:
  // attempt to divide by zero
  {by: 'Rust', says: /^thread '.*?'(?: \(\d+\))? (panicked) at .+:\d+:\d+:\n(.*)$/m},
  // PHP Fatal error:  Uncaught DivisionByZeroError: Division by zero in mean.php:3
  {
    by: 'PHP',
    says: /^(?:PHP )?(?:Fatal|Parse) error: +(?:Uncaught )?(.*?)(?: in (?:\/[^:\n]+|\S+)(?::| on line )\d+)?$/m,
  },
  // mean.rb:3:in 'Object#mean': undefined method '/' for nil (NoMethodError)
  {by: 'Ruby', says: /^(?:\/[^:\n]+|\S+):\d+:in .*?: (.* \([A-Z][\w:]*\))$/m},
  // mean.rb:3: syntax errors found (SyntaxError)
  {by: 'Ruby', says: /^(?:\/[^:\n]+|\S+):\d+: (.*\(SyntaxError\)|syntax error.*)$/m},
  // ReferenceError: mean is not defined
  //     at Object.<anonymous> (mean.js:3:1)
  {by: 'Node', says: /^(?:Uncaught )?([A-Z]\w*(?:Error|Exception)(?: \[\w+\])?: .*)(?=[\s\S]*^Node\.js v)/m},
  // Traceback (most recent call last): …
  // NameError: name 'x' is not defined
  {by: 'Python', says: /^ {2}File ".*", line \d+[\s\S]*^([A-Za-z_][\w.]*(?:: .*)?)$/m},
  // SyntaxError: Non-UTF-8 code starting with '\xff' on line 1, but no encoding declared
  {by: 'Python', says: /^(SyntaxError: .*?)(?:; see https:.*)?$/m},
  // python3: can't open file 'mean.py': [Errno 2] No such file or directory
  {by: 'Python', says: /^\S*python[\d.]*: ((?:can't|No module) .*)$/m},
  // Illegal division by zero at mean.pl line 3, <STDIN> line 1.
  {by: 'Perl', says: /^(.*) at (?:\/.+|\S+) line \d+(?:, <\w+> (?:line|chunk) \d+)?\.$/m},
  // syntax error at mean.pl line 3, near "}"
  {by: 'Perl', says: /^(syntax error) at (?:\/.+|\S+) line \d+, .*$/m},
  // mean: Prelude.read: no parse; CallStack (from HasCallStack): …
  {
    by: 'Haskell',
    says: /^\S+: (Prelude\.\S+: .*|.*Non-exhaustive .*|.*(?=\nCallStack \(from HasCallStack\)))$/m,
  },
  // mean.sh: line 3: mean: command not found; mean.sh: 3: mean: not found
  {by: 'shells', says: /^(?:\/[^:\n]+|\S+): (?:line )?\d+: (.*)$/m},
];

/** Error output may be long. What tells the mistake stands near one of its ends. */
const LOOKED_AT = 8 * 1024;

/** In characters. */
const LONGEST = 200;

/** The place of the line in a text, and what it says. */
export interface LastWords {
  /** Without folders, and with `#` for an address, so that the same mistake reads the same. */
  readonly words: string;
  /** How many characters come before the end of what was found. */
  readonly end: number;
}

/** @param stderr lines of error output, in any encoding; null: nobody is known to print such lines */
export function lastWordsIn(stderr: string): LastWords | null {
  const cut = Math.max(0, stderr.length - 2 * LOOKED_AT);
  const text =
    cut === 0 ? stderr : `${stderr.slice(0, LOOKED_AT)}\n${stderr.slice(stderr.length - LOOKED_AT)}`;
  for (const {says} of SPEAKERS) {
    const found = says.exec(text);
    if (found === null) continue;
    const words = found.slice(1).filter((group) => group !== undefined && group.trim() !== '');
    const at = found.index + found[0].length;
    return {words: plainly(words.join(': ')), end: at > LOOKED_AT ? at - 1 + cut : at};
  }
  return null;
}

function plainly(words: string): string {
  return words
    .trim()
    .slice(0, LONGEST)
    .replace(/\.{0,2}\/(?:[\w.+-]+(?: [\w.+-]+)*\/)+/g, '')
    .replace(/\b0x[\da-f]+\b/g, '#');
}
