/*
 * Courses' own tables, with the traps of Moodle and Canvas as rows: only grades and feedback may change. In each text `[before
 * → after]` is a cell that changes.
 */
import * as assert from 'uvu/assert';
import {People} from '../../../src/marking/grading/people.js';
import {filled, sheetIn} from '../../../src/marking/grading/sheet.js';
import {parseTable} from '../../../src/marking/results/csv.js';
import {type Handed, NOBODY} from '../../../src/marking/results/marks.js';
import {suite} from '../../support/suite.js';
import {throwsRangeError} from '../../support/thrown.js';

type Person = readonly [target: string, handed: Partial<Handed>, mark: string | null];

/** Ann has a namesake who handed nothing in; Cy is not marked yet. */
const CLASS: readonly Person[] = [
  ['Ann Lee', {id: '7'}, '4.125'],
  ['Bo Ray', {id: '9'}, '10.0'],
  ['Cy', {id: '10'}, null],
];

interface Options {
  readonly people?: readonly Person[];
  readonly column?: string;
  readonly scale?: boolean;
  readonly max?: string;
  readonly lines?: readonly string[];
}

function fill(before: string, options: Options): {readonly text: string; readonly notes: readonly string[]} {
  const {people = CLASS, column = null, scale = false, max = '10.0', lines = ['ok']} = options;
  const sheet = sheetIn(parseTable(Buffer.from(before)));
  const handed = people.map(([target, facts]) => [target, {...NOBODY, ...facts}] as const);
  const marks = new Map(people.map(([target, , mark]) => [target, mark]));
  const fillings = new People(handed, sheet).students.flatMap(({title, target, row}) => {
    const mark = marks.get(target) ?? null;
    return mark === null || row === null ? [] : {title, row, mark, lines};
  });
  return filled(sheet, fillings, max, column, scale);
}

const CHANGE = /\[(.*?) → (.*?)\]/gs;

const MOODLE = 'Identifier,Full name,Grade,Maximum grade,Last modified (grade),Feedback comments\n';
const CANVAS = 'Student,ID,SIS Login ID,Section,Lab 1 (77),Final Score\n';
const POSSIBLE = '    Points Possible,,,,10.00,(read only)\n';

