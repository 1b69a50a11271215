import {readFileSync} from 'node:fs';
import {join} from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
export const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** The code block that the README marks with `<!-- test: NAME -->`. */
export function example(name: string): string {
  const block = new RegExp(`<!-- test: ${name} -->\n\`\`\`\\w*\n(.*?)\`\`\`\n`, 's').exec(README)?.[1];
  if (block === undefined) throw new Error(`README.md has no example ${name}`);
  return block;
}

/** The commands, each a line, of the README's section "Two commands". */
export function twoCommands(): readonly string[] {
  const section = README.split('\n## ').find((text) => text.startsWith('Two commands\n')) ?? '';
  return [...section.matchAll(/```sh\n(.+)\n```\n/g)].map((match) => match[1] ?? '');
}
