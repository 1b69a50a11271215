#!/usr/bin/env node
/* The `fivedice` command: passes each subcommand to its door, and loads only that door. */
import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import manifest from '../package.json' with {type: 'json'};
import {type Command, hintForDash} from './command-line/flags.js';
import {slipFor} from './command-line/nearest.js';
import {complain, EXIT} from './command-line/user-error.js';

/** The module of a subcommand. */
interface Door {
  readonly COMMAND: Command;
  readonly main: (args: readonly string[]) => Promise<number>;
}

interface Subcommand {
  readonly summary: string;
  readonly load: () => Promise<Door>;
}

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  play: {
    summary: 'play the whole game',
    load: () => import('./terminal/play.js'),
  },
  scores: {
    summary: 'show the halls of fame',
    load: () => import('./terminal/scores.js'),
  },
  history: {
    summary: 'show the games that were played here',
    load: () => import('./terminal/history.js'),
  },
  serve: {
    summary: 'play the whole game in a browser',
    load: async () => told(await import('./web/server/serve.js'), {page: shipped('dist/web')}),
  },
  advise: {
    summary: 'rank everything that can be done with a roll',
    load: () => import('./analysis/commands/advise.js'),
  },
  review: {
    summary: 'show what each choice of a saved game has cost',
    load: () => import('./analysis/commands/review.js'),
  },
  odds: {
    summary: 'show the score to expect, and the odds of each box',
    load: () => import('./analysis/commands/odds.js'),
  },
  mark: {
    summary: 'mark programs against goldens',
    load: async () =>
      told(await import('./marking/commands/mark.js'), {
        fixtures: shipped('fixtures/valuation/marking'),
        title: 'the 80-case suite of "Simplified Yahtzee"',
        version: manifest.version,
      }),
  },
  record: {
    summary: 'make goldens from a reference program',
    load: () => import('./marking/commands/record.js'),
  },
  fuzz: {
    summary: 'search for inputs on which a program and a reference differ',
    load: async () =>
      told(await import('./fuzzing/fuzz.js'), (await import('./valuation/made-up.js')).SESSIONS),
  },
  merge: {
    summary: 'join the reports of several runs',
    load: () => import('./marking/commands/merge.js'),
  },
  compare: {
    summary: 'show who gained and who lost between two reports',
    load: () => import('./marking/commands/compare.js'),
  },
  init: {
    summary: 'make a small assignment to begin with',
    load: async () =>
      told(await import('./marking/commands/init.js'), {template: shipped('fixtures/starting')}),
  },
  grade: {
    summary: 'make the marks of a course from reports',
    load: () => import('./marking/commands/grade.js'),
  },
};

const NAME_WIDTH = Math.max(...Object.keys(SUBCOMMANDS).map(({length}) => length));

const HELP = `Usage: fivedice SUBCOMMAND …

${Object.entries(SUBCOMMANDS)
  .map(([name, {summary}]) => `  ${name.padEnd(NAME_WIDTH)}  ${summary}`)
  .join('\n')}

fivedice help SUBCOMMAND says more, fivedice help languages what can be marked; fivedice --version prints the version.
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
    case '-V':
      process.stdout.write(`${manifest.version}\n`);
      return EXIT.passed;
    case 'help':
    case '--help':
    case '-h': {
      const [about] = args;
      if (about === 'languages') {
        process.stdout.write((await import('./marking/submissions/languages.js')).helpOfLanguages());
        return EXIT.passed;
      }
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
  if (subcommand !== undefined) return (await subcommand.load()).main(args);
  const names = Object.keys(SUBCOMMANDS);
  const meant = slipFor(name, names);
  const hint = meant === null ? names.join(', ') : `did you mean ${meant}?`;
  complain(`no subcommand ${JSON.stringify(name)}: ${hintForDash(name) ?? hint}`);
  return EXIT.mistake;
}

/** A door that has to be told what it cannot know. */
function told<Facts>(
  door: {
    readonly commandWith: (facts: Facts) => Command;
    readonly main: (args: readonly string[], facts: Facts) => Promise<number>;
  },
  facts: Facts,
): Door {
  return {COMMAND: door.commandWith(facts), main: (args) => door.main(args, facts)};
}

/** A folder that comes with the package: the 80-case suite, the page. */
function shipped(path: string): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, path)) && folder !== dirname(folder)) folder = dirname(folder);
  return join(folder, path);
}
