/* The kernel that is compiled from `simd.ts`, where there is WebAssembly with vectors. */
import {FACES} from '../../rules/dice.js';
import {LANES} from '../lattice.js';
import {BINARY} from './binary.js';
import type {Kernel, MakeKernel, MakeTurnKernel, Tables, TurnKernel} from './kernel.js';
import {typedArrayKernel, typedArrayTurn} from './typed-arrays.js';

/** Bytes that a keep or a choice takes in the kernel, which numbers them by bytes. */
const FOUR = 32;
const BY_BYTES: readonly (keyof Tables)[] = [
  'extensions',
  'reductions',
  'yahtzeeRolls',
  'plainRolls',
  'rows',
];

/** What the kernel computes itself, or is given later. */
const OWN: readonly string[] = ['values', 'choices', 'yahtzees', 'answers'];

/** The kernel's functions and memory, and the address of each table under its name. */
interface Exports {
  readonly solve: Kernel['solve'];
  readonly answer: TurnKernel['answer'];
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

/** The fastest kernel for single turns that runs here. */
export function fastestTurn(): MakeTurnKernel {
  try {
    return webAssemblyTurn();
  } catch {
    return typedArrayTurn;
  }
}

/** @throws where WebAssembly is missing, has no vectors, or is not allowed by a page's policy */
export function webAssemblyKernel(): MakeKernel {
  const start = compiled();
  return (tables) => {
    const {solve, numbers} = start(tables);
    return {values: numbers('values', tables.size), solve};
  };
}

/** @throws as `webAssemblyKernel` does */
export function webAssemblyTurn(): MakeTurnKernel {
  const start = compiled();
  return (tables) => {
    const {answer, numbers} = start(tables);
    return {
      lanes: LANES,
      choices: numbers('choices', LANES * tables.choicePoints.length),
      yahtzees: numbers('yahtzees', LANES * FACES.length),
      answers: numbers('answers', LANES),
      answer,
    };
  };
}

/** What a kernel offers that has its tables; its own numbers are found by their names. */
interface Started extends Pick<Exports, 'solve' | 'answer'> {
  readonly numbers: (name: string, length: number) => Float64Array;
}

function compiled(): (tables: Tables) => Started {
  const compiledModule = new WebAssembly.Module(Uint8Array.from(atob(BINARY), (byte) => byte.charCodeAt(0)));
  return (tables) => {
    const {solve, answer, memory, ...rest} = new WebAssembly.Instance(compiledModule)
      .exports as unknown as Exports;
    const addresses = new Map(
      Object.entries(rest).flatMap(([name, one]) =>
        one instanceof WebAssembly.Global ? [[name, one.value]] : [],
      ),
    );
    for (const [name, address] of addresses) {
      if (OWN.includes(name)) continue;
      const table = tableOf(tables, name as keyof Tables);
      new Uint8Array(memory.buffer, address).set(
        new Uint8Array(table.buffer, table.byteOffset, table.byteLength),
      );
    }
    const numbers = (name: string, length: number): Float64Array =>
      new Float64Array(memory.buffer, addresses.get(name), length);
    return {solve, answer, numbers};
  };
}

function tableOf(tables: Tables, name: keyof Tables): ArrayBufferView {
  const table = tables[name];
  if (!ArrayBuffer.isView(table))
    throw new Error(`the kernel has a table ${name}, and nobody has its contents`);
  return BY_BYTES.includes(name) ? Uint16Array.from(table as Uint16Array, (one) => FOUR * one) : table;
}
