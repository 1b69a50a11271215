/*
 * Makes the script and the style of the HTML report, as text in a module, each with the digest by which the policy of the
 * page allows it. So they are part of the writer's own bundle, and no file must be found.
 */
import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {type BuildOptions, build} from 'esbuild';
import {replaceFile} from './replace.js';

const ROOM = join(import.meta.dirname, '../src/marking/reports/html');

export async function buildReportPage(forBrowsers: BuildOptions): Promise<void> {
  const [script, style] = await Promise.all(
    ['page/boot.ts', 'page/page.css'].map((file) => bundled(join(ROOM, file), forBrowsers)),
  );
  const constants = {
    SCRIPT: script,
    SCRIPT_DIGEST: digestOf(script),
    STYLE: style,
    STYLE_DIGEST: digestOf(style),
  };
  const lines = Object.entries(constants).map(
    ([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`,
  );
  replaceFile(join(ROOM, 'assets.ts'), `// Bundled by .build/report-page.ts.\n${lines.join('')}`);
}

/** The text of one bundle. */
export async function bundled(file: string, target: BuildOptions): Promise<string> {
  const {outputFiles} = await build({entryPoints: [file], bundle: true, write: false, ...target});
  return outputFiles[0]?.text.trim() ?? '';
}

/** As a Content Security Policy names what is allowed. */
function digestOf(text = ''): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
