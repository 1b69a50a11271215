/* Verdicts of earlier runs, found by their digests in files of lines: the journal of a run, or the files of a cache. */
import {randomUUID} from 'node:crypto';
import {closeSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {messageOf} from '../../command-line/user-error.js';
import {type CaseFinished, caseIn, type Listener} from './events.js';
import {
  createLines,
  HEAD,
  type LineWriter,
  lineReader,
  linesIn,
  lineWriter,
  openLines,
  type Place,
} from './lines.js';
import {type Judgement, judgementOf} from './marks.js';
import {isReusable} from './verdicts.js';

export interface KnownVerdicts {
  readonly find: (digest: string) => Judgement | null;
  readonly close: () => void;
}

/** A folder of files, one for each run that added verdicts. Any number of runs may share it. */
export interface Cache extends KnownVerdicts {
  readonly listen: Listener;
}

/**
 * The verdicts in the journal of a run.
 *
 * @throws UserError if the file is no journal
 */
export function journalVerdicts(path: string): KnownVerdicts {
  const index = verdictIndex();
  index.add(openLines(path));
  return index;
}

/**
 * @param name what events call it
 * @param failed called once, when a verdict cannot be written; others are found all the same
 */
export function openCache(folder: string, name: string, failed: (reason: string) => void): Cache {
  const index = verdictIndex();
  for (const file of readdirSync(folder).filter((one) => one.endsWith(ENDING))) {
    try {
      index.add(openLines(join(folder, file)));
    } catch {
      // What is damaged is as if it were not there.
    }
  }
  let own: {readonly writer: LineWriter; readonly read: ReadCase} | null = null;
  let isWritable = true;
  const giveUp = (reason: string): void => {
    isWritable = false;
    failed(reason);
  };
  const opened = (): NonNullable<typeof own> => {
    const file = createLines(join(folder, `${randomUUID()}${ENDING}`));
    const writer = lineWriter(file, giveUp);
    writer.write(HEAD);
    return {writer, read: lineReader(file)};
  };
  return {
    find: index.find,
    close: () => {
      own?.writer.close();
      index.close();
    },
    listen: (event) => {
      if (!isWritable || event.event !== 'case' || event.reused === name) return;
      if (event.digest === null || !event.isClosed || !isReusable(event.marks)) return;
      try {
        own ??= opened();
      } catch (error) {
        return giveUp(messageOf(error));
      }
      const place = own.writer.write(event);
      if (place !== null) index.know(event.digest, place, own.read);
    },
  };
}

const ENDING = '.jsonl';

type ReadCase = (place: Place) => CaseFinished | null;

interface VerdictIndex extends KnownVerdicts {
  /** Adds what is in an open file. */
  readonly add: (descriptor: number) => void;
  readonly know: (digest: string, place: Place, read: ReadCase) => void;
}

/** Only the places of verdicts are in memory. */
function verdictIndex(): VerdictIndex {
  const places = new Map<string, {readonly place: Place; readonly read: ReadCase}>();
  const open: number[] = [];
  const know: VerdictIndex['know'] = (digest, place, read) => void places.set(digest, {place, read});
  return {
    know,
    add: (descriptor) => {
      open.push(descriptor);
      const read = lineReader<CaseFinished>(descriptor);
      for (const {value, ...place} of linesIn(descriptor)) {
        const found = caseIn(value);
        if (found !== null && found.digest !== null && isReusable(found.marks))
          know(found.digest, place, read);
      }
    },
    find: (digest) => {
      const known = places.get(digest);
      const found = known?.read(known.place) ?? null;
      return found?.digest === digest ? judgementOf(found.marks) : null;
    },
    close: () => {
      for (const descriptor of open.splice(0)) closeSync(descriptor);
    },
  };
}
