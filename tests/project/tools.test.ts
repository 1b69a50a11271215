/* What a run does where tools are missing. A tool is missing where its command is not on the `PATH`, or does not work. */
import {chmodSync, readFileSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {bundled} from '../support/bundled.js';
import {judge} from '../support/checks.js';
import {userEnvironment} from '../support/command.js';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';
import {
  MISSING,
  openToolbox,
  pathWith,
  TOOL_NAMES,
  TOOLBOX,
  TOOLS,
  type ToolName,
  toolsFor,
  whyMissing,
  works,
} from '../support/tools.js';

// So that this file is the same when it is run alone.
const {[TOOLBOX]: toolbox = openToolbox()} = process.env;
process.env[TOOLBOX] = toolbox;

/** The tools that can be hidden here, because they are there. */
const THERE = TOOL_NAMES.filter(works);

/** The environment of one who types `npm test` where only these tools are. */
function environmentWith(tools: readonly ToolName[]): NodeJS.ProcessEnv {
  const {[TOOLBOX]: _, [MISSING]: __, CI: ___, ...env} = userEnvironment();
  return {...env, PATH: pathWith(toolbox, tools)};
}

const support = await bundled('suite', 'temporary-folder', 'tools');

/** A test file with a check for each of two tools, which uses it, one for both, and one for none. */
function sample(one: ToolName, other: ToolName): string {
  return `
    import {execaSync} from '${import.meta.resolve('execa')}';
    import {suite} from '${support('suite')}';
    import {inTemporaryFolder} from '${support('temporary-folder')}';
    import {TOOLS} from '${support('tools')}';
    const use = (tool) => () => inTemporaryFolder((cwd) => {
      execaSync('bash', ['-c', TOOLS[tool].probe], {cwd, stdin: 'ignore'});
    });
    suite.needs('${one}')('some', (test) => {
      test('with ${one}', use('${one}'));
      test.needs('${other}')('with both', use('${one}'));
    });
    suite('others', (test) => {
      test.needs('${other}')('with ${other}', use('${other}'));
      test('with none', () => {});
    });
  `;
}

/** Runs that file where only these tools are. */
function runSample(tools: readonly ToolName[], one: ToolName, other: ToolName) {
  return inTemporaryFolder(async (folder) => {
    const file = join(folder, 'sample.test.mjs');
    writeFileSync(file, sample(one, other));
    const env = environmentWith(tools);
    const {stdout, exitCode} = await execa('node', [file], {env, extendEnv: false, reject: false});
    const {passed, failed, skipped} = judge(`${stdout}\n`, exitCode, 'totals', TOOL_NAMES);
    return {passed, failed, skipped, said: stdout.match(/^skipped .*/gm)};
  });
}

suite('where a tool is hidden from the PATH', (test) => {
  for (const hidden of THERE) {
    const others = THERE.filter((tool) => tool !== hidden);
    const other = others.at(-1);
    if (other === undefined) continue;
    test(`${hidden}: what needs it is skipped and says so, and all else passes`, async () => {
      assert.equal(await runSample(others, hidden, other), {
        passed: 2,
        failed: 0,
        skipped: 2,
        said: [
          `skipped for want of ${hidden}: some: with ${hidden}`,
          `skipped for want of ${hidden}: some: with both`,
        ],
      });
    });
  }

  test('all of them: what needs none passes', async () => {
    assert.equal(await runSample([], 'gcc', 'make'), {
      passed: 1,
      failed: 0,
      skipped: 3,
      said: [
        'skipped for want of gcc: some: with gcc',
        'skipped for want of gcc, make: some: with both',
        'skipped for want of make: others: with make',
      ],
    });
  });
});

suite('a tool', (test) => {
  // What all other checks rest on: they would fail if they used a tool that they do not name.
  const inSight = async (): Promise<ToolName[]> => {
    const whys = await Promise.all(TOOL_NAMES.map(async (name) => ({name, why: await whyMissing(name)})));
    return whys.filter(({why}) => why === null).map(({name}) => name);
  };
  for (const name of TOOL_NAMES) {
    test.needs(name)(`${name} is in sight of a check that names it, and no other is`, async () => {
      assert.equal(await inSight(), [name]);
    });
  }

  test('is not in sight of a check that names none', async () => {
    assert.equal(await inSight(), []);
  });

  test('that is there and does not work is missing, and its own words say why', () =>
    inTemporaryFolder(async (folder) => {
      const said = 'bwrap: No permissions to create new namespace';
      writeFileSync(join(folder, 'bwrap'), `#!/bin/sh\necho warning\necho '${said}' >&2\nexit 1\n`);
      chmodSync(join(folder, 'bwrap'), 0o755);
      Object.assign(process.env, {PATH: [folder, pathWith(toolbox, [])].join(delimiter)});
      assert.is(await whyMissing('bubblewrap'), said);
    }));

  test('that runs a program is known by its source', () => {
    const sources = ['a.c', 'a.py', 'a.js', 'a.sh', 'a', 'c'];
    assert.equal(sources.map(toolsFor), [['gcc'], ['python3'], [], [], [], []]);
  });
});

suite('the commands', (test) => {
  test('run on the Node that the run names', () =>
    inTemporaryFolder(async (folder) => {
      const node = join(folder, 'other');
      writeFileSync(node, '#!/bin/sh\necho v0.0.0\n');
      chmodSync(node, 0o755);
      const env = {PATH: pathWith(openToolbox(node), [])};
      const {stdout} = await execa('env', ['node', '--version'], {env});
      assert.is(stdout, 'v0.0.0');
    }));
});

suite('where CI is set', (test) => {
  test('a run without the tools fails before the build, and ends with the line that installs them', async () => {
    const {stdout, exitCode} = await execa('node', ['--import', 'tsx', 'tests/run.ts'], {
      cwd: ROOT,
      env: {...environmentWith([]), CI: 'true'},
      extendEnv: false,
      reject: false,
    });
    const lines = stdout.split('\n');
    assert.is(lines.length, TOOL_NAMES.length + 2);
    for (const [index, name] of TOOL_NAMES.entries()) {
      const {command, proves} = TOOLS[name];
      const why = `bash: line 1: ${command}: command not found`;
      assert.is(lines[index], `${name} does not work here, so nothing shows ${proves}: ${why}`);
    }
    assert.equal(lines.slice(-2), [
      `0 passed, ${TOOL_NAMES.length} failed, 0 skipped`,
      'apt-get install gcc libc6-dev python3 bubblewrap bsdutils make parallel perl libxml2-utils slurm-wlm munge zsh fish chromium',
    ]);
    assert.is(exitCode, 1);
  });

  test('the machine is given the tools of the table', async () => {
    const {stdout} = await execa('node', ['--import', 'tsx', 'tests/missing.ts'], {
      cwd: ROOT,
      env: environmentWith(THERE.filter((name) => name !== 'gcc' && name !== 'prove')),
      extendEnv: false,
    });
    const missing = TOOL_NAMES.filter((name) => name === 'gcc' || name === 'prove' || !works(name));
    assert.is(stdout, missing.map((name) => TOOLS[name].packages).join(' '));
    assert.match(readFileSync(join(ROOT, '.ci/run'), 'utf8'), 'tests/missing.ts');
  });
});
