/*
 * The page's Content-Security-Policy: its own files, and the inline styles and scripts whose digests it lists. The build
 * writes it into the page, for any web server. Our server sends it too: a worker obeys the header of its script alone.
 */
import {createHash} from 'node:crypto';

/** @param page HTML whose inline `style` and `script` elements have no attributes */
export function policyOf(page: string): string {
  const policy = {
    'default-src': "'none'",
    'script-src': `'self' 'wasm-unsafe-eval'${digestsOf('script', page)}`,
    'style-src': `'self'${digestsOf('style', page)}`,
    'img-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
  };
  return Object.entries(policy)
    .map((directive) => directive.join(' '))
    .join('; ');
}

function digestsOf(element: string, page: string): string {
  const texts = [...page.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))];
  return texts
    .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join('');
}
