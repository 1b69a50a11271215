#!/usr/bin/env node
/* The `fivedice` command: hands each subcommand to its door, and loads only that one. */
import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import manifest from '../package.json' with {type: 'json'};

/** The exit statuses of all subcommands for what went wrong before or beside their work. */
const USAGE = 2;
const TROUBLE = 3;

/** Mistakes of who called: the message says what would be right. */
const MISTAKES: readonly string[] = ['TargetError', 'FixtureError', 'MergeError', 'GameFileError'];

interface Subcommand {
  readonly summary: string;
  readonly run: (args: readonly string[]) => Promise<number>;
}

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  play: {
    summary: 'play the whole game',
    run: async (args) => (await import('./terminal/main.js')).main(args),
  },
  mark: {
    summary: 'mark programs against goldens',
    run: async (args) => (await import('./marking/main.js')).main(args, {fixtures: fixtures()}),
  },
  record: {
    summary: 'make goldens from a reference program',
    run: async (args) => (await import('./marking/record.js')).main(args),
  },
  fuzz: {
    summary: 'search for inputs on which a program differs from a reference',
    run: async (args) => (await import('./fuzz.js')).main(args),
  },
  merge: {
    summary: 'join the reports of several runs',
    run: async (args) => (await import('./marking/merge.js')).main(args),
  },
  export: {
    summary: 'write fixtures for other systems',
    run: async (args) => (await import('./marking/export.js')).main(args),
  },
};

const HELP = `Usage: fivedice SUBCOMMAND …

${Object.entries(SUBCOMMANDS)
  .map(([name, {summary}]) => `  ${name.padEnd(8)} ${summary}`)
  .join('\n')}

fivedice SUBCOMMAND --help says more; fivedice --version prints the version.
`;

// A reader that goes away, as in `fivedice … | head`, is no error; a full disk is.
let isOutputLost = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE' && !isOutputLost) complain(`standard output: ${error.message}`, TROUBLE);
  isOutputLost = true;
});
// Where standard error fails, the exit status still tells.
process.stderr.on('error', () => {});
main(process.argv.slice(2)).then((status) => {
  // Standard output may have failed already.
  process.exitCode ??= status;
});

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === '--help' || name === '--version') {
    process.stdout.write(name === '--help' ? HELP : `${manifest.version}\n`);
    return 0;
  }
  const subcommand = name !== undefined && Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (subcommand === undefined) {
    const said = name === undefined ? 'a subcommand is missing' : `no subcommand ${JSON.stringify(name)}`;
    return complain(`${said}: ${Object.keys(SUBCOMMANDS).join(', ')}`, USAGE);
  }
  try {
    return await subcommand.run(args);
  } catch (error) {
    if (!(error instanceof Error)) return complain(String(error), TROUBLE);
    if (error.name === 'UsageError')
      return complain(`${name}: ${error.message}\nfivedice ${name} --help lists the flags`, USAGE);
    if (MISTAKES.includes(error.name)) return complain(error.message, USAGE);
    return complain(error.message, TROUBLE);
  }
}

function complain(message: string, status: number): number {
  process.stderr.write(`fivedice: ${message}\n`);
  process.exitCode = status;
  return status;
}

/** The 80-case suite that comes with the package. */
function fixtures(): string {
  const path = 'fixtures/valuation/marking';
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, path)) && folder !== dirname(folder)) folder = dirname(folder);
  return join(folder, path);
}
