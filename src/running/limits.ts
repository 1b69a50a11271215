/* Limits on what a program may use. */

export const LIMIT_NAMES = ['wall', 'cpu', 'memory', 'output', 'disk', 'processes'] as const;
export type Limit = (typeof LIMIT_NAMES)[number];

/** Each in the unit given in `LIMITS`: seconds, seconds, MiB, KiB, MiB, and a count. */
export type Limits = Readonly<Record<Limit, number>>;

interface LimitFacts {
  readonly unit: string;
  readonly default: number;
  readonly most: number;
  readonly help: string;
  readonly exceeded: (value: number) => string;
}

function limit(
  unit: string,
  standard: number,
  most: number,
  help: string,
  exceeded: LimitFacts['exceeded'],
): LimitFacts {
  return {unit, default: standard, most, help, exceeded};
}

const seconds = (value: number): string => `${value} ${value === 1 ? 'second' : 'seconds'}`;

/** Fractions are allowed of seconds only. All output is compared in memory. */
export const LIMITS: Readonly<Record<Limit, LimitFacts>> = {
  wall: limit('SECONDS', 5, 1e6, 'wall-clock time', (value) => `still running after ${seconds(value)}`),
  cpu: limit('SECONDS', 2, 1e6, 'processor time', (value) => `more than ${seconds(value)} of processor time`),
  memory: limit('MIB', 512, 2 ** 24, 'memory in use', (value) => `more than ${value} MiB of memory`),
  output: limit(
    'KIB',
    1024,
    16_384,
    'standard output and standard error together',
    (value) => `more than ${value} KiB of output`,
  ),
  disk: limit('MIB', 64, 2 ** 20, 'its files, all together', (value) => `more than ${value} MiB in files`),
  processes: limit(
    'N',
    64,
    1e6,
    'processes at the same time',
    (value) => `more than ${value} processes at the same time`,
  ),
};

export const DEFAULT_LIMITS: Limits = {
  wall: LIMITS.wall.default,
  cpu: LIMITS.cpu.default,
  memory: LIMITS.memory.default,
  output: LIMITS.output.default,
  disk: LIMITS.disk.default,
  processes: LIMITS.processes.default,
};

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
