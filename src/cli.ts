#!/usr/bin/env node
/* The `fivedice` command: loads the module of one subcommand and hands it the arguments. */
import manifest from '../package.json' with {type: 'json'};
import {complain, EXIT, nearestName} from './command-line/user-error.js';
import {packagePath} from './system/paths.js';

interface CommandModule {
  readonly main: (args: readonly string[]) => Promise<number>;
}

type Subcommand = readonly [summary: string, load: () => Promise<CommandModule>];

/** The suite of the strict tool's assignment. */
const suite = (): string => packagePath('fixtures/valuation/marking');

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  play: ['play the whole game', () => import('./terminal/play.js')],
  scores: ['show the halls of fame', () => import('./terminal/scores.js')],
  history: ['show your averages and best games', () => import('./terminal/history.js')],
  serve: [
    'play the whole game in a browser',
    async () => withContext(await import('./web/serve.js'), {page: packagePath('dist/web')}),
  ],
  advise: ['rank every choice for a roll', () => import('./analysis/commands/advise.js')],
  review: ['show what each choice in a game cost', () => import('./analysis/commands/review.js')],
  mark: [
    'mark programs against goldens',
    async () =>
      withContext(await import('./marking/commands/mark.js'), {
        folder: suite(),
        name: 'comp1917',
        title: 'the 80-case suite of "Simplified Yahtzee"',
        mild: {name: 'comp1917-2016', tolerance: 'only A-Za-z0-9'},
        program: 'assign1',
        file: 'assign1.c',
        version: manifest.version,
      }),
  ],
  unpack: ['write a class down as a folder for each person', () => import('./marking/commands/unpack.js')],
  record: ['make goldens from a reference program', () => import('./marking/commands/record.js')],
  fuzz: [
    'search for inputs on which a program and a reference differ',
    async () => withContext(await import('./fuzzing/fuzz.js'), {folder: suite()}),
  ],
  report: ['write the reports of a folder of results', () => import('./marking/commands/report.js')],
  compare: ['show who gained and who lost between two runs', () => import('./marking/commands/compare.js')],
  init: [
    'make a small example assignment',
    async () =>
      withContext(await import('./marking/commands/init.js'), {template: packagePath('fixtures/starting')}),
  ],
  grade: ['compute the marks of a course from results', () => import('./marking/commands/grade.js')],
};

const NAMES = Object.keys(SUBCOMMANDS);
const NAME_WIDTH = Math.max(...NAMES.map(({length}) => length));

const HELP = `Usage: fivedice SUBCOMMAND …

${Object.entries(SUBCOMMANDS)
  .map(([name, [summary]]) => `  ${name.padEnd(NAME_WIDTH)}  ${summary}`)
  .join('\n')}

fivedice help SUBCOMMAND   the flags of one
fivedice help languages    the languages that can be marked
fivedice --version         the version
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
// If standard error fails, only the exit status reports the error.
process.stderr.on('error', () => {});
main(process.argv.slice(2)).then((status) => {
  // Standard output may have failed already.
  process.exitCode ??= status;
});

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) {
    process.stdout.write(HELP);
    // Not a success: a script may have run `fivedice $COMMAND` with an empty variable.
    return EXIT.mistake;
  }
  if (HELP_WORDS.includes(name)) return help(args[0]);
  if (name !== '--version' && name !== '-V') return run(name, args);
  process.stdout.write(`${manifest.version}\n`);
  return EXIT.passed;
}

async function help(about = 'help'): Promise<number> {
  if (about !== 'languages' && !HELP_WORDS.includes(about)) return run(about, ['--help']);
  process.stdout.write(
    about === 'languages' ? (await import('./marking/submissions/languages.js')).helpOfLanguages() : HELP,
  );
  return EXIT.passed;
}

async function run(name: string, args: readonly string[]): Promise<number> {
  const [, load] = (Object.hasOwn(SUBCOMMANDS, name) && SUBCOMMANDS[name]) || [];
  if (load !== undefined) return (await load()).main(args);
  const meant = nearestName(name, NAMES);
  const hint = meant === null ? NAMES.join(', ') : `did you mean ${meant}?`;
  complain(`no subcommand ${JSON.stringify(name)}: ${hint}`);
  return EXIT.mistake;
}

/** Passes a command the facts from outside its room. */
function withContext<Context>(
  module: {readonly main: (args: readonly string[], context: Context) => Promise<number>},
  context: Context,
): CommandModule {
  return {main: (args) => module.main(args, context)};
}
