/* A command that uses the files of the game: one that cannot be used is a mistake of whoever named it. */
import {runCommand} from '../command-line/command.js';
import type {Command, Given} from '../command-line/flags.js';
import {inputError} from '../command-line/user-error.js';
import {UnusableFile} from '../keeping/unusable-file.js';

/** Runs a command; gives its exit status. Never throws. */
export function runWithFiles(
  command: Command,
  args: readonly string[],
  run: (given: Given) => number | Promise<number>,
): Promise<number> {
  return runCommand(command, args, async (given) => {
    try {
      return await run(given);
    } catch (error) {
      throw error instanceof UnusableFile ? inputError(error.message) : error;
    }
  });
}
