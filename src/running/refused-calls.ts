/*
 * The system calls that the sandbox refuses, by a filter of the kind that `seccomp(2)` takes.
 *
 * The kernel keeps keys and other small secrets for each user in keyrings, which no namespace divides: through them a
 * program could leave something to the next one, and find what its user keeps there. And the sandbox's own first
 * process tells how the program ended, so no program may trace it, write to its memory, or take its descriptors.
 */

/** Numbers of system calls. Of those that name a process, only calls that name the first one are refused. */
interface Calls {
  /** `add_key`, `request_key`, `keyctl` and `pidfd_getfd`. */
  readonly refused: readonly number[];
  /** `ptrace`, whose second argument is a process. */
  readonly trace: readonly number[];
  /** `process_vm_writev`, whose first argument is one. */
  readonly write: readonly number[];
}

const X32 = 0x40000000;

/** By the architecture's number in `linux/audit.h`. */
const CALLS: Readonly<Record<number, Calls>> = {
  // x86-64, whose programs may also call by x32's numbers, and what it takes for 32 bits.
  3221225534: {
    refused: [248, 249, 250, 438, X32 + 248, X32 + 249, X32 + 250, X32 + 438],
    trace: [101, X32 + 521],
    write: [311, X32 + 540],
  },
  1073741827: {refused: [286, 287, 288, 438], trace: [26], write: [348]},
  // ARM, with 64 and with 32 bits.
  3221225655: {refused: [217, 218, 219, 438], trace: [117], write: [271]},
  1073741864: {refused: [309, 310, 311, 438], trace: [26], write: [377]},
  // RISC-V, and POWER.
  3221225715: {refused: [217, 218, 219, 438], trace: [117], write: [271]},
  3221225493: {refused: [269, 270, 271, 438], trace: [26], write: [352]},
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
  const program = Object.entries(CALLS).flatMap(([architecture, {refused, trace, write}]) => {
    const naming =
      (index: number) =>
      (number: number): Instruction[] => [
        isEqual(number, 4),
        ...[argument(index), isEqual(1, 1), FORBIDDEN, ALLOWED],
      ];
    const calls = [
      ...refused.flatMap((number) => [isEqual(number, 1), NO_SUCH_CALL]),
      ...trace.flatMap(naming(1)),
      ...write.flatMap(naming(0)),
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
