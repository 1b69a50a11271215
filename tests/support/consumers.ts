/* The consumers of the reports: their own tools, or a second implementation of their rules. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import {AS_USER} from './command.js';
import {FIXTURES} from './marks.js';
import {inTemporaryFolder} from './temporary-folder.js';

/** Shows a text on one line as reports do, implemented in another way. */
export function plain(text: string): string {
  const NAMES: Readonly<Record<string, string>> = {'\n': '⏎', '\r': '␍', '\t': '⇥', '\x7f': '␡'};
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const unseen = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]$/u.test(character);
    if (!unseen) return character;
    return NAMES[character] ?? (code < 32 ? String.fromCharCode(0x2400 + code) : `\\u{${code.toString(16)}}`);
  }).join('');
}

/** Returns the message of `xmllint` on a report and the schema of Jenkins. */
export function xmllint(report: string): Promise<string> {
  return inTemporaryFolder(async (cwd) => {
    writeFileSync(join(cwd, 'report.xml'), report);
    const schema = join(FIXTURES, 'junit-4.xsd');
    const {all} = await execa('xmllint', ['--noout', '--schema', schema, 'report.xml'], {
      ...AS_USER,
      cwd,
      all: true,
      reject: false,
    });
    return all;
  });
}

export interface Command {
  readonly name: string;
  readonly title: string | undefined;
  readonly message: string;
}

/**
 * Returns the commands that GitHub's runner obeys in the output of a step, and the text that it shows. Written
 * after `ActionCommand` and `ActionCommandManager` in actions/runner.
 */
export function run(log: string): {commands: Command[]; shown: string} {
  const names = 'error warning notice debug group endgroup add-mask set-output stop-commands';
  const known = new Set(names.split(' '));
  const commands: Command[] = [];
  const shown: string[] = [];
  let token: string | undefined;
  for (const line of log.split('\n')) {
    const command = newCommand(line, known) ?? oldCommand(line, known);
    if (command === undefined || (token !== undefined && command.name.toLowerCase() !== token)) {
      shown.push(line);
      continue;
    }
    commands.push(command);
    if (token !== undefined) {
      known.delete(token);
      token = undefined;
    } else if (command.name === 'stop-commands') {
      token = command.message;
      known.add(token);
    }
  }
  return {commands, shown: shown.join('\n')};
}

function newCommand(line: string, known: ReadonlySet<string>): Command | undefined {
  const [, name = '', properties = '', message = ''] =
    /^::([^ ]*?)(?: (.*?))?::(.*)$/.exec(line.trimStart()) ?? [];
  if (!known.has(name.toLowerCase())) return undefined;
  const title = properties
    .split(',')
    .map((pair) => pair.split(/=(.*)/s))
    .find(([key]) => key === 'title')?.[1];
  return {
    name,
    title: title === undefined ? undefined : unescaped(title, ['%0D', '%0A', '%3A', '%2C', '%25']),
    message: unescaped(message, ['%0D', '%0A', '%25']),
  };
}

function oldCommand(line: string, known: ReadonlySet<string>): Command | undefined {
  const [, name = '', message = ''] = /##\[([^\] ]*)[^\]]*\](.*)/.exec(line) ?? [];
  return known.has(name.toLowerCase()) ? {name, title: undefined, message} : undefined;
}

function unescaped(text: string, escapes: readonly string[]): string {
  return escapes.reduce((done, one) => done.replaceAll(one, decodeURIComponent(one)), text);
}

/** Parses CSV as described in RFC 4180. */
export function parseCsv(text: string): string[][] {
  return text
    .split('\r\n')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)].map(
        ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
      ),
    );
}