// biome-ignore format: a table
const changed: readonly (readonly [fact: string, text: string, options?: Options, note?: string])[] = [
  [
    'namesakes are told apart, who handed nothing in keeps all, and no feedback is erased',
    `${MOODLE}Participant 8,Ann Lee,5.00,10.00,-,good\nParticipant 7,Ann Lee,[ → 4.13],10.00,-,[ → ok]\nParticipant 9,Bo Ray,[3.00 → 10.00],10.00,-,[ → ok]\nParticipant 10,Cy,1.00,10.00,"Tuesday, 5 March 2024, 3:04 PM",kept\n`,
  ],
  [
    'heads, order, byte order mark, semicolons, a decimal comma and line ends stay; formulas keep their apostrophe',
    '\ufeffGrade;"Full name";Maximum Grade;identifier;x\r\n[ → 4,13];\'=Ann;10,00;Participant 7; a "\r\n[- → 10,00];"Bo ""B""\r\nRay";10,00;Participant 9;\r\n;;10,00;Participant 10;',
  ],
  [
    'feedback is HTML in a cell without line ends, and no backslash stands before a quote',
    `${MOODLE}Participant 7,Ann Lee,[ → 4.13],10.00,-,[ → &#61;a &#60;b&#62; &#38; &#34;c&#92;&#34;<br>d]\nParticipant 9,Bo,[ → 10.00],10.00,-,[ → &#61;a &#60;b&#62; &#38; &#34;c&#92;&#34;<br>d]\nParticipant 10,Cy,,10.00,-,\n`,
    {lines: ['=a <b> & "c\\"', 'd']},
  ],
  ['a comment that stood there is replaced, and that is said', `${MOODLE}Participant 7,Ann,[ → 4.13],10.00,-,["see, me" → ok]\nParticipant 9,Bo,[ → 10.00],10.00,-,[ok → ok]\nParticipant 10,Cy,,10.00,-,x\n`, {}, 'overwrote existing feedback comments for Ann Lee'],
  ['without groups in it, a column of groups changes nothing', 'Identifier,Full name,Group,Grade,Maximum grade\nParticipant 7,Ann,,[ → 4.13],10.00\nParticipant 9,Bo,,[ → 10.00],10.00\nParticipant 10,Cy,,,10.00\n'],
  [
    'blind sheets have numbers alone; grades have the decimals of the maximum, halves rounded up',
    'Identifier,Status,Grade,Maximum grade\nParticipant 7,,[ → 4.1],10.0\nParticipant 9,,[ → 0.1],10.0\nParticipant 10,,,10.0\n',
    {people: [...CLASS.filter(([name]) => name !== 'Bo Ray'), ['Participant', {id: '9'}, '0.05']]},
  ],
  [
    'each member of a group has its mark; the number of a group is no participant',
    'Identifier,Full name,Email address,Group,Grade,Maximum grade\nParticipant 7,Ann,a@x,Team_A: B,[ → 4.13],10.00\nParticipant 55,Bo,b@x,,,10.00\nParticipant 9,Cy,c@x,Team_A: B,[ → 4.13],10.00\nParticipant 3,Di,d@x,Default group,[ → 2.00],10.00\n',
    {
      people: [['Team A B', {id: '55'}, '4.125'], ['Default group', {}, '2']],
    },
  ],
  ['marks are scaled exactly', `${MOODLE}Participant 7,Ann,[ → 34],80,-,[ → ok]\nParticipant 9,Bo,[ → 80],80,-,[ → ok]\nParticipant 10,Cy,,80,-,\n`, {scale: true, people: [['Ann', {id: '7'}, '4.1875'], ['Bo', {id: '9'}, '10']]}],
  [
    'other numbers and addresses find the row of who has no number of the system',
    'Identifier,Full name,Email address,ID number,Grade,Maximum grade\nParticipant 1,Ann,A@x.edu,7,[ → 1.00],10.00\nParticipant 7,Bo,b@x.edu,0042,[ → 2.00],10.00\nParticipant 3,"Ray, Cy",,,[ → 3.00],10.00\n',
    {
      people: [['one', {email: 'a@x.edu'}, '1'], ['two', {id: '0042'}, '2'], ['cy ray', {}, '3']],
    },
  ],
  [
    "Canvas' rows that are nobody's, its totals and its test student stay; numbers are no row numbers",
    `${CANVAS},,,,Manual Posting,\n${POSSIBLE}"Lee, Ann",7,ann,1,[ → 4.13],50.00\n"Lee, Ann",8,ann2,1,,\n"Ray, Bo",9,bo,1,[0.00 → 10.00],\n"=""=Cy""",10,cy,1,,\n"Student, Test",11,t,1,,\n`,
  ],
  [
    'the assignment with our maximum is meant; a decimal comma is quoted; no thousands are parted',
    'Student,ID,Section,A (1),B (2),Final Score (2026)\r\n    Points Possible,,,"10,00","1234,50",(read only)\r\nAnn,7,1,,[ → "617,25"],\r\nBo,9,1,,[ → "1234,50"],\r\nCy,10,1,,,',
    {
      max: '1234.5',
      people: [['ann', {id: '7'}, '617.25'], ['bo', {id: '9'}, '1234.5']],
    },
  ],
  ['titles may have parentheses, and be alike: a number decides', 'Student,ID,Section,L (a) (1),L (a) (2)\n    Points Possible,,,10.00,10.00\nAnn,7,1,,[ → 4.13]\nBo,9,1,,[ → 10.00]\nCy,10,1,,\n', {column: '2'}],
  ['who is excused in Canvas stays so, and that is said', `${CANVAS}${POSSIBLE}Ann,7,ann,1,EX,\nBo,9,bo,1,N/A,\nCy,10,cy,1,,\n`, {}, 'left unchanged, because they are excused or not assigned: Ann Lee, Bo Ray'],
  [
    'members of a group in people.csv have a row each in Canvas, by number, login or name',
    `${CANVAS}${POSSIBLE}"O'Neil, Ann",7,ann,1,[ → 8.00],\n"Ray, Bo",9,bo@x,1,[ → 8.00],\n"Müller, Jörg-Cy",10,cy,1,[ → 8.00],\n`,
    {
      people: [['Team', {group: 'Team', members: [{name: 'Ann', id: '7', email: null}, {name: 'Bo', id: null, email: 'BO@x'}, {name: 'Jörg-Cy Mu\u0308ller', id: null, email: null}]}, '8']],
    },
  ],
];

const NEITHER =
  "it is neither Moodle's grading worksheet, in English and with points (Identifier, Grade, Maximum grade), nor Canvas' gradebook (Student, ID, Section): its first line is ";
