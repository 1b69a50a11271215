/* The licences of the packages whose code a bundle holds: whoever passes the bundle on must pass these on too. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

export interface Notice {
  readonly name: string;
  readonly version: string;
  /** As SPDX names it. */
  readonly license: string;
  readonly text: string;
}

/** The licences that a package in a bundle may have, each with words that only its full text holds. */
const LICENSES: ReadonlyMap<unknown, string> = new Map([
  ['BlueOak-1.0.0', 'Each contributor licenses you to do everything with this software'],
  ['BSD-3-Clause', 'Redistribution and use in source and binary forms'],
  ['ISC', 'Permission to use, copy, modify, and/or distribute this software'],
  ['MIT', 'Permission is hereby granted, free of charge, to any person obtaining a copy'],
]);

const HEAD = 'The files in this folder hold code of these packages, each under its own licence:';

/** Of the files in a bundle, the folders of the packages they belong to, each once. */
export function packageFolders(files: readonly string[]): string[] {
  const folders = files.flatMap((file) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)];
}

/**
 * @param folder of the package
 * @throws Error if its licence is not one of ours, or its text is nowhere to be found
 */
export function noticeOf(folder: string): Notice {
  const {name, version, license} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const words = LICENSES.get(license);
  if (words === undefined) {
    throw new Error(
      `${name} ${version} is bundled, and its licence is ${JSON.stringify(license)}: may we pass it on? .build/notices.ts lists what we may`,
    );
  }
  const files = readdirSync(folder).sort();
  const texts = (pattern: RegExp): string =>
    files
      .filter((file) => pattern.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
      .join('\n\n');
  // Some packages have their licence in the README. All of that is kept: the copyright may stand anywhere in it.
  const text = [/^(?:licen[cs]e|copying|notice)/i, /^readme/i]
    .map(texts)
    .find((found) => found.replace(/\s+/g, ' ').includes(words));
  if (text === undefined) {
    throw new Error(`${name} ${version} is bundled, and has no text of its licence, ${license}`);
  }
  return {name, version, license, text};
}

/** All notices as one text, by name and version. */
export function formatNotices(notices: readonly Notice[]): string {
  const titled = notices
    .map(({name, version, license, text}) => ({title: `${name} ${version} (${license})`, text}))
    .sort((one, other) => (one.title < other.title ? -1 : 1));
  const list = titled.map(({title}) => `  ${title}`).join('\n');
  const sections = titled.map(({title, text}) => `${'='.repeat(80)}\n${title}\n\n${text}\n`);
  return `${HEAD}\n\n${list}\n\n${sections.join('\n')}`;
}
