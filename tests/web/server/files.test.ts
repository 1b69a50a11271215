/* The files of the page, as a browser gets them. */
import {createHash} from 'node:crypto';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import * as assert from 'uvu/assert';
import {answerOf, readSite} from '../../../src/web/server/files.js';
import {inPlace} from '../../support/place.js';
import {requestText} from '../../support/requests.js';
import {PAGE, suiteAtServer} from '../../support/served.js';

/** Values of `Accept-Encoding`, hostile ones too, and the encoding that they get. */
const ACCEPTED: readonly (readonly [string, 'br' | 'gzip' | undefined])[] = [
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['br ; q=0.001', 'br'],
  ['', undefined],
  ['identity;q=0', undefined],
  ['br;q=0.000,gzip;q=0', undefined],
  ['br;q=2, gzip;q=-1', undefined],
  ['br;q=', undefined],
  ['abr, brr, b r, constructor, __proto__', undefined],
  [`${','.repeat(8000)};;;=`, undefined],
];

suiteAtServer('a file of the page', (atServer, test) => {
  atServer('is served with its type, its tag and its length; the index is / too', async (serve) => {
    const {port, gets, sends} = await serve();
    for (const [path, text, type] of [
      ['/', PAGE['index.html'], 'text/html; charset=utf-8'],
      ['/index.html', PAGE['index.html'], 'text/html; charset=utf-8'],
      ['/page.js?v=2', PAGE['page.js'], 'text/javascript; charset=utf-8'],
    ] as const) {
      const {status, headers, body} = await gets(path);
      assert.equal([status, body], [200, text]);
      const {etag, ...others} = headers;
      assert.is(others['content-type'], type);
      assert.is(others['cache-control'], 'no-cache');
      const head = await sends(requestText(port, {method: 'HEAD', path}));
      assert.equal([head.status, head.body, {...head.headers, date: ''}], [200, '', {...headers, date: ''}]);
      const again = await sends(
        requestText(port, {method: 'GET', path, headers: {'If-None-Match': `"old", W/${etag}`}}),
      );
      const {etag: same} = again.headers;
      assert.equal([again.status, again.body, same], [304, '', etag]);
    }
    const other = {method: 'GET', path: '/', headers: {'If-None-Match': '"old"'}};
    assert.is((await sends(requestText(port, other))).status, 200);
  });

  const SITE = {
    'a.js': 'x'.repeat(99),
    'a.js.br': brotliCompressSync('x'.repeat(99)),
    'a.js.gz': gzipSync('x'.repeat(99)),
    'b.gz': 'nothing stands beside it',
  };

  test(
    'goes out in the best encoding that is accepted, with a tag of its own',
    inPlace(async ({folder, write}) => {
      write(SITE);
      const site = readSite(folder);
      assert.equal([...site.keys()], ['/a.js', '/b.gz']);
      const tags = new Set<string | undefined>();
      for (const [accepted, encoding] of ACCEPTED) {
        const asked = {'accept-encoding': accepted};
        const {status, headers, body} = answerOf(site, '/a.js', asked);
        const {'content-encoding': given, vary, etag = ''} = headers;
        assert.equal([status, given, vary], [200, encoding, 'Accept-Encoding'], accepted);
        const ending = encoding === undefined ? '' : encoding === 'br' ? '.br' : '.gz';
        assert.equal(Buffer.from(body ?? ''), Buffer.from(SITE[`a.js${ending}`]), accepted);
        const again = answerOf(site, '/a.js', {...asked, 'if-none-match': etag});
        const {'content-encoding': _, ...kept} = headers;
        assert.equal(again, {status: 304, headers: kept, body: null});
        tags.add(etag);
      }
      assert.is(tags.size, 3);
      const {vary} = answerOf(site, '/b.gz', {'accept-encoding': 'br'}).headers;
      assert.is(vary, undefined);
    }),
  );

  test(
    'may run and show what is in its own text, and nothing else that is inlined',
    inPlace(async ({folder, write}) => {
      write({
        'index.html': '<style>a{}</style><script>1</script><script src="x"></script>',
        'x.svg': '<style>',
      });
      const digest = (text: string): string => createHash('sha256').update(text).digest('base64');
      const policy = `${answerOf(readSite(folder), '/', {}).headers['content-security-policy']}`;
      assert.ok(policy.includes(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${digest('1')}'; `), policy);
      assert.ok(policy.includes(`style-src 'self' 'sha256-${digest('a{}')}'; `), policy);
      assert.not(policy.includes('unsafe-inline'));
    }),
  );

  test(
    'has the type of its ending; what is unknown is only bytes',
    inPlace(async ({folder, write}) => {
      const types = {
        'a.css': 'text/css; charset=utf-8',
        'b/c.svg': 'image/svg+xml; charset=utf-8',
        'd.webmanifest': 'application/manifest+json',
        'e.png': 'image/png',
        'f.sh': 'application/octet-stream',
        g: 'application/octet-stream',
      };
      write(Object.fromEntries(Object.keys(types).map((name) => [name, name])));
      const site = readSite(folder);
      for (const [name, type] of Object.entries(types))
        assert.is(answerOf(site, `/${name}`, {}).headers['content-type'], type);
      assert.is(site.size, 6);
      assert.ok(!site.has('/'));
    }),
  );
});
