/* `npm run picture`: makes the pictures of terminals in the README again. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {PICTURES} from './support/picture.js';
import {ROOT} from './support/readme.js';

for (const [path, make] of Object.entries(PICTURES)) writeFileSync(join(ROOT, path), await make());
