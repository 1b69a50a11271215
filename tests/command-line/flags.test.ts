import * as assert from 'uvu/assert';
import {type Command, type Given, helpOf, parseFlags} from '../../src/command-line/flags.js';
import {UserError} from '../../src/command-line/user-error.js';
import {suite} from '../support/suite.js';

const COMMAND: Command = {
  name: 'try',
  usage: 'TARGET | -- COMMAND …',
  about: 'Tries it. Twice.',
  flags: [
    {name: 'jobs', short: 'j', takes: 'N', help: 'how many'},
    {
      name: 'all',
      takes: 'DIR',
      help: 'each of these, of which there may well be more than a line of eighty columns can hold',
    },
    {name: 'tolerate', takes: 'NAME', many: true, help: 'let pass'},
    {name: 'sandbox', help: 'lock it in'},
    {name: 'quick', short: 'q', help: 'hurry'},
  ],
  exitStatus: '0 or not.',
};

const parse = (...args: string[]): Given => parseFlags(COMMAND, args);

function complaint(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    assert.instance(error, UserError);
    return error instanceof Error ? error.message : '';
  }
  return 'nothing was thrown';
}

/** What was given on a command line, as one line. */
function factsOf(given: Given): string {
  const flags = [...COMMAND.flags.map(({name}) => name), 'help'].filter((name) => given.has(name));
  const said = flags.map((name) => `${name}=${given.texts(name).join('+')}`);
  return [
    ...said,
    ...given.positionals.map((word) => `<${word}>`),
    ...(given.rest === null ? [] : [`-- ${given.rest.join(' ')}`]),
  ].join(' ');
}

suite('a command line', (test) => {
  const read: readonly (readonly [args: string[], facts: string])[] = [
    [[], ''],
    [['prog'], '<prog>'],
    [['a', 'b c', ''], '<a> <b c> <>'],
    [['-'], '<->'],
    [['--jobs', '4'], 'jobs=4'],
    [['--jobs=4'], 'jobs=4'],
    [['-j', '4'], 'jobs=4'],
    [['-j4'], 'jobs=4'],
    [['-j-1'], 'jobs=-1'],
    [['-j', '-1'], 'jobs=-1'],
    [['--all', '-'], 'all=-'],
    [['--all=--sandbox'], 'all=--sandbox'],
    [['--all=-x'], 'all=-x'],
    [['--all=a=b'], 'all=a=b'],
    [['--all', 'a=b'], 'all=a=b'],
    [['--all', 'only a-z '], 'all=only a-z '],
    [['--tolerate', 'a', '--tolerate=b', '--tolerate', 'a'], 'tolerate=a+b+a'],
    [['--sandbox'], 'sandbox='],
    [['-q', '--sandbox', '-q'], 'sandbox= quick=+'],
    [['-qj4'], 'jobs=4 quick='],
    [['prog', '--sandbox', 'x'], 'sandbox= <prog> <x>'],
    [['--help'], 'help='],
    [['--'], '-- '],
    [['--', 'prog', '--jobs', '-j', '--', '--help'], '-- prog --jobs -j -- --help'],
    [['x', '--sandbox', '--', 'y'], 'sandbox= <x> -- y'],
  ];
  for (const [args, facts] of read) {
    test(`${JSON.stringify(args)} is read`, () => assert.is(factsOf(parse(...args)), facts));
  }

  const refused: readonly (readonly [args: string[], message: string])[] = [
    [['--unknown'], 'unknown flag "--unknown"'],
    [['--unknown=5'], 'unknown flag "--unknown"'],
    [['-x'], 'unknown flag "-x"'],
    [['-qx'], 'unknown flag "-x"'],
    [['--Jobs', '4'], 'unknown flag "--Jobs"; did you mean --jobs?'],
    [['--job', '4'], 'unknown flag "--job"'],
    [['--j', '4'], 'unknown flag "--j"'],
    [['---jobs', '4'], 'unknown flag "---jobs"; did you mean --jobs?'],
    [['--no-sandbox'], 'unknown flag "--no-sandbox"'],
    [['--__proto__'], 'unknown flag "--__proto__"'],
    [['--toString'], 'unknown flag "--toString"'],
    [['--unknown\n\x1b'], 'unknown flag "--unknown\\n\\u001b"'],
    [['--jobs'], '--jobs takes N, and none was given'],
    [['-j'], '-j takes N, and none was given'],
    [['-qj'], '-j takes N, and none was given'],
    [['--jobs='], '--jobs takes N, and none was given'],
    [['--all', ''], '--all takes DIR, and none was given'],
    [['--all', '--sandbox', 'prog'], '--all takes DIR, and none was given'],
    [['--all', '--jobs', '4'], '--all takes DIR, and none was given'],
    [['--all', '-q'], '--all takes DIR, and none was given'],
    [['--tolerate', '--', 'prog'], '--tolerate takes NAME, and none was given'],
    [['--sandbox=yes'], '--sandbox takes no value, and "yes" was given'],
    [['--sandbox='], '--sandbox takes no value, and "" was given'],
    [['--help=me'], '--help takes no value, and "me" was given'],
    [['--jobs', '4', '--jobs', '4'], '--jobs was given twice'],
    [['--jobs=4', '-j5'], '-j was given twice'],
    [['-j4', '--', '-j4', '--jobs'], 'nothing was thrown'],
  ];
  for (const word of ['more', '--']) {
    test(`refuses ${word} where only flags are taken`, () => {
      const message = `try takes only flags, not "${word}"`;
      assert.is(
        complaint(() => parseFlags({...COMMAND, usage: ''}, ['-q', word])),
        message,
      );
    });
  }

  for (const [args, message] of refused) {
    test(`${JSON.stringify(args)}: ${message}`, () =>
      assert.is(
        complaint(() => parse(...args)),
        message,
      ));
  }
});

