/* People in tables, and marks by hand. */
import * as assert from 'uvu/assert';
import {byHandIn} from '../../../src/marking/grading/by-hand.js';
import {People} from '../../../src/marking/grading/people.js';
import {sheetIn} from '../../../src/marking/grading/sheet.js';
import {parseTable} from '../../../src/marking/results/csv.js';
import {type Handed, NOBODY} from '../../../src/marking/results/marks.js';
import {suite} from '../../support/suite.js';
import {throwsRangeError} from '../../support/thrown.js';

const MEMBERS = [
  {name: 'Eve', id: '21', email: 'eve@x.edu'},
  {name: 'Fay', id: '22', email: null},
];

// biome-ignore format: a table
const CLASS: readonly (readonly [target: string, handed: Partial<Handed>])[] = [
  ['Ann Lee 7', {id: '7'}],
  ['Ann Lee 8', {id: '8', email: 'A.Lee@x.edu'}],
  ['OBrien José', {id: '0042'}],
  ['müllerjörgann', {id: '10'}],
  ['left.sh', {}],
  ['=cmd.sh', {}],
  ['Team', {id: '21, 22', group: 'The Team', members: MEMBERS}],
];
const SHEET =
  'Identifier,Full name,Email address,ID number,Grade,Maximum grade\nParticipant 7,Ann Lee,one@x.edu,z1,,1\nParticipant 8,Ann Lee,,z2,,1\nParticipant 9,Gus No-Show,,z9,,1\n';

function peopleIn(people: typeof CLASS, sheet: string | null = null): People {
  const own = sheet === null ? null : sheetIn(parseTable(Buffer.from(sheet)));
  return new People(
    people.map(([name, handed]) => [name, {...NOBODY, ...handed}] as const),
    own,
  );
}

/** Returns who is meant by a text. */
function meant(text: string, column = 'submission', sheet = false): string {
  const people = sheet ? peopleIn(CLASS.slice(0, 2), SHEET) : peopleIn(CLASS);
  const rows = people.valuesIn(parseTable(Buffer.from(`${column}\n${text}\n`)), [], (row) => row);
  return [...rows.keys()].map(({title}) => title).join(', ');
}

suite('somebody in a table', (test) => {
  // biome-ignore format: a table
  const found: readonly (readonly [text: string, title: string])[] = [
    ['Ann Lee 7', 'Ann Lee 7'],
    ['8', 'Ann Lee 8'],
    ['Participant 7', 'Ann Lee 7'],
    ['a.lee@X.edu ', 'Ann Lee 8'],
    ["O'Brien Jose\u0301", 'OBrien José'],
    ['0042', 'OBrien José'],
    ['"Müller, Jörg-Ann"', 'müllerjörgann'],
    ["'=cmd.sh", '=cmd.sh'],
    ['LEFT.sh', 'left.sh'],
    ['The Team', 'Eve, Fay'],
    ['Team', 'Eve, Fay'],
    ['"21, 22"', 'Eve, Fay'],
    ['22', 'Fay'],
    ['eve@x.edu', 'Eve'],
  ];
  test('is found by name, number or address', () => {
    for (const [text, title] of found) {
      assert.is(meant(text), title, text);
      assert.is(meant(text, 'email'), title, text);
    }
    for (const [text, title] of [
      ['z2', 'Ann Lee 8'],
      ['one@x.edu', 'Ann Lee 7'],
      ['z9', ''],
    ] as const)
      assert.is(meant(text, 'id', true), title, 'by what a sheet knows');
    // The other column decides between namesakes, of whom one may have handed nothing in.
    assert.is(meant('Ann Lee,8', 'submission,id'), 'Ann Lee 8');
    assert.is(meant('Ann Lee,a.lee@x.edu', 'name,email'), 'Ann Lee 8');
    assert.is(meant('Ann Lee 7,z9', 'name,id', true), '');
  });

  // biome-ignore format: a table
  const refused: readonly (readonly [text: string, message: string])[] = [
    ['Ann Lee', 'line 2: Ann Lee may be Ann Lee 7 or Ann Lee 8: give the number or the e-mail address'],
    ['42', 'not in the results: 42'],
    ['left', 'not in the results: left (did you mean left.sh?)'],
    ['Ann Lea 7', 'not in the results: Ann Lea 7 (did you mean Ann Lee 7 or Ann Lee 8?)'],
    ['Lee', 'not in the results: Lee (did you mean Ann Lee 7 or Ann Lee 8?)'],
    ['a.lee@y.edu', 'not in the results: a.lee@y.edu (did you mean Ann Lee 8?)'],
    ['8\nAnn Lee 8', 'Ann Lee 8 has two rows: lines 2 and 3'],
    ['Team\nEve', 'Eve has two rows: lines 2 and 3'],
  ];
  test('has a title of their own', () => {
    const people = peopleIn([['Eve', {}], ...CLASS.slice(-1)]);
    assert.equal(
      people.students.map(({title}) => title),
      ['Eve', 'Eve 21', 'Fay'],
    );
  });

  test('is never guessed', () => {
    for (const [text, message] of refused) throwsRangeError(() => meant(text), message);
    const other = 'not in the results: 9 Ann Lee 7 (did you mean Ann Lee 7?)';
    throwsRangeError(() => meant('Ann Lee 7,9', 'name,id'), other);
    const namesake = 'line 2: Ann Lee may be Ann Lee or Ann Lee 8: give the number or the e-mail address';
    const people = peopleIn([['Ann Lee', {id: '7'}]], SHEET);
    throwsRangeError(
      () => people.valuesIn(parseTable(Buffer.from('name\nAnn Lee\n')), [], (row) => row),
      namesake,
    );
  });
});

