/* Limits on what a program may use. */

export const LIMIT_NAMES = ['wall', 'cpu', 'memory', 'output', 'disk', 'processes'] as const;
export type Limit = (typeof LIMIT_NAMES)[number];

/** Values in the units of `LIMITS`. */
export type Limits = Readonly<Record<Limit, number>>;

interface LimitFacts {
  readonly unit: string;
  readonly default: number;
  readonly most: number;
  readonly help: string;
  readonly exceeded: (value: number) => string;
}

const seconds = (value: number): string => `${value} ${value === 1 ? 'second' : 'seconds'}`;

/** Only seconds may be fractions. Output has a low maximum, since it is compared in memory. */
// biome-ignore format: a table
export const LIMITS: Readonly<Record<Limit, LimitFacts>> = {
  wall: {unit: 'SECONDS', default: 5, most: 1e6, help: 'wall-clock time', exceeded: (n) => `still running after ${seconds(n)}`},
  cpu: {unit: 'SECONDS', default: 2, most: 1e6, help: 'processor time', exceeded: (n) => `more than ${seconds(n)} of processor time`},
  memory: {unit: 'MIB', default: 512, most: 2 ** 24, help: 'memory in use', exceeded: (n) => `more than ${n} MiB of memory`},
  output: {unit: 'KIB', default: 1024, most: 16_384, help: 'standard output and standard error together', exceeded: (n) => `more than ${n} KiB of output`},
  disk: {unit: 'MIB', default: 64, most: 2 ** 20, help: 'its files, all together', exceeded: (n) => `more than ${n} MiB in files`},
  processes: {unit: 'N', default: 64, most: 1e6, help: 'processes at the same time', exceeded: (n) => `more than ${n} processes at the same time`},
};

export const DEFAULT_LIMITS = Object.fromEntries(
  LIMIT_NAMES.map((name) => [name, LIMITS[name].default]),
) as Limits;

export function isLimit(name: Limit, value: unknown): value is number {
  const {least, isWhole} = rangeFor(name);
  return (
    typeof value === 'number' &&
    value >= least &&
    value <= LIMITS[name].most &&
    (!isWhole || Number.isInteger(value))
  );
}

export function rangeOf(name: Limit): string {
  const {least, isWhole} = rangeFor(name);
  return `a ${isWhole ? 'whole ' : ''}number from ${least} to ${LIMITS[name].most}`;
}

function rangeFor(name: Limit): {readonly least: number; readonly isWhole: boolean} {
  const isWhole = LIMITS[name].unit !== 'SECONDS';
  return {least: isWhole ? 1 : 0.01, isWhole};
}
