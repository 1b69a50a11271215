/*
 * The kernel keeps keys and other small secrets for each user in keyrings, which no namespace divides: through them a
 * program could leave something to the next one, and find what its user keeps there. So in the sandbox these system
 * calls are as if the kernel had none, by a filter of the kind that `seccomp(2)` takes.
 */

/** By the architecture's number in `linux/audit.h`: `add_key`, `request_key` and `keyctl`. */
const CALLS: Readonly<Record<number, readonly number[]>> = {
  // x86-64, whose programs may also call by x32's numbers, and what it takes for 32 bits.
  3221225534: [248, 249, 250, 0x400000f8, 0x400000f9, 0x400000fa],
  1073741827: [286, 287, 288],
  // ARM, with 64 and with 32 bits.
  3221225655: [217, 218, 219],
  1073741864: [309, 310, 311],
  // RISC-V, and POWER.
  3221225715: [217, 218, 219],
  3221225493: [269, 270, 271],
};

/** One instruction: what it does, how many to skip if it is true and if not, and its operand. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const isEqual = (value: number, skip: number): Instruction => [0x15, 0, skip, value];
const answer = (value: number): Instruction => [0x06, 0, 0, value];

const ARCHITECTURE = load(4);
const NUMBER = load(0);
const ALLOWED = answer(0x7fff0000);
/** `ENOSYS`. */
const NO_SUCH_CALL = answer(0x00050000 + 38);

/** The filter, as bubblewrap reads it. */
export function withoutKeyrings(): Buffer {
  const program = Object.entries(CALLS).flatMap(([architecture, numbers]) => {
    const calls = numbers.flatMap((number) => [isEqual(number, 1), NO_SUCH_CALL]);
    const block = [NUMBER, ...calls, ALLOWED];
    return [isEqual(Number(architecture), block.length), ...block];
  });
  return Buffer.concat([ARCHITECTURE, ...program, ALLOWED].map(bytesOf));
}

function bytesOf([code, ifTrue, ifFalse, operand]: Instruction): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(operand, 4);
  return bytes;
}
