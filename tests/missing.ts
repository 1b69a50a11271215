/* Prints the Debian packages of the tools that the tests need and that do not work here. */
import {findMissing, packagesOf} from './support/tools.js';

console.log(packagesOf(await findMissing()));
