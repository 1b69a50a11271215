/*
 * A cache: a folder with a file for each verdict, named by the digest of all that the verdict depends on. Any number
 * of runs may share it: a file appears with all its bytes or not at all, and what is damaged is as if it were not
 * there.
 */
import {mkdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {messageOf} from '../../command-line/user-error.js';
import {replaceWhole} from '../../system/whole-file.js';
import {readRegularFile} from '../files/regular-file.js';
import type {Judgement} from '../judging/judgement.js';
import type {Listener} from '../marks/events.js';
import {isReusable, judgementOf, parseJudgement} from './reuse.js';

export interface Cache {
  readonly find: (digest: string) => Judgement | null;
  readonly listen: Listener;
}

/** Of an entry, in bytes. A larger one is damaged. */
const LARGEST_ENTRY = 1024 ** 2;

/** With these, no entry can be written any more. Others are about one entry, such as a folder in its place. */
const LASTING_ERRORS: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'];

/**
 * @param name what events call it
 * @param failed called once, when the first entry cannot be written; verdicts are found all the same
 */
export function openCache(folder: string, name: string, failed: (reason: string) => void): Cache {
  let [isWritable, isTold] = [true, false];
  return {
    find: (digest) => {
      try {
        const entry: unknown = JSON.parse(readRegularFile(fileOf(folder, digest), LARGEST_ENTRY).toString());
        // The file of another verdict, under this name.
        const isThis =
          typeof entry === 'object' && entry !== null && 'digest' in entry && entry.digest === digest;
        return isThis && 'judgement' in entry ? parseJudgement(entry.judgement) : null;
      } catch {
        return null;
      }
    },
    listen: (event) => {
      if (
        !isWritable ||
        event.event !== 'case' ||
        event.digest === null ||
        !event.isClosed ||
        event.reused === name
      )
        return;
      const judgement = judgementOf(event.marks);
      if (!isReusable(judgement)) return;
      try {
        const file = fileOf(folder, event.digest);
        mkdirSync(dirname(file), {recursive: true});
        replaceWhole(file, [`${JSON.stringify({digest: event.digest, judgement})}\n`]);
      } catch (error) {
        isWritable = !(error instanceof Error && 'code' in error && LASTING_ERRORS.includes(error.code));
        if (!isTold) failed(messageOf(error));
        isTold = true;
      }
    },
  };
}

/** In 4096 folders, since a class has more verdicts than a folder should have files. */
function fileOf(folder: string, digest: string): string {
  return join(folder, digest.slice(0, 2), `${digest.slice(2)}.json`);
}