suite('marks by hand', (test) => {
  const people = peopleIn([
    ['ann', {id: '1'}],
    ['bob', {id: '2'}],
  ]);
  const read = (text: string): string => {
    const table = parseTable(Buffer.from(text));
    const marksOf = byHandIn(table, people);
    return people.students
      .map((one) => {
        const {byHand = [], comments = []} = marksOf.get(one) ?? {};
        const marks = byHand.map(({title, points, max}) => `${title} ${points}/${max}`);
        return [...marks, ...comments.map(([head, comment]) => `${head}: ${comment}`)].join(' ');
      })
      .join('; ');
  };
  // biome-ignore format: a table
  const tables: readonly (readonly [fact: string, text: string, marks: string])[] = [
    ['may be out of a maximum, or only add', 'submission,style/2,bonus\nann,1.5,1\nbob,2,\n', 'style 1.5/2 bonus 1/null; style 2/2 bonus null/null'],
    ['may be deductions', 'id;copied;late\n1;-2;−0,5\n', 'copied -2/null late -0.5/null; copied null/null late null/null'],
    ['stand beside comments', 'submission,note,x,id,email,group\nann,"3 names, =x",+1,1,a@x,g\n', 'x 1/null note: 3 names, =x; x null/null'],
    ['may have empty columns behind them', 'submission,style/2,,\nann,1,,\nbob,,,\n', 'style 1/2; style null/2'],
    ['may be protected from spreadsheets', "submission,x\nann,'-1\n", 'x -1/null; x null/null'],
  ];
  test('are numbers; texts are comments', () => {
    for (const [fact, text, marks] of tables) assert.is(read(text), marks, fact);
  });

  const isNone =
    'is not a number of points, but the column is one of marks: give comments a column of their own';
  // biome-ignore format: a table
  const refused: readonly (readonly [text: string, message: string])[] = [
    ['submission,copied\nann,-2\nbob,see me\n', `bob: copied: "see me" ${isNone}`],
    ['submission,copied\nann,see me\nbob,-2\n', `ann: copied: "see me" ${isNone}`],
    ['submission,style/2\nann,good\n', `ann: style: "good" ${isNone}`],
    ...['1/2', '50%', '1.2.3', '1 000', '=A1'].map(
      (cell) => [`submission,x\nann,${cell}\n`, `ann: x: "${cell}" ${isNone}`] as const,
    ),
    ['submission,style/2\nann,2.5\n', 'ann: style: 2.5 is more than the maximum, 2'],
    ['submission,id\nann,1\n', 'it needs columns of marks, such as style/2 for at most 2 points, each with a head of its own, not "submission,id"'],
    ['submission,,x\nann,1,\n', 'it needs columns of marks, such as style/2 for at most 2 points, each with a head of its own, not "submission,,x"'],
  ];
  test('are refused with the cell', () => {
    for (const [text, message] of refused) throwsRangeError(() => read(text), message);
  });
});
