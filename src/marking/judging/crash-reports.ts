/*
 * Crashes in plain words: signals, and reports of gcc's sanitizers. The reports hold addresses only, because sanitizers
 * find lines twenty times more slowly than `addr2line`.
 */
import type {Place} from '../results/marks.js';
import {clipped, legible} from '../results/visible.js';

/** Signals that a mistake in a program causes. */
const SIGNALS: Readonly<Record<string, string>> = {
  SIGSEGV: 'it read or wrote memory that is not its own',
  SIGBUS: 'it read or wrote memory that is not there',
  SIGFPE: 'it divided by zero',
  SIGABRT: 'it called abort, or a library found its memory damaged',
  SIGILL: 'it ran into bytes that are not an instruction',
  SIGTRAP: 'it ran into a trap that its compiler had set',
};

export function isOfMistake(signal: string | null): boolean {
  return signal !== null && Object.hasOwn(SIGNALS, signal);
}

/** Returns `''` for a signal that the runner describes in words. */
export function meaningOf(signal: string): string {
  return SIGNALS[signal] ?? (signal.startsWith('SIG') ? 'it ended itself, or another process did' : '');
}

export function signalInWords(signal: string): string {
  return [signal, meaningOf(signal)].filter((text) => text !== '').join(': ');
}

/** Meanings of reports; the first that matches counts. `meaningIn` fills in `{did}` and `{past}`. */
// biome-ignore format: a table
const KINDS: readonly (readonly [report: RegExp, meaning: string])[] = [
  [/error: (index -?\d+) out of bounds for type '[^'[]*\[(\d+)\]/, '$1 of an array of $2'],
  [/error: load of null pointer/, 'it read through a null pointer'],
  [/error: store to null pointer/, 'it wrote through a null pointer'],
  [/error: null pointer passed as (argument \d+)/, 'a null pointer as $1 of a function'],
  [/error: member access within null pointer/, 'it used a member through a null pointer'],
  [/error: (.*)/, '$1'],
  [/: FPE/, 'division by zero'],
  [/: heap-use-after-free/, 'it {did} memory that it had freed'],
  [/: attempting double-free/, 'it freed the same memory twice'],
  [/: attempting free/, 'it freed memory that is not from malloc'],
  [/: stack-use-after-return/, 'it {did} a variable of a function that had ended'],
  [/: stack-use-after-scope/, 'it {did} a variable after the end of its block'],
  [/: stack-overflow/, 'the stack is full: endless recursion, or very large variables'],
  [/: SEGV[\s\S]* zero page/, 'it {did} through a null pointer'],
  [/: SEGV/, 'it used a pointer to where it may not read or write'],
  [/ ('[^'\n]+')[^'\n]* <== Memory access/, 'it {did} {past} $1'],
  [/ global variable ('[^'\n]+')/, 'it {did} {past} $1'],
  [/: heap-[\s\S]* (\d+)-byte region/, 'it {did} {past} $1 bytes from malloc'],
  [/: [\w-]+-overflow/, 'it {did} {past} an array'],
];

/**
 * C code linked to a program with sanitizers. At a crash, it flushes the output and reports whether the program was at
 * the end of its input, or had read on. It declares functions itself: including headers takes longer than all the rest.
 */
export const HOOKS = `#include <stdarg.h>
extern void *stdin;
static int late;
int feof(void *), fflush(void *), vscanf(const char *, va_list), dprintf(int, const char *, ...);
int __real_getchar(void);
char *__real_fgets(char *, int, void *);
void __asan_on_error(void) {
  int end = feof(stdin);
  fflush(0);
  dprintf(2, "@input %s\\n", late ? "passed" : end ? "ended" : "left");
}
void __ubsan_on_report(void) { __asan_on_error(); }
int __wrap_getchar(void) { late |= feof(stdin); return __real_getchar(); }
char *__wrap_fgets(char *s, int n, void *f) { late |= f == stdin && feof(f); return __real_fgets(s, n, f); }
int __wrap_scanf(const char *s, ...) { va_list a; late |= feof(stdin); va_start(a, s); return vscanf(s, a); }
int __wrap___isoc99_scanf(const char *, ...) __attribute__((alias("__wrap_scanf")));
int __wrap___isoc23_scanf(const char *, ...) __attribute__((alias("__wrap_scanf")));
`;

/** Functions that `HOOKS` replaces. */
export const WRAPPED = ['getchar', 'fgets', 'scanf', '__isoc99_scanf', '__isoc23_scanf'];

export interface CrashReport {
  /** null: the report says no more than the signal. */
  readonly what: string | null;
  /** Addresses of the crash and of the calls that led there, innermost first. */
  readonly addresses: readonly string[];
  readonly input: 'left' | 'ended' | 'passed';
}

/** Max characters of a report, and of words that a program may have chosen. */
const LONGEST = 16 * 1024;
const LONGEST_WORDS = 120;
const MOST_ADDRESSES = 16;

/** A call in the program, not in a library. The runner has dropped the program's folder. */
const OWN_CALL = /^ +#\d+ .*\(program\+(0x[\da-f]+)\)/gm;

export function reportIn(stderr: string): CrashReport | null {
  const at = stderr.search(/runtime error: |ERROR: AddressSanitizer: /);
  if (at === -1) return null;
  const text = stderr.slice(at, at + LONGEST);
  const [calls = ''] = text.split('\n\n', 1);
  const addresses = Array.from(calls.matchAll(OWN_CALL), ([, address = '']) => address);
  // A call through a null pointer has no place, and its caller is lost.
  const isLost = calls.includes('pc points to the zero page');
  // The stack overflows at the head of a function; the recursive call tells more.
  const isRecursion = calls.includes('stack-overflow') && new Set(addresses).size < addresses.length;
  const input = /@input (ended|passed)/.exec(stderr)?.[1] ?? 'left';
  return {
    what: meaningIn(text),
    addresses: isLost ? [] : addresses.slice(isRecursion ? 1 : 0, MOST_ADDRESSES),
    input: input as CrashReport['input'],
  };
}

function meaningIn(report: string): string | null {
  const [pattern = null, meaning = ''] = KINDS.find(([kind]) => kind.test(report)) ?? [];
  const groups = pattern?.exec(report);
  if (groups == null) return null;
  const did = /^READ of|by a READ/m.test(report) ? 'read' : 'wrote';
  const past = / underflows | to the left of | before /.test(report)
    ? 'before the start of'
    : 'past the end of';
  const words = meaning.replace('{did}', did).replace('{past}', past);
  return harmless(words.replace(/\$(\d)/g, (_, group: string) => groups[Number(group)] ?? ''));
}

/** Reads two lines of `addr2line -f` for each place; null: outside of the submission. */
export function placesIn(output: string): (Place | null)[] {
  return Array.from(output.matchAll(/^(.*)\n(.*):(\d+|\?).*$/gm), ([, name, file, line]) =>
    placeAt(name, file, line),
  );
}

/** A submission's files have relative paths. */
function placeAt(name = '', file = '', line = ''): Place | null {
  if (/^[/.<?]/.test(file)) return null;
  return {function: harmless(name.replace(/\(.*/, '')), file: harmless(file), line: Number(line)};
}

function harmless(text: string): string {
  return clipped(legible(text).replaceAll('\n', ' '), LONGEST_WORDS);
}
