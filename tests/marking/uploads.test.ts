/* From the downloads of a course to its uploads, by the commands of the README. Marks are worked out by hand. */
import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import * as assert from 'uvu/assert';
import {inClone} from '../support/in-clone.js';
import {casesOf} from '../support/marked.js';
import {type Files, filesIn, writeFiles} from '../support/place.js';
import {example} from '../support/readme.js';
import {suite} from '../support/suite.js';
import {inTemporaryFolder} from '../support/temporary-folder.js';

/** Two cases of 5 points, one of a hidden stage: `RIGHT` passes both, `HALF` the other. */
const RIGHT = '#!/bin/sh\ncat\n';
const HALF = '#!/bin/sh\ntr b x\n';
const GOLDENS: Files = {
  'goldens/suite.json': '{"points": "5.0", "title": "Lab"}',
  'goldens/z/suite.json': '{"points": "5.0", "title": "Secret", "visibility": "hidden"}',
  ...casesOf('a z/b', 'goldens'),
};

/** Packs files as a learning system does. */
async function packed(folder: string, zip: string, files: Files): Promise<void> {
  writeFiles(join(folder, 'packed'), files);
  await execa('zip', ['-qr', `../${zip}`, '.'], {cwd: join(folder, 'packed')});
  rmSync(join(folder, 'packed'), {recursive: true});
}

/** Returns the number of the participant to whom Moodle gives a file of feedback, as its `importziplib.php` reads paths. */
function recipientOf(path: string): string | undefined {
  for (const part of path.split('/')) {
    const [, id = '', subtype = '', type = ''] = part.split('_', 5);
    if (/^\d+$/.test(id) && `${subtype}_${type}` === 'assignsubmission_file') return id;
  }
  return undefined;
}

interface Uploads {
  readonly sheet: string | undefined;
  /** Marks in the files of feedback, by their recipients. */
  readonly feedback: Readonly<Record<string, string | undefined>>;
}

function moodle(files: Files, sheet: string, moreTime = 'name,days\n'): Promise<Uploads> {
  return inTemporaryFolder(async (folder) => {
    writeFiles(folder, {...GOLDENS, 'Grades-Lab1.csv': sheet, 'more-time.csv': moreTime});
    await packed(folder, 'Lab1.zip', files);
    await inClone(example('moodle'), folder);
    const {stdout} = await execa('unzip', ['-Z1', 'feedback.zip'], {cwd: folder});
    const all = filesIn(folder);
    const marks = stdout.split('\n').flatMap((path) => {
      const page = all[`feedback/${path}`];
      return page === undefined ? [] : [[recipientOf(path), />mark<.*?>([^<]+)<\/td>/s.exec(page)?.[1]]];
    });
    return {sheet: all['upload.csv'], feedback: Object.fromEntries(marks)};
  });
}

const IN_TIME = '"Monday, 2 March 2026, 11:59 PM"';
const LATE = '"Tuesday, 3 March 2026, 12:00 AM"';
const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

