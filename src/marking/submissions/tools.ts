/*
 * The programs behind commands, and the folders that a sandbox must show for them. Shims of version managers are resolved
 * once; running a shim would resolve it at every start.
 */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {inputError} from '../../command-line/user-error.js';
import {SYSTEM} from '../../running/sandbox.js';
import {foundInPath} from '../../running/shell.js';
import {ifAllowed} from '../../system/file-errors.js';
import {isBelow, linksFrom} from '../../system/paths.js';

/** Paths that the sandbox shows, and their real paths; null without a sandbox. */
export type ShownPaths = readonly string[] | null;

interface Tool {
  readonly found: string;
  /** Path in a sandbox that shows `folders`. */
  readonly path: string;
  readonly folders: readonly string[];
}

/** Folders in which managers put one version of a toolchain. */
const TOOLCHAINS: readonly RegExp[] = [
  /^.*\/\.pyenv\/versions\/[^/]+(?=\/)/,
  /^.*\/\.rustup\/toolchains\/[^/]+(?=\/)/,
  /^.*\/\.nvm\/versions\/node\/[^/]+(?=\/)/,
  /^.*\/\.sdkman\/candidates\/[^/]+\/[^/]+(?=\/)/,
  /^.*\/\.ghcup\/ghc\/[^/]+(?=\/)/,
  /^.*\/\.local\/share\/uv\/python\/[^/]+(?=\/)/,
  /^.*\/(?:\.asdf|mise)\/installs\/[^/]+\/[^/]+(?=\/)/,
  /^.*\/(?:mini|ana)conda3(?=\/)/,
  // A package that npm installed.
  /^.*\/node_modules\/(?:@[^/]+\/)?(?!\.bin\/)[^/]+(?=\/)/,
];

/** Only ghc needs this folder of the system. */
const GHC_PACKAGES = '/var/lib/ghc';

/** Returns null if there is no such path or name. */
export function toolNamed(command: string): Tool | null {
  const found = command.includes('/') ? (existsSync(command) ? command : null) : foundInPath(command);
  if (found === null) return null;
  const links = linksFrom(behindManager(found) ?? found);
  const needed = basename(found) === 'ghc' && existsSync(GHC_PACKAGES) ? [GHC_PACKAGES] : [];
  const folders = [...links.flatMap(toolchainsOf), ...needed];
  const path = links.find((link) => isBelowAny(link, [...SYSTEM, ...folders])) ?? links[0] ?? found;
  return {found, path, folders: [...new Set(folders)]};
}

export function isBelowAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isBelow(path, folder));
}

function toolchainsOf(path: string): string[] {
  const environment = dirname(dirname(path));
  const found = TOOLCHAINS.map((one) => one.exec(path)?.[0]);
  const own = existsSync(join(environment, 'pyvenv.cfg')) ? [environment] : [];
  return [...own, ...found.filter((folder) => folder !== undefined)];
}

/** Resolves the shim of a version manager; null if the path is not a shim. */
function behindManager(path: string): string | null {
  const name = basename(path);
  const folder = dirname(path);
  const {PYENV_VERSION, RUSTUP_HOME, RUSTUP_TOOLCHAIN} = process.env;
  if (folder.endsWith('/.pyenv/shims')) {
    const root = dirname(folder);
    const versions = (PYENV_VERSION ?? textOf(join(root, 'version'))).split(/[\s:]+/);
    return programIn(join(root, 'versions'), versions, name);
  }
  if (folder.endsWith('/.cargo/bin') && existsSync(join(folder, 'rustup'))) {
    const root = RUSTUP_HOME ?? join(dirname(dirname(folder)), '.rustup');
    const set = /^default_toolchain *= *"([^"\n]+)"/m.exec(textOf(join(root, 'settings.toml')))?.[1];
    return programIn(join(root, 'toolchains'), [RUSTUP_TOOLCHAIN ?? set ?? ''], name);
  }
  return null;
}

/** Returns the program of the first version that has it. Versions may be partial: `3.12`, `stable`. */
function programIn(folder: string, versions: readonly string[], name: string): string | null {
  const installed = (ifAllowed(() => readdirSync(folder)) ?? []).sort(
    new Intl.Collator('en', {numeric: true}).compare,
  );
  for (const version of versions.filter((one) => one !== '')) {
    const isMeant = (one: string): boolean =>
      one === version || one.startsWith(`${version}.`) || one.startsWith(`${version}-`);
    const programs = installed.filter(isMeant).map((one) => join(folder, one, 'bin', name));
    const program = programs.filter((one) => existsSync(one)).at(-1);
    if (program !== undefined) return program;
  }
  return null;
}

function textOf(file: string): string {
  return ifAllowed(() => readFileSync(file, 'utf8')) ?? '';
}

/** Returns the words of a first line such as `#!/usr/bin/env python3`; null if there is none. */
export function interpreterIn(start: Buffer): readonly string[] | null {
  const [line = ''] = start.toString('utf8').split('\n', 1);
  const words = line.startsWith('#!') ? line.slice(2).trim() : '';
  if (words === '') return null;
  const [first = '', ...rest] = words.split(/\s+/);
  if (basename(first) !== 'env' || rest.length === 0) return [first, ...rest];
  return rest[0] === '-S' ? rest.slice(1) : rest;
}

/** Splits a command line at spaces outside of quotes. @throws UserError if a quote is not closed */
export function wordsOf(line: string): string[] {
  if (!/^(?:[^'"]|'[^']*'|"[^"]*")*$/.test(line)) throw inputError(`${line}: a quote is not closed`);
  const words = line.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}
