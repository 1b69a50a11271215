/*
 * The sandbox's filter of system calls, a program of classic BPF (seccomp(2)). It refuses what namespaces do not
 * separate, such as the keys of the login session.
 */
const ENOSYS = 38;
const EPERM = 1;
const EAFNOSUPPORT = 97;

const KILL_PROCESS = 0x8000_0000;
const ALLOW = 0x7fff_0000;
const fails = (error: number): number => 0x0005_0000 | error;

/** Codes of instructions. */
const LOAD = 0x20;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const RETURN = 0x06;

/** Offsets in `struct seccomp_data`; of an argument, the low half. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const argument = (index: number): number => 16 + 8 * index;

/** Answers that depend on the value of an argument. */
interface Check {
  readonly argument: number;
  readonly values: readonly number[];
  /** Answer to these values, and to others. */
  readonly answers: readonly [number, number];
}

/** Allows UNIX, INET, INET6 and NETLINK. Other families, like VSOCK, reach out of a network namespace. */
const OF_A_KNOWN_FAMILY: Check = {argument: 0, values: [1, 2, 10, 16], answers: [ALLOW, fails(EAFNOSUPPORT)]};

/** Protects process 1, the shell, which has the same user. */
const onTheShell = (index: number): Check => ({argument: index, values: [1], answers: [fails(EPERM), ALLOW]});

/** System calls: their numbers on x64, in 32-bit programs on x64, and on arm64; then the answer. */
const CALLS: readonly (readonly [
  name: string,
  numbers: readonly (number | null)[],
  answer: number | Check,
])[] = [
  ['add_key', [248, 286, 217], fails(EPERM)],
  ['request_key', [249, 287, 218], fails(EPERM)],
  ['keyctl', [250, 288, 219], fails(EPERM)],
  ['bpf', [321, 357, 280], fails(EPERM)],
  ['perf_event_open', [298, 336, 241], fails(EPERM)],
  ['kexec_load', [246, 283, 104], fails(EPERM)],
  ['kexec_file_load', [320, null, 294], fails(EPERM)],
  ['userfaultfd', [323, 374, 282], fails(EPERM)],
  ['io_uring_setup', [425, 425, 425], fails(ENOSYS)],
  ['io_uring_enter', [426, 426, 426], fails(ENOSYS)],
  ['io_uring_register', [427, 427, 427], fails(ENOSYS)],
  ['socket', [41, 359, 198], OF_A_KNOWN_FAMILY],
  ['socketpair', [53, 360, 199], OF_A_KNOWN_FAMILY],
  // Its arguments are in memory, where a filter cannot look.
  ['socketcall', [null, 102, null], fails(ENOSYS)],
  ['ptrace', [101, 26, 117], onTheShell(1)],
  ['process_vm_readv', [310, 347, 270], onTheShell(0)],
  ['process_vm_writev', [311, 348, 271], onTheShell(0)],
  ['pidfd_open', [434, 434, 434], onTheShell(0)],
];

/** Architectures of a processor's programs, with their column of `CALLS`. */
const PROCESSORS: Readonly<Record<string, readonly (readonly [architecture: number, column: number])[]>> = {
  x64: [
    [0xc000_003e, 0],
    [0x4000_0003, 1],
  ],
  arm64: [[0xc000_00b7, 2]],
};

/** Lowest number of a system call of x32, which x64 also takes. */
const X32 = 0x4000_0000;

type Instruction = readonly [code: number, value: number, skipIf?: number, skipElse?: number];

/** Returns null for an unknown processor. */
export function filterFor(processor: string): Buffer | null {
  const architectures = PROCESSORS[processor];
  if (architectures === undefined) return null;
  const program: Instruction[] = [
    ...architectures.flatMap(([architecture, column]) => {
      const calls = callsOf(column);
      return [[LOAD, ARCHITECTURE], [IF_EQUAL, architecture, 0, calls.length], ...calls] as const;
    }),
    [RETURN, KILL_PROCESS],
  ];
  const bytes = Buffer.alloc(8 * program.length);
  program.forEach(([code, value, skipIf = 0, skipElse = 0], index) => {
    bytes.writeUInt16LE(code, 8 * index);
    bytes.writeUInt8(skipIf, 8 * index + 2);
    bytes.writeUInt8(skipElse, 8 * index + 3);
    bytes.writeUInt32LE(value, 8 * index + 4);
  });
  return bytes;
}

function callsOf(column: number): Instruction[] {
  const calls = CALLS.flatMap(([, numbers, answer]): Instruction[] => {
    const number = numbers[column] ?? null;
    if (number === null) return [];
    const then = answerTo(answer);
    return [[IF_EQUAL, number, 0, then.length], ...then];
  });
  return [[LOAD, NUMBER], [IF_AT_LEAST, X32, 0, 1], [RETURN, fails(ENOSYS)], ...calls, [RETURN, ALLOW]];
}

function answerTo(answer: number | Check): Instruction[] {
  if (typeof answer === 'number') return [[RETURN, answer]];
  const {values, answers} = answer;
  const tests = values.map((value, index): Instruction => [IF_EQUAL, value, values.length - index, 0]);
  return [[LOAD, argument(answer.argument)], ...tests, [RETURN, answers[1]], [RETURN, answers[0]]];
}
