/* `npm run picture`: redraws the README's pictures of terminals. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {PICTURES} from './support/picture.js';
import {ROOT} from './support/readme.js';

for (const [path, make] of Object.entries(PICTURES)) writeFileSync(join(ROOT, path), await make());
