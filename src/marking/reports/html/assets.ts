/* The bundled script and style of the pages, each with the digest by which a page's policy allows it. */
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {packagePath} from '../../../system/paths.js';

export interface Asset {
  readonly text: string;
  /** As a Content Security Policy names what it allows. */
  readonly digest: string;
}

export function readAsset(name: 'boot.js' | 'page.css'): Asset {
  const text = readFileSync(packagePath(`dist/report/${name}`), 'utf8').trim();
  return {text, digest: `sha256-${createHash('sha256').update(text).digest('base64')}`};
}
