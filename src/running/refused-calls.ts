/*
 * The system calls that the sandbox refuses, by a filter of the kind that `seccomp(2)` takes.
 *
 * The kernel keeps keys and other small secrets for each user in keyrings, which no namespace divides: through them a
 * program could leave something to the next one, and find what its user keeps there. And the first process, a shell,
 * starts the programs and tells how they ended: none may trace it, read or write its memory, take its descriptors, or
 * change what its next child inherits: limits, priority, processors.
 */

/** Numbers of system calls. Of those that name a process, only calls that name the first one are refused. */
interface Calls {
  /** `add_key`, `request_key`, `keyctl` and `pidfd_getfd`. */
  readonly refused: readonly number[];
  /**
   * Those whose first argument is a process: `process_vm_readv`, `process_vm_writev`, `prlimit64`, `sched_setaffinity`,
   * `sched_setscheduler`, `sched_setparam`, `sched_setattr`, `pidfd_open`, `migrate_pages`, `move_pages`.
   */
  readonly first: readonly number[];
  /** Those whose second is one: `ptrace` and `perf_event_open`. */
  readonly second: readonly number[];
  /** `setpriority`, where a first argument of 0 says that the second is a process, and `ioprio_set`, where 1 does. */
  readonly priority: readonly [set: readonly number[], io: readonly number[]];
}

const X32 = 0x40000000;

function alsoX32(number: number): number[] {
  return [number, X32 + number];
}

/** The numbers of every newer architecture. */
const GENERIC: Calls = {
  refused: [217, 218, 219, 438],
  first: [270, 271, 261, 122, 119, 118, 274, 434, 238, 239],
  second: [117, 241],
  priority: [[140], [30]],
};

/** By the architecture's number in `linux/audit.h`. */
const CALLS: Readonly<Record<number, Calls>> = {
  // x86-64, whose programs may also call by x32's numbers, and what it takes for 32 bits.
  3221225534: {
    refused: [248, 249, 250, 438].flatMap(alsoX32),
    first: [
      ...[302, 203, 144, 142, 314, 434, 256].flatMap(alsoX32),
      ...[310, 311, 279, X32 + 539, X32 + 540, X32 + 533],
    ],
    second: [101, 298, X32 + 521, X32 + 298],
    priority: [alsoX32(141), alsoX32(251)],
  },
  1073741827: {
    refused: [286, 287, 288, 438],
    first: [347, 348, 340, 241, 156, 154, 351, 434, 294, 317],
    second: [26, 336],
    priority: [[97], [289]],
  },
  // ARM, with 64 and with 32 bits.
  3221225655: GENERIC,
  1073741864: {
    refused: [309, 310, 311, 438],
    first: [376, 377, 369, 241, 156, 154, 380, 434, 400, 344],
    second: [26, 364],
    priority: [[97], [314]],
  },
  // RISC-V, and POWER.
  3221225715: GENERIC,
  3221225493: {
    refused: [269, 270, 271, 438],
    first: [351, 352, 325, 222, 156, 154, 355, 434, 258, 301],
    second: [26, 319],
    priority: [[97], [273]],
  },
};

/** The processors whose calls are known, as Node names them. */
const PROCESSORS: readonly string[] = ['x64', 'ia32', 'arm64', 'arm', 'riscv64', 'ppc64'];

/** Why the sandbox cannot be had on a processor; null if it can. The numbers for POWER are those of `ppc64le`. */
export function unknownProcessor(processor: string, order: 'BE' | 'LE'): string | null {
  if (PROCESSORS.includes(processor) && order === 'LE') return null;
  return `it does not know the system calls of this processor (${processor}, ${order}), and so cannot refuse any: it knows ${PROCESSORS.join(', ')}, all LE`;
}

/** One instruction: what it does, how many to skip if it is true and if not, and its operand. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const isEqual = (value: number, skip: number): Instruction => [0x15, 0, skip, value];
/** Skips the next one if it is. */
const unlessEqual = (value: number): Instruction => [0x15, 1, 0, value];
const answer = (value: number): Instruction => [0x06, 0, 0, value];

const ARCHITECTURE = load(4);
const NUMBER = load(0);
/** The lower half of an argument, of which the kernel takes no more for a process. All of these count from there. */
const argument = (index: number): Instruction => load(16 + 8 * index);
const ALLOWED = answer(0x7fff0000);
/** `ENOSYS`. */
const NO_SUCH_CALL = answer(0x00050000 + 38);
/** What comes by an architecture that has no numbers here: the kernel kills the program. */
const UNKNOWN = answer(0x80000000);
/** `EPERM`. */
const FORBIDDEN = answer(0x00050000 + 1);

/** The filter, as bubblewrap reads it. */
export function refusedCalls(): Buffer {
  const program = Object.entries(CALLS).flatMap(([architecture, {refused, first, second, priority}]) => {
    const naming =
      (index: number) =>
      (number: number): Instruction[] => [
        isEqual(number, 4),
        ...[argument(index), isEqual(1, 1), FORBIDDEN, ALLOWED],
      ];
    const calls = [
      ...refused.flatMap((number) => [isEqual(number, 1), NO_SUCH_CALL]),
      ...first.flatMap(naming(0)),
      ...second.flatMap(naming(1)),
      // The first process may be part of a group, or belong to a user, that is signalled.
      ...[0, 1].flatMap((kind) =>
        (priority[kind] ?? []).flatMap((number) => [
          isEqual(number, 7),
          ...[argument(0), unlessEqual(kind), FORBIDDEN],
          ...[argument(1), isEqual(1, 1), FORBIDDEN, ALLOWED],
        ]),
      ),
    ];
    const block = [NUMBER, ...calls, ALLOWED];
    return [isEqual(Number(architecture), block.length), ...block];
  });
  return Buffer.concat([ARCHITECTURE, ...program, UNKNOWN].map(bytesOf));
}

function bytesOf([code, ifTrue, ifFalse, operand]: Instruction): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(operand, 4);
  return bytes;
}
