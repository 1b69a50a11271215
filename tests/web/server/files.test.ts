/* The files of the page, as a browser gets them. */
import * as assert from 'uvu/assert';
import {answerOf, readSite} from '../../../src/web/server/files.js';
import {inPlace} from '../../support/place.js';
import {requestText} from '../../support/requests.js';
import {PAGE, suiteAtServer} from '../../support/served.js';

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
