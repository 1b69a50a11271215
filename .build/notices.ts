/*
 * The licences of the packages whose code is in a bundle: whoever distributes the bundle must include them.
 */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

export interface Notice {
  readonly name: string;
  readonly version: string;
  /** As SPDX names it. */
  readonly license: string;
  readonly text: string;
}

/** The licences that a bundled package may have, each with words that appear only in its full text. */
const LICENSES: ReadonlyMap<unknown, string> = new Map([
  ['BlueOak-1.0.0', 'Each contributor licenses you to do everything with this software'],
  ['BSD-3-Clause', 'Redistribution and use in source and binary forms'],
  ['ISC', 'Permission to use, copy, modify, and/or distribute this software'],
  ['MIT', 'Permission is hereby granted, free of charge, to any person obtaining a copy'],
]);

const HEAD = 'The files in this folder hold code of these packages, each under its own licence:';

/** The folders of the packages to which the files in a bundle belong, without duplicates. */
export function packageFolders(files: readonly string[]): string[] {
  const folders = files.flatMap((file) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)];
}

/**
 * @param folder the folder of the package
 * @throws Error if its licence is not in the list above, or its text is missing
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
  // Some packages have their licence in the README. All of it is kept: the copyright can be anywhere in it.
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
