/* What a command says of a wrong command line. */
import * as assert from 'uvu/assert';
import {inProcess} from './door.js';
import {suite} from './suite.js';

/** A suite of the command lines that a command refuses, each with the message. */
export function usageOf(
  command: string,
  refused: readonly (readonly [line: string, message: string])[],
): void {
  suite(`${command} refuses`, (test) => {
    for (const [line, message] of refused) {
      test(
        line,
        inProcess(async ({fivedice}) => {
          const stderr = `fivedice: ${command}: ${message}\nfivedice ${command} --help lists the flags\n`;
          const said = {stdout: '', stderr: Buffer.from(stderr).toString('latin1'), exitCode: 2};
          assert.equal(await fivedice(command, ...line.split(' ')), said);
        }),
      );
    }
  });
}
