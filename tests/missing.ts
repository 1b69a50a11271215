/* Prints the Debian packages of the test tools that are missing here. */
import {findMissing, packagesOf} from './support/tools.js';

console.log(packagesOf(await findMissing()));