suite('from download to upload', (test) => {
  test('Moodle: namesakes, somebody late, an extension, who handed in nothing', async () => {
    const sheet = (...cells: string[]): string =>
      `\ufeffIdentifier,"Full name",Status,Grade,"Maximum grade","Last modified (submission)","Last modified (grade)","Feedback comments"\r\n${[
        ['Participant 11,"Ann Lee",x,', `,10.00,${IN_TIME},-,`],
        ['Participant 12,"Ann Lee",x,', `,10.00,${LATE},-,`],
        ['Participant 13,"Cy Øst",x,', `,10.00,${LATE},-,`],
        ['Participant 14,Gone,x,', ',10.00,-,-,'],
      ]
        .map(([start, middle], at) => `${start}${cells[2 * at]}${middle}${cells[2 * at + 1]}\r\n`)
        .join('')}`;
    const class_ = {
      'Ann Lee_11_assignsubmission_file_/main.sh': RIGHT,
      'Ann Lee_12_assignsubmission_file_/main.sh': RIGHT,
      'Cy Øst_13_assignsubmission_file_/main.sh': HALF,
    };
    const none = Array(8).fill('');
    const moreTime = 'name,days\nCy Øst,1\nGone,5\n';
    const done = await moodle(class_, sheet(...none), moreTime);
    const filled = [
      ['10.00', 'Lab: 5.0/5.0<br>hidden cases: 5.0/5.0<br>mark: 10.0/10.0'],
      [
        '9.00',
        'Lab: 5.0/5.0<br>hidden cases: 5.0/5.0<br>sum: 10.0/10.0<br>late by 1 day: -1.0<br>mark: 9.0/10.0',
      ],
      ['5.00', 'Lab: 5.0/5.0<br>hidden cases: 0.0/5.0<br>mark: 5.0/10.0'],
      ['', ''],
    ];
    assert.is(done.sheet, latin1(sheet(...filled.flat())));
    assert.equal(done.feedback, {11: '10.0/10.0', 12: '9.0/10.0', 13: '5.0/10.0'});
  });

  test('Moodle: groups, with more time for one member', async () => {
    const head = 'Identifier,Full name,Group,Grade,Maximum grade,Last modified (submission)\n';
    const sheet = (red: string, blue: string): string =>
      `${head}Participant 5,Ann,Red_1,${red},10.00,${IN_TIME}\nParticipant 6,Gone,Blue,${blue},10.00,${LATE}\nParticipant 7,Cy Øst,Blue,${blue && '5.00'},10.00,${LATE}\nParticipant 8,Di,Red_1,${red},10.00,${IN_TIME}\nParticipant 9,Ed,Green,,10.00,-\n`;
    // A number of a group is also that of a participant.
    const class_ = {
      'Red 1_9_assignsubmission_file_/main.sh': RIGHT,
      'Blue_5_assignsubmission_file_/main.sh': HALF,
    };
    const done = await moodle(class_, sheet('', ''), 'name,days\nCy Øst,1\n');
    assert.is(done.sheet, latin1(sheet('10.00', '4.00')));
    assert.equal(done.feedback, {5: '10.0/10.0', 6: '4.0/10.0', 7: '5.0/10.0', 8: '10.0/10.0'});
  });

  test('Moodle: blind marking', async () => {
    const sheet = (one: string, two: string): string =>
      `Identifier,Grade,Maximum grade,Last modified (submission)\nParticipant 5,${one},10.00,${IN_TIME}\nParticipant 6,${two},10.00,${LATE}\n`;
    const class_ = {
      'Participant_5_assignsubmission_file_/main.sh': RIGHT,
      'Participant_6_assignsubmission_file_/main.sh': RIGHT,
    };
    const done = await moodle(class_, sheet('', ''), 'id,due\nParticipant 6,2026-03-03 00:00\n');
    assert.is(done.sheet, latin1(sheet('10.00', '10.00')));
    assert.equal(done.feedback, {5: '10.0/10.0', 6: '10.0/10.0'});
  });

  const [unpack = '', ...others] = example('canvas').split(/(?<=\n)/);
  const canvas = (files: Files, sheet: string, edit: (people: string) => string): Promise<string> =>
    inTemporaryFolder(async (folder) => {
      writeFiles(folder, {...GOLDENS, 'Gradebook.csv': sheet, 'late.csv': 'id,days\n12,1.5\n'});
      await packed(folder, 'submissions.zip', files);
      await inClone(unpack, folder);
      const people = filesIn(folder)['class/people.csv'] ?? '';
      writeFiles(folder, {'class/people.csv': edit(people)});
      const said = await inClone(`{ ${others.join('')} } 2>&1`, folder);
      return filesIn(folder)['upload.csv'] ?? said;
    });
  const gradebook = (...cells: string[]): string =>
    `Student,ID,SIS Login ID,Section,Lab 1 (1),Lab 2 (2),Final Score\n,,,,,Manual Posting,\n    Points Possible,,,,10.00,10.00,(read only)\n${[
      '"Lee, Ann",11,ann,S',
      '"Lee, Ann",12,ann2,S',
      '"Ray, Bo",21,bo,S',
      '"Øst, Cy",22,cy,S',
      '"Gone, Di",23,di,S',
      '"Student, Test",99,x,S',
    ]
      .map((start, at) => `${start},3.00,${cells[at] ?? ''},1.00\n`)
      .join('')}`;

  test('Canvas: namesakes, somebody late, a group, who handed in nothing', async () => {
    const class_ = {
      'leeann_11_901_main.sh': RIGHT,
      'leeann_LATE_12_902_main.sh': RIGHT,
      'teamred_21_903_main.sh': HALF,
    };
    const edit = (people: string): string => {
      assert.match(people, /^teamred 21,teamred,21,,,,no,/m);
      return people.replace(/^teamred 21.*$/m, 'teamred 21,Bo,21,,Red\nteamred 21,Cy Øst,,,Red');
    };
    const sheet = await canvas(class_, gradebook('', '2.00'), edit);
    assert.is(sheet, latin1(gradebook('10.00', '8.00', '5.00', '5.00')));
  });

  test('Canvas: nobody can be found by an anonymous number', async () => {
    const said = await canvas({'anon_x1Y2z_901_main.sh': RIGHT}, gradebook(), (people) => people);
    assert.match(
      said,
      /fivedice: Gradebook\.csv: no gradebook knows the numbers of an anonymous export: .*: anon \(x1Y2z\), no row/,
    );
  });
});
