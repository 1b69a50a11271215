#!/usr/bin/env node
/* The `fivedice` command: passes each subcommand to its door, and loads only that door. */
import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import manifest from '../package.json' with {type: 'json'};
import {complain} from './command-line/complain.js';
import {EXIT} from './command-line/exit-status.js';

interface Subcommand {
  readonly summary: string;
  readonly run: (args: readonly string[]) => Promise<number>;
}

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  play: {
    summary: 'play the whole game',
    run: async (args) => (await import('./terminal/main.js')).main(args),
  },
  scores: {
    summary: 'show the halls of fame',
    run: async (args) => (await import('./terminal/scores.js')).main(args),
  },
  serve: {
    summary: 'play the whole game in a browser',
    run: async (args) => (await import('./web/server/main.js')).main(args, {page: shipped('dist/web')}),
  },
  advise: {
    summary: 'rank everything that can be done with a roll',
    run: async (args) => (await import('./analysis/commands/advise.js')).main(args),
  },
  review: {
    summary: 'show what each choice of a saved game has cost',
    run: async (args) => (await import('./analysis/commands/review.js')).main(args),
  },
  odds: {
    summary: 'show the score to expect, and the odds of each box',
    run: async (args) => (await import('./analysis/commands/odds.js')).main(args),
  },
  mark: {
    summary: 'mark programs against goldens',
    run: async (args) =>
      (await import('./marking/commands/mark.js')).main(args, {
        fixtures: shipped('fixtures/valuation/marking'),
        title: 'the 80-case suite of "Simplified Yahtzee"',
        version: manifest.version,
      }),
  },
  record: {
    summary: 'make goldens from a reference program',
    run: async (args) => (await import('./marking/commands/record.js')).main(args),
  },
  fuzz: {
    summary: 'search for inputs on which a program and a reference differ',
    run: async (args) => (await import('./fuzzing/main.js')).main(args),
  },
  merge: {
    summary: 'join the reports of several runs',
    run: async (args) => (await import('./marking/commands/merge.js')).main(args),
  },
  compare: {
    summary: 'show who gained and who lost between two reports',
    run: async (args) => (await import('./marking/commands/compare.js')).main(args),
  },
  export: {
    summary: 'write fixtures for other systems',
    run: async (args) => (await import('./marking/commands/export.js')).main(args, {program: 'assign1'}),
  },
};

const HELP = `Usage: fivedice SUBCOMMAND …

${Object.entries(SUBCOMMANDS)
  .map(([name, {summary}]) => `  ${name.padEnd(8)} ${summary}`)
  .join('\n')}

fivedice help SUBCOMMAND says more; fivedice --version prints the version.
`;

const HELP_WORDS: readonly string[] = ['help', '--help', '-h'];

// A reader that goes away, as in `fivedice … | head`, is not an error; a full disk is.
let isOutputLost = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE' && !isOutputLost) {
    complain(`standard output: ${error.message}`);
    process.exitCode = EXIT.trouble;
  }
  isOutputLost = true;
});
// If standard error fails, the exit status still tells.
process.stderr.on('error', () => {});
main(process.argv.slice(2)).then((status) => {
  // Standard output may have failed already.
  process.exitCode ??= status;
});

async function main([name, ...args]: readonly string[]): Promise<number> {
  switch (name) {
    case undefined:
      // A script that ran `fivedice $COMMAND` with an empty variable must not take this for success.
      process.stdout.write(HELP);
      return EXIT.mistake;
    case '--version':
      process.stdout.write(`${manifest.version}\n`);
      return EXIT.passed;
    case 'help':
    case '--help':
    case '-h': {
      const [about] = args;
      // Who asks for help about help gets all that there is.
      if (about !== undefined && !HELP_WORDS.includes(about)) return run(about, ['--help']);
      process.stdout.write(HELP);
      return EXIT.passed;
    }
    default:
      return run(name, args);
  }
}

async function run(name: string, args: readonly string[]): Promise<number> {
  const subcommand = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (subcommand !== undefined) return subcommand.run(args);
  complain(`no subcommand ${JSON.stringify(name)}: ${Object.keys(SUBCOMMANDS).join(', ')}`);
  return EXIT.mistake;
}

/** A folder that comes with the package: the 80-case suite, the page. */
function shipped(path: string): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, path)) && folder !== dirname(folder)) folder = dirname(folder);
  return join(folder, path);
}
