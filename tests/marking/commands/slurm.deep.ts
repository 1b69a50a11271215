/* The array job of the README on Debian's Slurm, as root and as a user without rights. */
import {chownSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync} from 'node:fs';
import {delimiter, dirname, join} from 'node:path';
import * as assert from 'uvu/assert';
import {sameBytes} from '../../support/bytes.js';
import {type Finished, isRoot} from '../../support/command.js';
import {effort} from '../../support/effort.js';
import type {Report} from '../../support/marks.js';
import {type Files, type Place, withPlace} from '../../support/place.js';
import {pidsOf, processesWith, until, untilRunning} from '../../support/processes.js';
import {example, ROOT} from '../../support/readme.js';
import {withCluster} from '../../support/slurm.js';
import {suite} from '../../support/suite.js';

/** More than the class has submissions; as many as the README says only where nobody waits, and once. */
const [MANY, FEW] = [effort(200, 6), 6];

/** In seconds, as no other process has it in its command line: all cases together take longer than anybody waits for one. */
const [CANCELLED, KILLED, REQUEUED] = [`2.${process.pid}1`, `1000.${process.pid}2`, `2.${process.pid}3`];

/**
 * A submission that waits in each case, unless a gate lay beside it when the marker copied it. So it stays in the middle
 * of its cases until its task ends.
 */
const gated = (seconds: string): string =>
  `#!/bin/sh\n[ -e "\${0%/*}/gate" ] || sleep ${seconds}\necho gate\n`;

const CLASS: Files = {
  'submissions/1.sh': '#!/bin/sh\ncat\n',
  'submissions/2/main.sh': gated(CANCELLED),
  'submissions/3/main.sh': gated(KILLED),
  'submissions/4/main.sh': gated(REQUEUED),
  'submissions/5.sh': '#!/bin/sh\necho 5\n',
};
const GATES: Files = {'submissions/2/gate': '', 'submissions/3/gate': '', 'submissions/4/gate': ''};

const USERS: readonly (readonly [user: string, uid: number, parts: number])[] = isRoot
  ? [
      ['root', 0, FEW],
      ['nobody', 65534, MANY],
    ]
  : [['whoever runs the tests', process.getuid?.() ?? 0, MANY]];

suite.needs('slurm', 'bubblewrap')("Slurm's array job", (test) => {
  for (const [user, uid, parts] of USERS) {
    test(
      `of ${user} loses only what a cancelled, a killed and a requeued task were at, and the same job marks that`,
      asUser(uid, parts, async ({place, shell, prints}) => {
        const untilOver = (): Promise<void> =>
          until(async () => (await prints('squeue --noheader')) === '', 'the job is never over');
        const isMarked = (name: string): boolean =>
          existsSync(join(place.folder, 'results/submissions', name));

        const job = (await prints('sbatch --parsable job.sh')).trim();
        for (const seconds of [CANCELLED, KILLED, REQUEUED]) await untilRunning(`sleep\0${seconds}`, 1);
        await until(() => isMarked('1.sh.json') && isMarked('5.sh.json'), 'the others are never marked');
        // For the tasks that start from here on: those that run have their copies.
        place.write(GATES);
        await prints(`scancel ${job}_2 && scontrol requeue ${job}_4`);
        // A forked child has the same words for a moment.
        const markers = pidsOf(`\0--part\x003/${parts}\0`, place.folder);
        assert.ok(markers.length > 0);
        for (const pid of markers) process.kill(pid, 'SIGKILL');
        await until(() => processesWith(`sleep\0${KILLED}`).length === 0, 'its program is never ended');
        await untilOver();

        const report = 'fivedice report results --report json';
        const {complete, submissions}: Report = JSON.parse((await shell(report)).stdout);
        assert.is(complete, false);
        const unmarked = submissions.filter(({cases}) =>
          cases.every(({verdict}) => verdict === 'could-not-check'),
        );
        assert.ok(unmarked.some(({target}) => target === '3'));
        assert.equal(
          submissions.filter(
            ({target}) =>
              ['1.sh', '4', '5.sh'].includes(target) && unmarked.every((one) => one.target !== target),
          ).length,
          3,
        );
        const again = (await prints('sbatch --parsable job.sh')).trim();
        await untilOver();
        const said = (task: number): string => place.read(`slurm-${again}_${task}.out`);
        for (const task of [1, 4, 5]) assert.match(said(task), /^fivedice: reused 1 of 1 result$/m);
        for (const task of [2, 3]) assert.not.match(said(task), 'reused');

        const whole = await shell(
          'fivedice mark --all submissions --fixtures goldens --sandbox --report json',
        );
        assert.is(whole.exitCode, 1, whole.stderr);
        const same = (text: string): string => JSON.stringify({...JSON.parse(text), varying: null}, null, 2);
        sameBytes(same((await shell(report)).stdout), same(whole.stdout), 'joined');
      }),
    );
  }
});

interface Submitter {
  readonly place: Place;
  readonly shell: (line: string) => Promise<Finished>;
  readonly prints: (line: string) => Promise<string>;
}

/** A user's place on a cluster: the command, the class behind closed gates, and the job of the README in few parts. */
function asUser(
  uid: number,
  parts: number,
  use: (submitter: Submitter) => Promise<void>,
): () => Promise<void> {
  const {PATH: path = ''} = process.env;
  const mark = async (place: Place): Promise<void> => {
    cpSync(join(ROOT, 'fixtures/valuation/marking'), join(place.folder, 'goldens'), {recursive: true});
    place.write({...CLASS, 'job.sh': example('slurm').replaceAll('200', `${parts}`)});
    install(place.folder);
    const isOther = uid !== process.getuid?.();
    if (isOther) give(dirname(place.folder), uid);
    const become = isOther ? ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'] : [];
    const [command = '', ...args] = [...become, 'bash', '-c'];
    const shell = (line: string): Promise<Finished> => place.run(command, [...args, line]);
    const prints = async (line: string): Promise<string> => {
      const {stdout, stderr, exitCode} = await shell(line);
      assert.is(exitCode, 0, `${line}: ${stderr}`);
      return stdout;
    };
    await use({place, shell, prints});
  };
  return () =>
    withCluster((conf) =>
      withPlace(mark, {
        env: (folder) => ({SLURM_CONF: conf, PATH: [join(folder, 'bin'), path].join(delimiter)}),
      }),
    );
}

/** Installs as npm would: other users may not see the clone. */
function install(folder: string): void {
  for (const name of ['dist', 'fixtures', 'package.json'])
    cpSync(join(ROOT, name), join(folder, 'installed', name), {recursive: true});
  mkdirSync(join(folder, 'bin'));
  symlinkSync('../installed/dist/command/cli.js', join(folder, 'bin/fivedice'));
}

function give(folder: string, uid: number): void {
  for (const path of ['', ...readdirSync(folder, {recursive: true, encoding: 'utf8'})])
    chownSync(join(folder, path), uid, uid);
}
