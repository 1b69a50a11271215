/*
 * The programs behind the names of commands, and the folders that a sandbox must show for them. Version managers put a
 * program of their own into `PATH`, which looks for the right version at every start; it is looked for once, here.
 */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {SYSTEM} from '../../running/sandbox.js';
import {foundInPath} from '../../running/shell.js';
import {ifAllowed} from '../../system/file-errors.js';
import {isBelow, linksFrom} from '../../system/paths.js';

/** A program that a command stands for. */
export interface Tool {
  /** Path at which a sandbox that shows `folders` has it. */
  readonly path: string;
  /** Folders that it needs besides the system's. */
  readonly folders: readonly string[];
}

/** Folders of one version of a toolchain, by where managers put them. */
const TOOLCHAINS: readonly RegExp[] = [
  /^.*\/\.pyenv\/versions\/[^/]+(?=\/)/,
  /^.*\/\.rustup\/toolchains\/[^/]+(?=\/)/,
  /^.*\/\.nvm\/versions\/node\/[^/]+(?=\/)/,
  /^.*\/\.sdkman\/candidates\/[^/]+\/[^/]+(?=\/)/,
  /^.*\/\.ghcup\/ghc\/[^/]+(?=\/)/,
  /^.*\/\.local\/share\/uv\/python\/[^/]+(?=\/)/,
  /^.*\/(?:\.asdf|mise)\/installs\/[^/]+\/[^/]+(?=\/)/,
  /^.*\/(?:mini|ana)conda3(?=\/)/,
];

/** Folders of the system that are not shown otherwise, by the command that needs them. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {ghc: ['/var/lib/ghc']};

/** Returns the program behind a command, which is a path or a name to be found by `PATH`; null if there is none. */
export function toolNamed(command: string): Tool | null {
  const found = command.includes('/') ? (existsSync(command) ? command : null) : foundInPath(command);
  if (found === null) return null;
  const links = linksFrom(behindManager(found) ?? found);
  const needed = (NEEDED[basename(found)] ?? []).filter((folder) => existsSync(folder));
  const folders = [...links.flatMap(toolchainsOf), ...needed];
  const path = links.find((link) => isBelowAny(link, [...SYSTEM, ...folders])) ?? links[0] ?? found;
  return {path, folders: [...new Set(folders)]};
}

export function isBelowAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isBelow(path, folder));
}

function toolchainsOf(path: string): string[] {
  const [environment, found] = [dirname(dirname(path)), TOOLCHAINS.map((one) => one.exec(path)?.[0])];
  const own = existsSync(join(environment, 'pyvenv.cfg')) ? [environment] : [];
  return [...own, ...found.filter((folder) => folder !== undefined)];
}

/** Returns the program that a version manager's would start; null if it is none, or does not say. */
function behindManager(path: string): string | null {
  const [name, folder] = [basename(path), dirname(path)];
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

/** Returns a program of the first version that has it. A version may be said in part: `3.12`, `stable`. */
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
