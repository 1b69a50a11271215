/* Limits on what a program may use. */

export const LIMIT_NAMES = ['wall', 'cpu', 'memory', 'output', 'disk', 'processes'] as const;
export type Limit = (typeof LIMIT_NAMES)[number];

/** Each in the unit given in `LIMITS`: seconds, seconds, MiB, KiB, MiB, and a count. */
export type Limits = Readonly<Record<Limit, number>>;

interface LimitFacts {
  readonly unit: string;
  readonly default: number;
  /** A value outside of these is a mistake. All output is compared in memory. */
  readonly least: number;
  readonly most: number;
  readonly fraction: boolean;
  readonly help: string;
  /** Says what a program did that exceeded the limit. */
  readonly exceeded: (value: number) => string;
}

const seconds = (value: number): string => `${value} ${value === 1 ? 'second' : 'seconds'}`;

export const LIMITS: Readonly<Record<Limit, LimitFacts>> = {
  wall: {
    unit: 'SECONDS',
    default: 5,
    least: 0.01,
    most: 1_000_000,
    fraction: true,
    help: 'wall-clock time',
    exceeded: (value) => `still running after ${seconds(value)}`,
  },
  cpu: {
    unit: 'SECONDS',
    default: 2,
    least: 0.01,
    most: 1_000_000,
    fraction: true,
    help: 'processor time',
    exceeded: (value) => `more than ${seconds(value)} of processor time`,
  },
  memory: {
    unit: 'MIB',
    default: 512,
    least: 1,
    most: 16_777_216,
    fraction: false,
    help: 'memory in use',
    exceeded: (value) => `more than ${value} MiB of memory`,
  },
  output: {
    unit: 'KIB',
    default: 1024,
    least: 1,
    most: 16_384,
    fraction: false,
    help: 'standard output and standard error together',
    exceeded: (value) => `more than ${value} KiB of output`,
  },
  disk: {
    unit: 'MIB',
    default: 64,
    least: 1,
    most: 1_048_576,
    fraction: false,
    help: 'files that it writes, all together',
    exceeded: (value) => `more than ${value} MiB in files`,
  },
  processes: {
    unit: 'N',
    default: 64,
    least: 1,
    most: 1_000_000,
    fraction: false,
    help: 'processes at the same time',
    exceeded: (value) => `more than ${value} processes at the same time`,
  },
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
  const {least, most, fraction} = LIMITS[name];
  return (
    typeof value === 'number' && value >= least && value <= most && (fraction || Number.isInteger(value))
  );
}

/** Returns the values of a limit in words: `a whole number from 1 to 16384`. */
export function rangeOf(name: Limit): string {
  const {least, most, fraction} = LIMITS[name];
  return `a ${fraction ? '' : 'whole '}number from ${least} to ${most}`;
}