suite('what was given', (test) => {
  test('is null or empty for a flag that was not given', () => {
    const given = parse('x');
    assert.equal(
      [given.has('jobs'), given.text('jobs'), given.texts('jobs'), given.count('jobs', 1), given.rest],
      [false, null, [], null, null],
    );
  });

  test('has the last value of a repeated flag', () => {
    assert.is(parse('--tolerate', 'a', '--tolerate', 'b').text('tolerate'), 'b');
  });

  const counts: readonly (readonly [text: string, lowest: number, count: number])[] = [
    ['1', 1, 1],
    ['0', 0, 0],
    ['007', 1, 7],
    ['999999999999999', 1, 999_999_999_999_999],
  ];
  for (const [text, lowest, count] of counts) {
    test(`counts ${text}`, () => assert.is(parse(`--jobs=${text}`).count('jobs', lowest), count));
  }

  for (const text of ['0', '-1', '+1', '1.0', '1e3', '0x10', 'four', ' 4', '4 ', '٤', 'Infinity', '=4']) {
    test(`refuses ${JSON.stringify(text)} as a count`, () => {
      const message = `--jobs takes a whole number of at least 1, not ${JSON.stringify(text)}`;
      assert.is(
        complaint(() => parse(`--jobs=${text}`).count('jobs', 1)),
        message,
      );
    });
  }

  test('counts only as far as numbers are exact', () => {
    assert.is(parse('--jobs=9007199254740991').count('jobs', 1), 9007199254740991);
    assert.is(
      complaint(() => parse('--jobs=9007199254740992').count('jobs', 1)),
      '--jobs takes a whole number from 1 to 9007199254740991, not "9007199254740992"',
    );
  });

  test('counts the value after a one-letter flag', () => {
    assert.is(parse('-j4').count('jobs', 1), 4);
    assert.is(
      complaint(() => parse('-j', '-1').count('jobs', 1)),
      '--jobs takes a whole number of at least 1, not "-1"',
    );
    assert.is(
      complaint(() => parse('-jobs').count('jobs', 1)),
      '--jobs takes a whole number of at least 1, not "obs"',
    );
  });
});

suite('the help', (test) => {
  test('shows the usage and, in columns, every flag', () => {
    assert.is(
      helpOf(COMMAND),
      `Usage: fivedice try TARGET | -- COMMAND … [FLAGS]

Tries it. Twice.

  -j, --jobs N     how many
  --all DIR        each of these, of which there may well be more than a line of
                   eighty columns can hold
  --tolerate NAME  let pass
  --sandbox        lock it in
  -q, --quick      hurry
  -h, --help       print this and exit

Exit status: 0 or not.
`,
    );
  });
});

suite('a choice', (test) => {
  const COLOURS = ['red', 'green', 'blue'] as const;

  test('is one of the values, all of them in order, or null', () => {
    const given = parse('--tolerate', 'red', '--tolerate', 'blue', '-j', '2');
    assert.equal(given.choices('tolerate', COLOURS), ['red', 'blue']);
    assert.is(given.choice('tolerate', COLOURS), 'blue');
    assert.is(given.choice('jobs', [1, 2]), 2);
    assert.is(given.choice('all', COLOURS), null);
  });

  const lists: readonly (readonly [choices: readonly (string | number)[], said: string])[] = [
    [COLOURS, 'red, green or blue'],
    [[1, 2], '1 or 2'],
    [['x'], 'x'],
  ];
  for (const [choices, said] of lists) {
    test(`that is none of ${said} is refused, and they are named`, () => {
      const message = `--all takes ${said}, not "Red"`;
      assert.is(
        complaint(() => parse('--all', 'Red').choice('all', choices)),
        message,
      );
    });
  }
});
