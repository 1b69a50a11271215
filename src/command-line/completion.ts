/* Entry point of `fivedice completion`: prints the script by which a shell completes the commands and their flags. */
import {runCommand} from './command.js';
import type {Command} from './flags.js';
import {SHELL_NAMES, SHELLS, type Subcommand} from './shells.js';
import {EXIT, usageError} from './user-error.js';

/** What the caller provides. */
interface Context {
  /** Every subcommand, with its summary. */
  readonly subcommands: () => Promise<readonly Subcommand[]>;
}

export const commandWith = (): Command => ({
  name: 'completion',
  usage: SHELL_NAMES.join('|'),
  words: SHELL_NAMES,
  about: `Prints a script by which the shell completes subcommands, flags and what flags take. For bash, add this line to
    ~/.bashrc: source <(fivedice completion bash). For zsh, the same with zsh to ~/.zshrc, after compinit. For fish, to
    ~/.config/fish/config.fish: fivedice completion fish | source`,
  flags: [],
  exitStatus: '0 printed; 2 the command line was wrong; 3 the output failed.',
});

export function main(args: readonly string[], {subcommands}: Context): Promise<number> {
  return runCommand(commandWith(), args, async ({positionals, rest}) => {
    const shell = SHELL_NAMES.find((name) => name === positionals[0]);
    if (shell === undefined || positionals.length > 1 || rest !== null) {
      throw usageError(`name one shell: ${SHELL_NAMES.join(', ')}`);
    }
    process.stdout.write(SHELLS[shell](await subcommands()));
    return EXIT.passed;
  });
}
