/*
 * The one wrapper around all commands: parses the flags, prints the help, and turns every error into a
 * message and an exit status.
 */

import {type Command, type Given, helpOf, parseFlags} from './flags.js';
import {complain, EXIT, inputError, messageOf, troubleError, UserError} from './user-error.js';

/**
 * Runs a command and returns its exit status. Never throws.
 *
 * @param Mistake errors that say what is wrong with a file that the user named
 */
export async function runCommand(
  command: Command,
  args: readonly string[],
  run: (given: Given) => number | Promise<number>,
  Mistake?: new (message: string) => Error,
): Promise<number> {
  try {
    const given = parseFlags(command, args);
    if (given.has('help')) {
      process.stdout.write(helpOf(command));
      return EXIT.passed;
    }
    if (command.needsLinux && process.platform !== 'linux') {
      throw troubleError(
        `${command.name} works on Linux only, where /proc shows what programs do; this system is ${process.platform}`,
      );
    }
    return await run(given);
  } catch (error) {
    const isMistake = Mistake !== undefined && error instanceof Mistake;
    return explain(isMistake ? inputError(error.message) : error, command.name);
  }
}

/** Prints what went wrong and returns the exit status for it. */
function explain(error: unknown, name: string): number {
  if (error instanceof UserError) {
    const isUsage = error.kind === 'command-line';
    complain(isUsage ? `${name}: ${error.message}\nfivedice ${name} --help lists the flags` : error.message);
    return error.exitStatus;
  }
  // An error from the system, such as a full disk, is not a bug.
  if (error instanceof Error && 'syscall' in error) complain(error.message);
  else complain(`a bug in fivedice, not a mistake of yours: ${stackOf(error)}`);
  return EXIT.trouble;
}

function stackOf(error: unknown): string {
  return error instanceof Error && error.stack !== undefined ? error.stack : messageOf(error);
}
