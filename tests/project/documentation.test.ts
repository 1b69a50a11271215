/* What is true of all READMEs: every room has one, every example is run, every link leads somewhere. */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {AS_USER} from '../support/command.js';
import {examplesIn, README, READMES, ROOT, readmeAt, readmeOf, tableIn} from '../support/readme.js';
import {suite} from '../support/suite.js';

suite('every room', (test) => {
  const rooms = tableIn(readmeAt('src/README.md'), 'room').map(([room = '', , may = '']) => ({
    room: /^\[`(.+)\/`\]\(\1\/README\.md\)$/.exec(room)?.[1] ?? room,
    may: namesIn(may),
  }));

  test('is on the map, and has a README', () => {
    const folders = readdirSync(join(ROOT, 'src')).filter((name) => !name.includes('.'));
    assert.equal(rooms.map(({room}) => room).sort(), folders.sort());
    for (const {room} of rooms) assert.ok(readmeOf(room).startsWith('# '), room);
  });

  test('imports only what the map says', () => {
    for (const {room, may} of rooms) {
      assert.equal(
        importedBy(room).filter((other) => !may.includes(other)),
        [],
        room,
      );
    }
  });

  test('with inner rooms describes each of them', () => {
    const inner = readdirSync(join(ROOT, 'src/marking'), {withFileTypes: true}).filter((one) =>
      one.isDirectory(),
    );
    const described = tableIn(readmeOf('marking'), 'folder').map(([folder]) => folder);
    assert.equal(
      described.map((folder = '') => namesIn(folder)[0]).sort(),
      inner.map(({name}) => `${name}/`).sort(),
    );
  });
});

suite('every subcommand', (test) => {
  test('is in the table of exit statuses', () => {
    const command = readFileSync(join(ROOT, 'src/cli.ts'), 'utf8');
    const subcommands = [...command.matchAll(/^ {2}(\w+): \{\n {4}summary: /gm)].map(([, name]) => name);
    assert.ok(subcommands.length > 1);
    const head = /^\| status \|.*$/m.exec(readmeOf('command-line'))?.[0] ?? '';
    assert.equal(
      subcommands.filter((name = '') => !namesIn(head).includes(name)),
      [],
    );
  });
});

suite('every script', (test) => {
  test('of package.json is in the table of commands, but the one that npm runs by itself', () => {
    const {scripts} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const described = tableIn(readmeAt('src/README.md'), 'command')
      .flatMap(([commands = '']) => namesIn(commands))
      .map((command) => /^npm (?:run )?([\w:]+)/.exec(command)?.[1]);
    assert.equal([...described, 'prepare'].sort(), Object.keys(scripts).sort());
  });
});

suite('every example', (test) => {
  const names = [...READMES.values()].flatMap(examplesIn).map(({name}) => name);

  test('has a name of its own', () => {
    assert.ok(names.length > 0);
    assert.is(new Set(names).size, names.length, names.join(' '));
  });

  test('is run by a test', () => {
    const run = filesBelow('tests')
      .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bexample\(\s*'([^']+)'/g)])
      .map(([, name]) => name);
    assert.equal(
      names.filter((name) => !run.includes(name)),
      [],
    );
  });

  test('that is code names its language', () => {
    for (const [path, readme] of READMES) {
      const unmarked = readme.replace(/<!-- test: .+? -->\n```\w*\n.*?```\n/gs, '');
      const [first] = /^```(?!mermaid\b)\w+\n.*?^```\n/ms.exec(unmarked) ?? [];
      assert.is(first, undefined, path);
    }
  });
});

suite('every link', (test) => {
  const links = [...READMES].flatMap(([path, readme]) =>
    linksIn(readme).map((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      return {path, link, target, anchor};
    }),
  );

  test('leads to a file, and to an existing heading', () => {
    assert.ok(links.length > 0);
    for (const {path, link, target, anchor} of links) {
      assert.ok(existsSync(join(ROOT, target)), `${path}: ${link}`);
      if (anchor !== undefined) assert.ok(anchorsIn(readmeAt(target)).includes(anchor), `${path}: ${link}`);
    }
  });

  test('in a packaged README leads to a packaged file', async () => {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const {stdout} = await execa('npm', args, {...AS_USER, cwd: ROOT});
    const [packed] = JSON.parse(stdout) as [{files: {path: string}[]}];
    const files = packed.files.map(({path}) => path);
    const shipped = links.filter(({path}) => files.includes(path));
    assert.ok(shipped.some(({path}) => path === 'README.md'));
    const lost = shipped.filter(({target}) => !files.includes(target));
    assert.is(lost.map(({path, link}) => `${path}: ${link}`).join('\n'), '');
  });

  test('to a room: the shop window has one for each', () => {
    const rooms = [...READMES.keys()].filter((path) => path.startsWith('src/'));
    assert.equal(
      rooms.filter((path) => !linksIn(README).some((link) => link.split('#')[0] === path)),
      [],
    );
  });
});

/** Everything in backticks in a Markdown text. */
function namesIn(markdown: string): string[] {
  return [...markdown.matchAll(/`(.+?)`/g)].map(([, name = '']) => name);
}

/** What a README links to, including pictures, but not the web. */
function linksIn(readme: string): string[] {
  return [...withoutCode(readme).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link));
}

/** The anchors that git hosts give to headings. */
function anchorsIn(readme: string): string[] {
  return [...withoutCode(readme).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(readme: string): string {
  return readme.replace(/^```.*?^```\n/gms, '');
}

/** The other rooms that a room imports. */
function importedBy(room: string): string[] {
  const rooms = filesBelow(`src/${room}`).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/from '(\..+?)'/g)].map(
      ([, to = '']) => join(dirname(file), to).split('/')[1] ?? '',
    ),
  );
  return [...new Set(rooms)].filter((other) => other !== room && other !== '');
}

/** The paths of the TypeScript files in a folder. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}
