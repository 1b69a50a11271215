import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {formatNotices, noticeOf, packageFolders} from '../../.build/notices.js';
import {ROOT} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

const DIST = join(ROOT, 'dist');
const SHIPPED = readFileSync(join(DIST, 'THIRD-PARTY-LICENSES.txt'), 'utf8');

/** A sentence from the end of each licence, to see that the text is complete. */
const CLOSING_WORDS = [
  'OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE',
  'ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE',
  'ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE',
  'no contributor will be liable to anyone for any damages related to this software or this license',
];

const MIT = `Copyright (c) Ada

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software …`;

suite('the licences in the package', (test) => {
  test('are those of the packages that the comments in the bundles name', () => {
    const titles = bundledFolders().map((folder) => {
      const {name, version, license} = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
      return `${name} ${version} (${license})`;
    });
    assert.ok(titles.length > 5, titles.join());
    assert.equal(
      sections().map(({title}) => title),
      titles.sort(),
    );
    const list = SHIPPED.slice(0, SHIPPED.indexOf('====')).match(/(?<=^ {2})\S.*/gm);
    assert.equal(list, titles);
  });

  test('are whole, with the names of those who hold the copyright', () => {
    for (const {title, text} of sections()) {
      const words = text.replace(/\s+/g, ' ');
      assert.ok(
        CLOSING_WORDS.some((closing) => words.toLowerCase().includes(closing.toLowerCase())),
        title,
      );
      // Blue Oak names nobody.
      assert.match(text, title.includes('BlueOak') ? /contributor/i : /copyright/i, title);
    }
  });

  test('hold every licence file word for word', () => {
    for (const folder of bundledFolders()) {
      const files = readdirSync(join(ROOT, folder)).filter((file) => /licen[cs]e/i.test(file));
      for (const file of files) {
        const text = readFileSync(join(ROOT, folder, file), 'utf8')
          .trim()
          .replaceAll('\r', '');
        assert.ok(SHIPPED.includes(text), `${folder}/${file}`);
      }
    }
  });
});

suite('a notice', (test) => {
  for (const file of [
    'LICENSE',
    'License',
    'LICENCE.txt',
    'license-mit.md',
    'COPYING',
    'README.md',
    'readme',
  ]) {
    test(`takes the licence from ${file}`, () =>
      inPackage('MIT', {[file]: MIT, 'index.js': ''}, (folder) => {
        assert.equal(noticeOf(folder), {name: 'one', version: '1.2.3', license: 'MIT', text: MIT});
      }));
  }

  test('takes all licence files, and then no README', () =>
    inPackage('MIT', {LICENSE: `${MIT}\r\n`, NOTICE: 'By Ada.\n', 'README.md': MIT}, (folder) => {
      assert.is(noticeOf(folder).text, `${MIT}\n\nBy Ada.`);
    }));

  test('is refused if the text of the licence is missing', () =>
    inPackage('MIT', {LICENSE: 'MIT', 'README.md': '## License\n\nMIT © Ada'}, (folder) => {
      assert.throws(() => noticeOf(folder), 'one 1.2.3 is bundled, and has no text of its licence, MIT');
    }));

  test('is refused if the text is another licence', () =>
    inPackage('ISC', {LICENSE: MIT}, (folder) => {
      assert.throws(() => noticeOf(folder), 'has no text of its licence, ISC');
    }));

  const FOREIGN = ['GPL-3.0-only', '(MIT OR GPL-3.0)', 'SEE LICENSE IN LICENSE', {type: 'MIT'}, undefined];
  for (const license of FOREIGN) {
    test(`is refused if the licence is ${JSON.stringify(license)}`, () =>
      inPackage(license, {LICENSE: MIT}, (folder) => {
        assert.throws(
          () => noticeOf(folder),
          `one 1.2.3 is bundled, and its licence is ${JSON.stringify(license)}: may we pass it on?`,
        );
      }));
  }
});

suite('packages in a bundle', (test) => {
  test('are found by the innermost node_modules, without duplicates, scoped or not', () => {
    const files = [
      'src/cli.ts',
      'package.json',
      'node_modules/one/index.js',
      'node_modules/one/lib/other.js',
      'node_modules/@scope/two/index.js',
      'node_modules/one/node_modules/@scope/two/index.js',
      '../../node_modules/three/index.js',
      'src/node_modules_of_ours.ts',
    ];
    assert.equal(packageFolders(files), [
      'node_modules/one',
      'node_modules/@scope/two',
      'node_modules/one/node_modules/@scope/two',
      '../../node_modules/three',
    ]);
  });

  test('are sorted by name', () => {
    const notice = (name: string) => ({name, version: '1.0.0', license: 'MIT', text: `By ${name}.`});
    const text = formatNotices([notice('two'), notice('one')]);
    assert.is(text, formatNotices([notice('one'), notice('two')]));
    assert.match(
      text,
      /\n {2}one 1\.0\.0 \(MIT\)\n {2}two 1\.0\.0 \(MIT\)\n\n=+\none 1\.0\.0 \(MIT\)\n\nBy one\.\n\n=+\ntwo /,
    );
  });
});

/**
 * The folders of the packages in the bundles, from the path that esbuild writes above the code of each file, or, where
 * the code is minified, in the list of licences at the end.
 */
function bundledFolders(): string[] {
  const bundles = readdirSync(DIST, {recursive: true, encoding: 'utf8'}).filter((file) =>
    /\.c?js$/.test(file),
  );
  const folders = bundles.flatMap((file) => {
    const [code = '', licensed = ''] = readFileSync(join(DIST, file), 'utf8').split(
      '/*! Bundled license information:\n',
    );
    return [
      ...[...code.matchAll(/^\s*\/\/ (\S*node_modules\/(?:@[^/\s]+\/)?[^/\s]+)\/\S+$/gm)].map(
        ([, folder = '']) => folder,
      ),
      ...[...licensed.matchAll(/^((?:@[^/\s]+\/)?[^/\s]+)\/\S+:$/gm)].map(
        ([, name]) => `node_modules/${name}`,
      ),
    ];
  });
  return [...new Set(folders)];
}

function sections(): {title: string; text: string}[] {
  return SHIPPED.split(/^={80}\n/m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf('\n')),
      text: section.slice(section.indexOf('\n')),
    }));
}

/** A package `one`, in a folder of its own. */
function inPackage(
  license: unknown,
  files: Readonly<Record<string, string>>,
  use: (folder: string) => void,
): Promise<void> {
  return inTemporaryFolder((folder) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({name: 'one', version: '1.2.3', license}));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    use(folder);
  });
}
