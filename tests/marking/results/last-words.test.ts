/* Last words in the error output that languages and tools really print. */
import * as assert from 'uvu/assert';
import {lastWordsIn} from '../../../src/marking/results/last-words.js';
import {suite} from '../../support/suite.js';

const PYTHON = `Traceback (most recent call last):
  File "/tmp/fivedice-1/lane-2/mean.py", line 7, in <module>
    print(mean(numbers))
  File "/tmp/fivedice-1/lane-2/mean.py", line 3, in mean
    return sum(numbers) / len(numbers)
ZeroDivisionError: division by zero
`;

const ASAN = `=================================================================
==12==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000024 at pc 0x5555
READ of size 4 at 0x602000000024 thread T0
    #0 0x55 in main /tmp/x/mean.c:5
SUMMARY: AddressSanitizer: heap-buffer-overflow /tmp/x/mean.c:5 in main
Shadow bytes around the buggy address:
  0x0c047fff7fb0: 00 00 00 00
Shadow byte legend (one shadow byte represents 8 application bytes):
`;

const NODE = `/tmp/mean.js:3
console.log(mean([]));
            ^

ReferenceError: mean is not defined
    at Object.<anonymous> (/tmp/mean.js:3:13)

Node.js v20.20.0
`;

// biome-ignore format: a table
const ROWS: readonly (readonly [stderr: string, words: string | null])[] = [
  [PYTHON, 'ZeroDivisionError: division by zero'],
  ['  File "mean.py", line 3\n    mean(\n        ^\nSyntaxError: \'(\' was never closed\n', "SyntaxError: '(' was never closed"],
  [
    "SyntaxError: Non-UTF-8 code starting with '\\xff' in file /tmp/mean.py on line 1, but no encoding declared; see https://peps.python.org/pep-0263/ for details\n",
    "SyntaxError: Non-UTF-8 code starting with '\\xff' in file mean.py on line 1, but no encoding declared",
  ],
  ["python3: can't open file 'mean.py': [Errno 2] No such file or directory\n", "can't open file 'mean.py': [Errno 2] No such file or directory"],
  [NODE, 'ReferenceError: mean is not defined'],
  ['Exception in thread "main" java.lang.ArithmeticException: / by zero\n\tat Mean.main(Mean.java:3)\n', 'java.lang.ArithmeticException: / by zero'],
  ['Error: Could not find or load main class Mean\n', 'Could not find or load main class Mean'],
  ["mean.rb:3:in 'Object#mean': undefined method '/' for nil (NoMethodError)\n\tfrom mean.rb:6:in '<main>'\n", "undefined method '/' for nil (NoMethodError)"],
  ["terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check: __n (which is 5) >= this->size() (which is 3)\n", 'std::out_of_range: vector::_M_range_check: __n (which is 5) >= this->size() (which is 3)'],
  ["mean: mean.c:7: main: Assertion `n > 0' failed.\n", "Assertion `n > 0' failed."],
  ['*** stack smashing detected ***: terminated\n', 'stack smashing detected'],
  ['free(): invalid pointer\n', 'free(): invalid pointer'],
  ['mean.sh: line 3: mean: command not found\n', 'mean: command not found'],
  [ASAN, 'AddressSanitizer: heap-buffer-overflow mean.c:5 in main'],
  ['mean.c:5:12: runtime error: division by zero\n', 'runtime error: division by zero'],
  ['==7== Memcheck, a memory error detector\n==7== Invalid read of size 4\n==7==    at 0x1: main (mean.c:5)\n==7== ERROR SUMMARY: 1 errors from 1 contexts (suppressed: 0 from 0)\n', 'Invalid read of size 4'],
  ['==7== HEAP SUMMARY:\n==7==    definitely lost: 40 bytes in 1 blocks\n==7== ERROR SUMMARY: 1 errors from 1 contexts\n', 'definitely lost: 40 bytes in 1 blocks'],
  ['panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\nmain.main()\n', 'runtime error: index out of range [5] with length 3'],
  ["thread 'main' panicked at mean.rs:3:5:\nattempt to divide by zero\nnote: run with `RUST_BACKTRACE=1`\n", 'panicked: attempt to divide by zero'],
  ['PHP Fatal error:  Uncaught DivisionByZeroError: Division by zero in /tmp/mean.php:3\nStack trace:\n#0 {main}\n', 'DivisionByZeroError: Division by zero'],
  ['Illegal division by zero at mean.pl line 3, <STDIN> line 1.\n', 'Illegal division by zero'],
  ['syntax error at mean.pl line 1, at EOF\nExecution of mean.pl aborted due to compilation errors.\n', 'syntax error'],
  ['mean: Prelude.read: no parse\n', 'Prelude.read: no parse'],
  ['no numbers\n', null],
  ['', null],
];

suite('the last words of a program', (test) => {
  test('are one line, without folders, even with a space in a folder name', () => {
    for (const [stderr, words] of ROWS) {
      const moved = stderr.replace(/(?:\/[\w.-]+)*\/?\bmean\.(?=[a-z])/g, '/home/ann/my course/mean.');
      for (const text of [stderr, moved]) assert.is(lastWordsIn(text)?.words ?? null, words, text);
    }
  });

  test('are found after a long trace and a very long one, in a moment', () => {
    for (const calls of [200, 100_000]) {
      const trace = '  File "mean.py", line 3, in mean\n    return mean(n - 1)\n'.repeat(calls);
      const words = 'RecursionError: maximum recursion depth exceeded';
      assert.equal(lastWordsIn(`${trace}${words}\n`), {words, end: trace.length + words.length});
      assert.is(lastWordsIn(trace), null);
    }
  });
});
