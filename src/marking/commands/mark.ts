/* Entry point of `fivedice mark`. Only marking loads `marking.ts`: the help takes no time. */
import {runCommand} from '../../command-line/command.js';
import type {Command} from '../../command-line/flags.js';
import type {Context} from './mark/marking.js';
import {REPORT_FLAGS, RUN_FLAGS, TOLERATE_FLAG} from './shared/flags.js';

const commandWith = ({name, title, mild, program}: Context): Command => ({
  name: 'mark',
  usage: 'TARGET … | --all CLASS | -- COMMAND …',
  about: `Runs programs on every case in a folder and compares what they print, byte for byte. A TARGET is an executable,
    a file in one of the languages that fivedice help languages lists, or a folder with one of these. A case is NAME.in
    and NAME.out, and optionally NAME.alt.out, NAME.err, NAME.status and a folder NAME.files.`,
  // biome-ignore format: a table
  flags: [
    {name: 'fixtures', takes: 'DIR', help: `the cases; ${name} is ${title}, and the default for a program called ${program}, or a folder with it; ${mild.name} adds --tolerate '${mild.tolerance}', as the course compared`},
    {name: 'all', takes: 'CLASS', help: 'mark every submission in a folder or an archive, such as the export of a learning system'},
    {name: 'list', help: 'only show who handed in what, which program was found, and how it would be compiled and run'},
    {name: 'case', takes: 'NAME', many: true, help: 'mark only these cases: a name, a part of one, a folder, or a number in reports'},
    TOLERATE_FLAG,
    {name: 'jobs', short: 'j', takes: 'N', help: 'how many programs to run at once (one per core)'},
    {name: 'results', takes: 'DIR', help: 'keep the results in this folder, and mark only what has changed since'},
    {name: 'again', help: 'mark everything again, whatever the folder of results holds'},
    {name: 'part', takes: 'I/N', help: 'mark only part I of N of the class: several machines can fill one folder of results'},
    {name: 'fail-fast', help: "skip the cases after a submission's first failure"},
    ...RUN_FLAGS,
    ...REPORT_FLAGS,
  ],
  exitStatus: `0 all passed; 1 some did not; 2 the command line or the fixtures were wrong; 3 a case could not be
    checked, through no fault of a program.`,
  needsLinux: true,
});

export function main(args: readonly string[], context: Context): Promise<number> {
  return runCommand(commandWith(context), args, async (given) =>
    (await import('./mark/marking.js')).markFrom(given, context),
  );
}
