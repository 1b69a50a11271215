/* Last words: the line of error output that names the mistake, among stack traces and legends. */

/** Forms of last words: the first that matches counts, its groups joined. Only absolute paths may have spaces. */
const FORMS: readonly RegExp[] = [
  // Sanitizers: SUMMARY: AddressSanitizer: heap-buffer-overflow mean.c:5:3 in main
  /^SUMMARY: (\w+Sanitizer: .*)$/m,
  // UBSan: mean.c:5:12: runtime error: division by zero
  /^(?:\/[^:\n]+|\S+):\d+:\d+: (runtime error: .*)$/m,
  // Valgrind: ==7== Invalid read of size 4 … ==7== ERROR SUMMARY: 1 errors from 1 contexts
  /^==\d+== +((?:Invalid|Conditional|Use of|Mismatched|Source and|definitely lost:|ERROR SUMMARY: [1-9]).*)$/m,
  // C++: terminate called after throwing an instance of 'std::out_of_range'
  //   what():  vector::_M_range_check
  /^terminate called after throwing an instance of '(.*)'(?:\n +what\(\): +(.*))?$/m,
  // assert: mean: mean.c:7: main: Assertion `n > 0' failed.
  /^.+:\d+: .*: (Assertion [`'].* failed\.)/m,
  // glibc: *** stack smashing detected ***: terminated; free(): invalid pointer; double free or corruption (out)
  /^(?:\*\*\* (.* detected) \*\*\*: terminated|((?:\w+\(\): |double free|corrupted |invalid fastbin).*))$/m,
  // Java: Exception in thread "main" java.lang.ArithmeticException: / by zero; Error: Could not find or load main class Mean
  /^(?:Exception in thread ".*?" (.*)|Error: ((?:Could not|Main method|Unable to) .*))$/m,
  // Go: panic: runtime error: index out of range [5] with length 3; fatal error: all goroutines are asleep - deadlock!
  /^(?:panic: (.*?)(?: \[recovered\])?|fatal error: (.*))\n(?=[\s\S]*^goroutine \d)/m,
  // Rust: thread 'main' panicked at mean.rs:3:5:
  // attempt to divide by zero
  /^thread '.*?'(?: \(\d+\))? (panicked) at .+:\d+:\d+:\n(.*)$/m,
  // PHP: PHP Fatal error:  Uncaught DivisionByZeroError: Division by zero in mean.php:3
  /^(?:PHP )?(?:Fatal|Parse) error: +(?:Uncaught )?(.*?)(?: in (?:\/[^:\n]+|\S+)(?::| on line )\d+)?$/m,
  // Ruby: mean.rb:3:in 'Object#mean': undefined method '/' for nil (NoMethodError)
  /^(?:\/[^:\n]+|\S+):\d+:in .*?: (.* \([A-Z][\w:]*\))$/m,
  // Ruby: mean.rb:3: syntax errors found (SyntaxError)
  /^(?:\/[^:\n]+|\S+):\d+: (.*\(SyntaxError\)|syntax error.*)$/m,
  // Node: ReferenceError: mean is not defined
  //     at Object.<anonymous> (mean.js:3:1)
  /^(?:Uncaught )?([A-Z]\w*(?:Error|Exception)(?: \[\w+\])?: .*)(?=[\s\S]*^Node\.js v)/m,
  // Python: Traceback (most recent call last): …
  // NameError: name 'x' is not defined
  /^ {2}File ".*", line \d+[\s\S]*^([A-Za-z_][\w.]*(?:: .*)?)$/m,
  // Python: SyntaxError: Non-UTF-8 code starting with '\xff' on line 1, but no encoding declared
  /^(SyntaxError: .*?)(?:; see https:.*)?$/m,
  // Python: python3: can't open file 'mean.py': [Errno 2] No such file or directory
  /^\S*python[\d.]*: ((?:can't|No module) .*)$/m,
  // Perl: Illegal division by zero at mean.pl line 3, <STDIN> line 1.
  /^(.*) at (?:\/.+|\S+) line \d+(?:, <\w+> (?:line|chunk) \d+)?\.$/m,
  // Perl: syntax error at mean.pl line 3, near "}"
  /^(syntax error) at (?:\/.+|\S+) line \d+, .*$/m,
  // Haskell: mean: Prelude.read: no parse; CallStack (from HasCallStack): …
  /^\S+: (Prelude\.\S+: .*|.*Non-exhaustive .*|.*(?=\nCallStack \(from HasCallStack\)))$/m,
  // Shells: mean.sh: line 3: mean: command not found; mean.sh: 3: mean: not found
  /^(?:\/[^:\n]+|\S+): (?:line )?\d+: (.*)$/m,
];

const SEARCHED = 8 * 1024;

const LONGEST = 200;

export interface LastWords {
  /** Without folders, and with `#` for addresses, so that equal mistakes read alike. */
  readonly words: string;
  readonly end: number;
}

export function lastWordsIn(stderr: string): LastWords | null {
  const cut = Math.max(0, stderr.length - 2 * SEARCHED);
  const text = cut === 0 ? stderr : `${stderr.slice(0, SEARCHED)}\n${stderr.slice(stderr.length - SEARCHED)}`;
  for (const form of FORMS) {
    const found = form.exec(text);
    if (found === null) continue;
    const words = found.slice(1).filter((group) => group !== undefined && group.trim() !== '');
    const at = found.index + found[0].length;
    return {words: withoutPlaces(words.join(': ')), end: cut > 0 && at > SEARCHED ? at - 1 + cut : at};
  }
  return null;
}

function withoutPlaces(words: string): string {
  return words
    .trim()
    .slice(0, LONGEST)
    .replace(/\.{0,2}\/(?:[\w.+-]+(?: [\w.+-]+)*\/)+/g, '')
    .replace(/\b0x[\da-f]+\b/g, '#');
}