const OWN =
  'each needs a row of their own, found by number or e-mail address, or by name if they have neither: ';
const REMEDY = 'name the assignment with --column, correct a maximum, or give --scale';
const ANN: readonly Person[] = [['Ann', {}, '1']];

// biome-ignore format: a table
const refused: readonly (readonly [text: string, message: string, options?: Options])[] = [
  // Another language, a scale, names in two columns.
  ['Kennung,Bewertung\n', `${NEITHER}"Kennung,Bewertung"`],
  ['Identifier,Grade,Scale\n', `${NEITHER}"Identifier,Grade,Scale"`],
  ['LastName,FirstName,ID,Section,A (1)\n', `${NEITHER}"LastName,FirstName,ID,Section,A (1)"`],
  [`${MOODLE}Ann,Ann,,10,-,\n`, 'line 2: "Ann" has no participant number'],
  [`${MOODLE}Participant 7,Ann,,10,-\n`, 'line 2: 5 cells, but the first line has 6: Moodle rejects such a file, export it again'],
  [`${MOODLE}Participant 7,Ann,,10,-,\nParticipant 9,Bo,,20,-,\n`, 'Maximum grade must be one number, not "10 or 20"'],
  [`${MOODLE}Participant 7,Ann,,10,-,\nParticipant 10,Cy,,10,-,\n`, `${OWN}Bo Ray (9), no row`],
  [`${MOODLE}Participant 8,Ann,,10,-,\n`, `${OWN}Ann (7), no row`, {people: [['Ann', {id: '7'}, '1']]}],
  [`${MOODLE}Participant 7,Ann,,10,-,\nParticipant 9,Bo,,10,-,\nParticipant 8,Ann,,10,-,\n`, `${OWN}Ann, line 2 or 4`, {people: ANN}],
  [`${MOODLE}Participant 7,Ann,,10,-,\n`, `${OWN}Ann, line 2, x (7), line 2`, {people: [...ANN, ['x', {id: '7'}, '2']]}],
  ['Identifier,Full name,Group,Grade,Maximum grade\nParticipant 7,Ann,B,,10\n', `${OWN}A (7), no row`, {people: [['A', {id: '7'}, '1']]}],
  [`${MOODLE}Participant 7,Ann,,100.00,-,\n`, `these marks are out of 10.0, and Grade is out of 100.00: ${REMEDY}`, {people: ANN}],
  [`${MOODLE}Participant 7,Ann,,10.00,-,\n`, 'Moodle ignores grades above the maximum, 10.00: Ann', {people: [['Ann', {}, '10.01']]}],
  [`${CANVAS}Ann,7,,1,,\nBo,9,,1,,\nCy,10,,1,,\n`, 'it has no row Points Possible: export it again'],
  ['Student,ID,Section,A (1),B (2)\n    Points Possible,,,10.00,10.00\nAnn,7,1,,\n', `these marks are out of 10.0, and A (1) is out of 10.00, B (2) is out of 10.00: ${REMEDY}`, {people: ANN}],
  ['Student,ID,Section,A (1),B (2)\n    Points Possible,,,20.00,"1,5"\nAnn,7,1,,\n', `these marks are out of 10.0, and A (1) is out of 20.00, B (2) is out of 1,5: ${REMEDY}`, {people: ANN}],
  ['Student,ID,Section,A (1),B (2)\n    Points Possible,,,10.00,20.00\nAnn,7,1,,\n', `no assignment is called "C"; these marks are out of 10.0, and A (1) is out of 10.00, B (2) is out of 20.00: ${REMEDY}`, {people: ANN, column: 'C'}],
  [`${CANVAS}${POSSIBLE}Ann,7,,1,,\n`, 'no gradebook knows the numbers of an anonymous export: show the names in Canvas, and export again: anon (x1Y2z), no row', {people: [['anon', {id: 'x1Y2z', folder: 'LATE_anon_x1Y2z'}, '1']]}],
];

suite("a course's own table", (test) => {
  test('gets grades and feedback, and nothing else', () => {
    for (const [fact, text, options = {}, note] of changed) {
      const {text: after, notes} = fill(text.replace(CHANGE, '$1'), options);
      assert.is(after, text.replace(CHANGE, '$2'), fact);
      assert.equal(notes, note === undefined ? [] : [note], fact);
    }
  });

  test('is refused where somebody would get no mark, or a wrong one', () => {
    for (const [text, message, options = {}] of refused) throwsRangeError(() => fill(text, options), message);
  });
});
