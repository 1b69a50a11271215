/* `npm run picture`: makes the picture of the README again. */
import {writeFileSync} from 'node:fs';
import {failurePicture, PICTURE} from './support/picture.js';

writeFileSync(PICTURE, await failurePicture());
