/* The kernel that is compiled from `simd.ts`, where there is WebAssembly with vectors. */
import {BINARY} from './binary.js';
import type {Kernel, MakeKernel, Tables} from './kernel.js';
import {typedArrayKernel} from './typed-arrays.js';

/** Bytes that a keep or a choice takes in the kernel, which numbers them by bytes. */
const FOUR = 32;
const BY_BYTES: readonly (keyof Tables)[] = [
  'extensions',
  'reductions',
  'yahtzeeRolls',
  'plainRolls',
  'rows',
];

/** The kernel's functions and memory, and the address of each table under its name. */
interface Exports {
  readonly solve: Kernel['solve'];
  readonly memory: WebAssembly.Memory;
  readonly [table: string]: unknown;
}

/** The fastest kernel that runs here: the one in plain TypeScript where WebAssembly is missing or not allowed. */
export function fastestKernel(): MakeKernel {
  try {
    return webAssemblyKernel();
  } catch {
    return typedArrayKernel;
  }
}

/** @throws where WebAssembly is missing, has no vectors, or is not allowed by a page's policy */
export function webAssemblyKernel(): MakeKernel {
  const compiled = new WebAssembly.Module(Uint8Array.from(atob(BINARY), (byte) => byte.charCodeAt(0)));
  return (tables) => {
    const {solve, memory, ...rest} = new WebAssembly.Instance(compiled).exports as unknown as Exports;
    const addresses = new Map(
      Object.entries(rest).flatMap(([name, one]) =>
        one instanceof WebAssembly.Global ? [[name, one.value]] : [],
      ),
    );
    for (const [name, address] of addresses) {
      if (name === 'values') continue;
      const table = tableOf(tables, name as keyof Tables);
      new Uint8Array(memory.buffer, address).set(
        new Uint8Array(table.buffer, table.byteOffset, table.byteLength),
      );
    }
    return {values: new Float64Array(memory.buffer, addresses.get('values'), tables.size), solve};
  };
}

function tableOf(tables: Tables, name: keyof Tables): ArrayBufferView {
  const table = tables[name];
  if (!ArrayBuffer.isView(table))
    throw new Error(`the kernel has a table ${name}, and nobody has its contents`);
  return BY_BYTES.includes(name) ? Uint16Array.from(table as Uint16Array, (one) => FOUR * one) : table;
}
