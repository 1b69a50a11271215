/* The filter of system calls: its numbers are the kernel's own, and what it allows and refuses in the sandbox. */
import {execaSync} from 'execa';
import * as assert from 'uvu/assert';
import {filterFor} from '../../src/running/seccomp.js';
import {suiteInSandbox} from '../support/observed.js';
import {suite} from '../support/suite.js';

const [ENOSYS, EPERM, EAFNOSUPPORT] = [38, 1, 97];
const ALLOWED = 'allowed';

/** System calls with arguments, and the error that they give. */
const ROWS: readonly (readonly [call: string, args: readonly number[], error: number | typeof ALLOWED])[] = [
  ...['add_key', 'request_key', 'keyctl', 'bpf', 'perf_event_open', 'kexec_load', 'userfaultfd'].map(
    (call) => [call, [], EPERM] as const,
  ),
  ['io_uring_setup', [], ENOSYS],
  ['io_uring_enter', [], ENOSYS],
  ['io_uring_register', [], ENOSYS],
  ...[1, 2, 10, 16].map((family) => ['socket', [family], ALLOWED] as const),
  ['socketpair', [1], ALLOWED],
  ['socket', [40], EAFNOSUPPORT],
  ['socketpair', [38], EAFNOSUPPORT],
  ['ptrace', [0, 1], EPERM],
  ['ptrace', [1, 7], ALLOWED],
  ['process_vm_readv', [1], EPERM],
  ['process_vm_readv', [7], ALLOWED],
  ['process_vm_writev', [1], EPERM],
  ['pidfd_open', [1], EPERM],
  ['pidfd_open', [7], ALLOWED],
  ['openat', [], ALLOWED],
  ['clone', [1], ALLOWED],
];

const ARCHITECTURES = [
  ['x64', 0xc000_003e, 'asm/unistd_64.h'],
  ['x64', 0x4000_0003, 'asm/unistd_32.h'],
  ['arm64', 0xc000_00b7, 'asm-generic/unistd.h'],
] as const;

/** Runs a filter as the kernel does. */
function answerOf(
  filter: Buffer,
  architecture: number,
  call: number,
  args: readonly number[],
): number | string {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call, 0);
  data.writeUInt32LE(architecture, 4);
  args.forEach((value, index) => {
    data.writeUInt32LE(value, 16 + 8 * index);
  });
  let loaded = 0;
  for (let at = 0; ; at += 8) {
    const [code, value] = [filter.readUInt16LE(at), filter.readUInt32LE(at + 4)];
    if (code === 0x06) {
      if (value === 0x7fff_0000) return ALLOWED;
      return value === 0x8000_0000 ? 'killed' : value - 0x0005_0000;
    }
    if (code === 0x20) loaded = data.readUInt32LE(value);
    else at += 8 * filter.readUInt8(at + ((code === 0x15 ? loaded === value : loaded >= value) ? 2 : 3));
  }
}

/** Each tries its call; the last as 32-bit programs do, which ends the program if the kernel has no calls of 32 bits. */
const CALLS = `
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
static void say(const char *call, long result) {
  printf("%s: %s\\n", call, result < 0 ? strerror(errno) : "done");
}
int main(void) {
  setbuf(stdout, 0);
  say("keyctl", syscall(SYS_keyctl, 0, -3, 1));
  say("io_uring_setup", syscall(SYS_io_uring_setup, 1, 0));
  say("VSOCK", socket(40, SOCK_STREAM, 0));
  say("INET", socket(AF_INET, SOCK_STREAM, 0));
  say("ptrace 1", syscall(SYS_ptrace, 16, 1, 0, 0));
#ifdef __x86_64__
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(288), "b"(0), "c"(-3), "d"(1) : "memory");
  errno = -result;
  say("keyctl of 32 bits", result);
#else
  puts("keyctl of 32 bits: Operation not permitted");
#endif
}`;

const SANITIZED = `
#include <pthread.h>
#include <stdlib.h>
static void *work(void *n) { return n; }
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, work, 0);
  pthread_join(one, 0);
  void *volatile lost = malloc(9);
  lost = 0;
  return 0;
}`;

suite('the filter of system calls', (test) => {
  test.needs('gcc')('has the numbers of the kernel, on each architecture', () => {
    for (const [processor, architecture, header] of ARCHITECTURES) {
      const filter = filterFor(processor) ?? Buffer.alloc(0);
      const source = `#include <${header}>\n${ROWS.map(([call]) => `__NR_${call}`).join('\n')}\n`;
      const numbers = execaSync('gcc', ['-E', '-P', '-'], {input: source})
        .stdout.split('\n')
        .slice(-ROWS.length);
      const answers = ROWS.map(([, args], index) =>
        answerOf(filter, architecture, Number(numbers[index]), args),
      );
      assert.equal(
        answers.map((answer, index) => [header, ROWS[index]?.[0], answer]),
        ROWS.map(([call, , error]) => [header, call, error]),
      );
      assert.is(answerOf(filter, architecture, 0x4000_0000, []), ENOSYS);
      assert.is(answerOf(filter, 1, 0, []), 'killed');
    }
    assert.is(filterFor('riscv64'), null);
  });
});

suiteInSandbox('the filter of system calls', (test) => {
  test.needs('gcc')('keys, rings, other networks and its shell are out of reach', async ({sees}) => {
    const {stdout, end} = await sees('gcc -x c - -o calls && ./calls', {input: CALLS});
    const last = end === 'SIGSEGV' ? [] : ['keyctl of 32 bits: Operation not permitted'];
    assert.equal(stdout.trimEnd().split('\n'), [
      'keyctl: Operation not permitted',
      'io_uring_setup: Function not implemented',
      'VSOCK: Address family not supported by protocol',
      'INET: done',
      'ptrace 1: Operation not permitted',
      ...last,
    ]);
  });

  test.needs('gcc')('sanitizers work, that of leaks too', async ({sees}) => {
    const build = (kind: string): string => `gcc -g -fsanitize=${kind} -x c - -o program && ./program`;
    const {stderr} = await sees(build('address,undefined'), {input: SANITIZED});
    assert.match(stderr, /LeakSanitizer: detected memory leaks[\s\S]*9 byte/);
    assert.is((await sees(build('thread'), {input: SANITIZED})).end, 0);
  });
});
