/* The kernel that is compiled from `simd.ts`. */
import {LANES} from '../lattice.js';
import type {Tables} from '../tables.js';
import {BINARY} from './binary.js';

/** Bytes of a keep or an outcome in the kernel, whose tables have them as distances in bytes. */
const FOUR = 8 * LANES;
const BY_BYTES: readonly (keyof Tables)[] = [
  'extensions',
  'reductions',
  'yahtzeeRolls',
  'plainRolls',
  'rows',
];

/** Exports that no table fills: the kernel writes them, or gets them later. */
const OWN: readonly string[] = ['values', 'afterStarts', 'afterNeeds', 'afterCounts', 'ends', 'tallies'];

const PAGE = 2 ** 16;

export const OUTCOMES = 128;

/** The exports of `simd.ts` besides its tables; it explains them. */
interface Exports {
  readonly solve: (open: number) => void;
  readonly answer: (open: number, pays: number, need: number, count: number, to: number) => void;
  readonly end: (open: number, at: number) => void;
  readonly square: (open: number, distance: number) => void;
  readonly startPouring: (size: number, place: number, points: number) => number;
  readonly pour: (open: number, at: number) => void;
  readonly memory: WebAssembly.Memory;
}

export type Kernel = ReturnType<typeof makeKernel>;

let compiled: WebAssembly.Module | null = null;

/** @throws if WebAssembly has no vectors, or is forbidden by a page's policy */
export function makeKernel(tables: Tables) {
  compiled ??= new WebAssembly.Module(bytesOf(BINARY));
  const exports = new WebAssembly.Instance(compiled).exports as unknown as Exports;
  const {memory} = exports;
  const addresses = new Map(
    Object.entries(exports).flatMap(([name, one]): [string, number][] =>
      one instanceof WebAssembly.Global ? [[name, one.value]] : [],
    ),
  );
  const addressOf = (name: string): number => addresses.get(name) ?? 0;
  for (const [name, address] of addresses) {
    if (OWN.includes(name)) continue;
    const table = tableOf(tables, name as keyof Tables);
    new Uint8Array(memory.buffer, address).set(
      new Uint8Array(table.buffer, table.byteOffset, table.byteLength),
    );
  }
  const {length} = tables.outcomePoints;
  const integers = (name: string): Int32Array => new Int32Array(memory.buffer, addressOf(name), length);
  const floats = (name: string, size: number): Float64Array =>
    new Float64Array(memory.buffer, addressOf(name), size);
  return {
    ...exports,
    /** Returns how often each outcome came about in pouring, without a paid Yahtzee and with; then the upper bonus. */
    tallies: () => floats('tallies', 2 * OUTCOMES + 1),
    /**
     * Returns the chances of four positions by outcome, at `LANES × outcome`; and after 128 outcomes those with a Yahtzee
     * that pays. Valid until there is more room.
     */
    ends: () => floats('ends', 2 * OUTCOMES * LANES),
    /** Makes room for `size` solved numbers, and returns them with the address of the first. */
    room: (size: number) => {
      const address = addressOf('values');
      const missing = address + 8 * size - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
      return {numbers: floats('values', size), address};
    },
    /** Returns what `answer` reads, by outcome: addresses, needs and counts. Valid until there is more room. */
    after: () => ({
      starts: integers('afterStarts'),
      needs: integers('afterNeeds'),
      counts: integers('afterCounts'),
    }),
  };
}

function tableOf(tables: Tables, name: keyof Tables): ArrayBufferView {
  const table = tables[name];
  if (!ArrayBuffer.isView(table))
    throw new Error(`the kernel has a table ${name}, but its contents are missing`);
  return BY_BYTES.includes(name) ? Uint16Array.from(table as Uint16Array, (one) => FOUR * one) : table;
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
