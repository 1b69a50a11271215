/* `record --interactive`, at a real terminal. */
import * as assert from 'uvu/assert';
import {changesWanted} from '../../../src/marking/commands/record/asking.js';
import {PLAIN_CASE} from '../../../src/marking/suites/fixture-case.js';
import {ECHO} from '../../support/marked.js';
import {filesIn, inPlace} from '../../support/place.js';
import {suite} from '../../support/suite.js';
import {CTRL_C, CTRL_D, type Terminal} from '../../support/terminal.js';

/** Three cases: one golden is old, one is not there yet, and one is right. */
const {'cases/c.out': _, ...OTHERS} = ECHO;
const FILES = {...OTHERS, 'cases/a.out': 'score: 24\n', 'cases/a.in': 'score: 25\n'};

const LINE = 'stty -onlcr; "$FIVEDICE" record --interactive --reference cat cases';

/** Types each answer when its question is there. */
async function answering({shows, types}: Terminal, answers: readonly string[]): Promise<void> {
  for (const [index, answer] of answers.entries()) {
    await shows((shown) => shown.split('? [y,n,a,q,?] ').length > index + 1);
    types(answer);
  }
}

suite.needs('script')('record --interactive', (test) => {
  const WRITTEN = {a: 'score: 25\n', c: 'three\n'};
  const KEPT = {a: 'score: 24\n', c: undefined};
  // Each row: what is answered, what the goldens are then, the closing line, and the exit status.
  const sessions: readonly (readonly [
    answers: string[],
    a: string,
    c: string | undefined,
    closing: string,
    status: number,
  ])[] = [
    [['y\n', 'y\n'], WRITTEN.a, WRITTEN.c, '2 written, 0 left as they were, 1 of 3 cases unchanged', 0],
    [['n\n', 'Y \n'], KEPT.a, WRITTEN.c, '1 written, 1 left as they were, 1 of 3 cases unchanged', 1],
    [['a\n'], WRITTEN.a, WRITTEN.c, '2 written, 0 left as they were, 1 of 3 cases unchanged', 0],
    [['y\n', 'q\n'], WRITTEN.a, KEPT.c, '1 written, 1 left as they were, 1 of 3 cases unchanged', 1],
    [['y\n', CTRL_D], WRITTEN.a, KEPT.c, '1 written, 1 left as they were, 1 of 3 cases unchanged', 1],
    [
      ['?\n', '\n', 'n\n', 'n\n'],
      KEPT.a,
      KEPT.c,
      '0 written, 2 left as they were, 1 of 3 cases unchanged',
      1,
    ],
  ];
  for (const [answers, a, c, closing, status] of sessions) {
    test(
      `answered ${JSON.stringify(answers.join(''))}`,
      inPlace(async ({folder, write, terminal}) => {
        write(FILES);
        const {shown, exitCode} = await terminal(LINE, (person) => answering(person, answers));
        assert.match(shown, `${closing}\n`);
        assert.is(exitCode, status);
        const {'cases/a.out': first, 'cases/c.out': third} = filesIn(folder);
        assert.equal([first, third], [a, c]);
      }),
    );
  }

  test(
    'shows each change as it asks, and what is in a new file; `?` says what the answers mean',
    inPlace(async ({write, terminal}) => {
      write(FILES);
      const {shown} = await terminal(`NO_COLOR=1; export NO_COLOR; ${LINE}`, (person) =>
        answering(person, ['?\n', 'n\n', 'q\n']),
      );
      const text = Buffer.from(shown, 'latin1').toString();
      assert.match(
        text,
        [
          'changed  cases/a.out  (10 → 10 bytes)',
          '  before  score:·24⏎',
          '  now     score:·25⏎',
          '                 ^^ before 24, now 25',
          '(1/2) write a? [y,n,a,q,?] ?',
          'y: write this case',
        ].join('\n'),
      );
      assert.match(text, 'new  cases/c.out  (6 bytes)\n  now     three⏎\n(2/2) write c? [y,n,a,q,?] q\n');
    }),
  );

  test(
    'interrupted, has written nothing',
    inPlace(async ({folder, write, terminal}) => {
      write(FILES);
      const before = filesIn(folder);
      const {exitCode} = await terminal(LINE, (person) => answering(person, ['y\n', CTRL_C]));
      assert.is(exitCode, 130);
      assert.equal(filesIn(folder), before);
    }),
  );

  const refused: readonly (readonly [flags: string[], reason: string])[] = [
    [[], '--interactive asks on a terminal, and there is none: --write writes without asking'],
    [['--write'], '--interactive asks what --write would write unasked: give one of them'],
  ];
  for (const [flags, reason] of refused) {
    test(
      `is refused without a terminal, ${flags.join(' ')}`,
      inPlace(async ({write, fivedice}) => {
        write(FILES);
        const args = ['record', '--interactive', ...flags, '--reference', 'cat', 'cases'];
        const stderr = `fivedice: record: ${reason}\nfivedice record --help lists the flags\n`;
        assert.equal(await fivedice(...args), {stdout: '', stderr, exitCode: 2});
      }),
    );
  }
});

suite('a question of record', (test) => {
  test('names its case as text that commands no terminal', async () => {
    const name = 'a\x1b[2J';
    const files = {
      inputFile: `${name}.in`,
      input: Buffer.of(),
      expectedFile: `${name}.out`,
      expected: Buffer.of(),
    };
    const one = {...PLAIN_CASE, ...files, name, number: 1, folder: '', suite: '', title: ''};
    const told: string[] = [];
    await changesWanted(
      [{one, file: files.expectedFile, content: Buffer.from('x\n'), before: null, arePatterns: false}],
      {
        show: (lines) => told.push(...lines.map(({text}) => text)),
        ask: async (question) => {
          told.push(question);
          return 'n';
        },
      },
    );
    assert.equal(told, ['new  a␛[2J.out  (2 bytes)', '  now     x⏎', '(1/1) write a␛[2J? [y,n,a,q,?] ']);
  });
});
