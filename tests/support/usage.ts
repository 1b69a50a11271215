/* What a command says of a wrong command line. */
import * as assert from 'uvu/assert';
import {inProcess} from './door.js';
import {suite} from './suite.js';

/** A suite of what a command refuses: what it is, the command line, the message. */
export function usageOf(
  command: string,
  refused: readonly (readonly [what: string, args: readonly string[], message: string])[],
): void {
  suite(`${command} refuses`, (test) => {
    for (const [what, args, message] of refused) {
      test(
        what,
        inProcess(async ({fivedice}) => {
          assert.equal(await fivedice(command, ...args), {
            stdout: '',
            stderr: Buffer.from(
              `fivedice: ${command}: ${message}\nfivedice ${command} --help lists the flags\n`,
            ).toString('latin1'),
            exitCode: 2,
          });
        }),
      );
    }
  });
}
