import {randomInt} from 'node:crypto';
import * as assert from 'uvu/assert';
import {FIVEDICE} from '../../support/command.js';
import {suiteInProcess} from '../../support/door.js';
import {ECHO, WRONG} from '../../support/marked.js';
import {suiteInPlace} from '../../support/place.js';
import {processesWith, untilRunning} from '../../support/processes.js';
import {CTRL_C, onTerminal, type Person} from '../../support/terminal.js';

suiteInProcess.needs('script')('on a terminal', (test) => {
  const BARS = /(?:\r\[[#.]{24}\] \d of 1 submission[^\r]*)+\r +\r/;
  // Long enough for a bar.
  const slow = WRONG.replace('sed', 'sleep 1; sed');
  // Each row: what comes before and after the command, and whether there are a progress bar and colours.
  const lines: readonly [before: string, behind: string, hasBar: boolean, hasColour: boolean][] = [
    ['', '', true, true],
    ['FORCE_COLOR=1', '| cat', true, true],
    ['', '2> /dev/null | cat', false, false],
  ];
  for (const [before, behind, hasBar, hasColour] of lines) {
    test(`${before} … ${behind}: bar ${hasBar}, colours ${hasColour}`, async ({
      folder: cwd,
      env,
      write,
      fivedice,
    }) => {
      write({...ECHO, 'wrong.sh': hasBar ? slow : WRONG});
      const args = ['mark', '--no-sandbox', '--fixtures', 'cases', '-j', '1', 'wrong.sh'];
      const {stdout: plain} = await fivedice(...args);
      const line = `stty -onlcr; env -u NO_COLOR -u FORCE_COLOR TERM=xterm ${before} "$FIVEDICE" ${args.join(' ')} ${behind}`;
      const {shown} = await onTerminal(line, async () => {}, {cwd, env});
      const text = hasBar ? shown.replace(BARS, '') : shown;
      assert.is(BARS.test(shown), hasBar, JSON.stringify(shown));
      assert.is(text.includes('\x1b[31m') && text.includes('\x1b[32m'), hasColour);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the codes for colours
      assert.is(text.replace(/\x1b\[\d*m/g, ''), plain);
    });
  }
});

suiteInPlace('interrupted, it leaves nothing behind, and reports what it knows', (test) => {
  const waiting = (seconds: string): string =>
    `#!/bin/sh\nsleep ${seconds} & setsid sleep ${seconds} & env -i sleep ${seconds} & trap "" TERM INT\nsleep ${seconds}\n`;
  const signals: readonly [signal: 'SIGTERM' | 'SIGHUP', args: string[], count: number][] = [
    ['SIGTERM', ['--no-sandbox', '-j', '2', 'wait.sh'], 8],
    ['SIGHUP', ['--no-sandbox', '-j', '1', 'wait.sh'], 4],
    ['SIGTERM', ['--sandbox', '-j', '1', 'wait.sh'], 4],
    ['SIGTERM', ['--no-sandbox', 'wait.sh', '--compile', 'sh {source} {program}'], 4],
  ];
  for (const [signal, args, count] of signals) {
    test.needs(...(args.includes('--sandbox') ? ['bubblewrap' as const] : []))(
      `by ${signal}: ${args.join(' ')}`,
      async ({write, read, open}) => {
        // No other process has this in its command line.
        const seconds = `600.${randomInt(1e12)}`;
        write({...ECHO, 'wait.sh': waiting(seconds)});
        const flags = ['--fixtures', 'cases', '--wall', '600', '--results', 'r', '--report', 'csv:marks.csv'];
        const marker = open(FIVEDICE, ['mark', ...flags, ...args]);
        await untilRunning(seconds, count);
        const {exitCode, stdout, stderr} = await marker.ends(signal);
        const told = `fivedice: the run ended early: ${signal}; the same command continues it\n`;
        assert.equal({exitCode, stderr}, {exitCode: 3, stderr: told});
        assert.match(stdout, `could not check: the run ended early: ${signal}\n`);
        assert.match(stdout, '\nINCOMPLETE, 0/3 points, 0 of 3 cases passed, 3 could not be checked, ');
        assert.not.match(stdout, "the marker's fault");
        assert.match(read('marks.csv'), '\r\nwait.sh,0 could-not-check,3,could-not-check,');
        assert.equal(processesWith(seconds), []);
      },
    );
  }

  test.needs('script')('by Ctrl-C on a terminal', async ({folder: cwd, env, write}) => {
    const seconds = `600.${randomInt(1e12)}`;
    write({...ECHO, 'wait.sh': waiting(seconds)});
    const line = 'exec "$FIVEDICE" mark --no-sandbox --fixtures cases --wall 600 -j 2 wait.sh';
    const interrupt: Person = async ({types}) => {
      await untilRunning(seconds, 8);
      types(CTRL_C);
    };
    const {exitCode, shown} = await onTerminal(line, interrupt, {cwd, env});
    assert.is(exitCode, 3);
    assert.match(shown, /INCOMPLETE, .*\r\nfivedice: the run ended early: SIGINT\r\n$/);
    assert.equal(processesWith(seconds), []);
  });
});

suiteInPlace('streams', (test) => {
  test('a full disk for one report does not stop the others', async ({write, fivedice, read}) => {
    write(ECHO);
    const reports = ['--report', 'json:/dev/full', '--report', 'csv:new/folder/marks.csv'];
    const mark = ['mark', '--no-sandbox', '--fixtures', 'cases', ...reports, '--', 'cat'];
    const {stdout, stderr, exitCode} = await fivedice(...mark);
    assert.match(stdout, '\n3/3 points, 3 of 3 cases passed, sandbox off\n');
    assert.is(
      read('new/folder/marks.csv'),
      'submission,points,maxPoints,a,b,c,id,email,group,folder,submitted,program\r\ncat,3,3,pass,pass,pass,,,,,,\r\n',
    );
    assert.is(stderr, 'fivedice: the report /dev/full: ENOSPC: no space left on device, write\n');
    assert.is(exitCode, 3);
  });
});
