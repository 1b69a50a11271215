/* The wrapper around every command: reads the flags, prints the help, turns errors into messages and exit statuses. */
import {UnusableFile} from '../system/file-errors.js';
import {type Command, helpOf, type ParsedFlags, parseFlags} from './flags.js';
import {complain, EXIT, inputError, isUserError, messageOf, troubleError} from './user-error.js';

/** Runs a command and returns its exit status. Never throws. */
export async function runCommand(
  command: Command,
  args: readonly string[],
  run: (flags: ParsedFlags) => number | Promise<number>,
): Promise<number> {
  try {
    const flags = parseFlags(command, args);
    if (flags.has('help')) {
      process.stdout.write(helpOf(command));
      return EXIT.passed;
    }
    if (command.needsLinux && process.platform !== 'linux') {
      throw troubleError(
        `${command.name} watches programs through /proc: it needs Linux, and this is ${process.platform}`,
      );
    }
    return await run(flags);
  } catch (error) {
    return report(error instanceof UnusableFile ? inputError(error.message) : error, command.name);
  }
}

function report(error: unknown, name: string): number {
  if (isUserError(error)) {
    const {message, isUsage, exitStatus} = error;
    complain(isUsage ? `${name}: ${message}\nfivedice ${name} --help lists the flags` : message);
    return exitStatus;
  }
  // A system error, such as a full disk, is not a bug.
  if (error instanceof Error && 'syscall' in error) complain(error.message);
  else complain(`this is a bug in fivedice: ${(error instanceof Error && error.stack) || messageOf(error)}`);
  return EXIT.trouble;
}

export function printLines(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
