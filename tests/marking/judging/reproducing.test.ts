/* The line of bash in a report, run where the class was marked. */
import {join} from 'node:path';
import * as assert from 'uvu/assert';
import {suiteInProcess} from '../../support/door.js';
import {factsOf} from '../../support/marked.js';
import type {Files} from '../../support/place.js';

// biome-ignore format: a table
const COURSE: Files = {
  'course/suite.json': JSON.stringify({arguments: ['a b.txt', '1/2', 'http://u/v'], environment: {SAY: "it's"}, files: ['data/a b.txt'], cases: {checked: {checker: {program: 'check.py'}}}}),
  'course/check.py': 'exit(43)\n',
  'course/data/a b.txt': 'given\n',
  'course/plain.in': 'typed\n',
  'course/plain.out': 'right\n',
  'course/checked.in': 'typed too\n',
  'course/checked.out': 'right\n',
  'course/written.in': '',
  'course/written.out': '',
  'course/written.files/log/it.txt': 'right\n',
};

const below = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [join(folder, name), text]));

const SCRIPT = '#!/bin/sh\n';
const PRINTS = `${SCRIPT}read -r a; echo "$a $2 $3 $(cat "$1") $SAY"\n`;

suiteInProcess('the command of a failure', (test) => {
  // biome-ignore format: a table
  const rows: readonly [handedIn: Files, target: string[], name: string, prints: string][] = [
    [{'ann.sh': PRINTS}, ['--', 'sh', 'in/ann.sh'], 'plain', "1c1\n< right\n---\n> typed 1/2 http://u/v given it's\n"],
    [{"it's ann.sh": PRINTS}, ["in/it's ann.sh"], 'plain', "1c1\n< right\n---\n> typed 1/2 http://u/v given it's\n"],
    [{'ann.sh': PRINTS}, ['in/ann.sh'], 'checked', "typed too 1/2 http://u/v given it's\n"],
    [{'ann.sh': `${SCRIPT}mkdir log; echo no > log/it.txt\n`}, ['in/ann.sh'], 'written', '1c1\n< right\n---\n> no\n'],
    [{'ann.sh': `${SCRIPT}exit 3\n`}, ['in/ann.sh'], 'plain', 'exit status 3\n'],
  ];
  for (const [handedIn, target, name, prints] of rows) {
    test.needs('python3')(`of ${target.join(' ')} repeats ${name}`, async ({folder, write, marks, shell}) => {
      write({...COURSE, ...below('in', handedIn)});
      const marked = await marks('mark', '--no-sandbox', '--fixtures', 'course', '--case', name, ...target);
      const [line] = Object.values(factsOf(marked, ({reproduce}) => reproduce));
      const {stdout} = await shell(`export TMPDIR='${folder}'; ${line}`);
      assert.is(stdout, prints, `${line}`);
    });
  }
});
