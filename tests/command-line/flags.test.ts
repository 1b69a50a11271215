import * as assert from 'uvu/assert';
import {type Command, helpOf, type ParsedFlags, parseFlags} from '../../src/command-line/flags.js';
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

const parse = (...args: string[]): ParsedFlags => parseFlags(COMMAND, args);

function refuses(work: () => unknown, message: string): void {
  assert.throws(work, (error: unknown) => error instanceof UserError && error.message === message);
}

/** Formats the parsed flags as one line. */
function factsOf(given: ParsedFlags): string {
  const flags = [...COMMAND.flags.map(({name}) => name), 'help'].filter((name) => given.has(name));
  return [
    ...flags.map((name) => `${name}=${given.texts(name).join('+')}`),
    ...given.positionals.map((word) => `<${word}>`),
    ...(given.rest === null ? [] : [`-- ${given.rest.join(' ')}`]),
  ].join(' ');
}

suite('a command line', (test) => {
  const read: readonly (readonly [args: string[], facts: string])[] = [
    [[], ''],
    [['a', 'b c', ''], '<a> <b c> <>'],
    [['--jobs', '-4'], 'jobs=-4'],
    [['-j', '4'], 'jobs=4'],
    [['-j4'], 'jobs=4'],
    [['--all=--sandbox'], 'all=--sandbox'],
    [['--tolerate', 'a', '--tolerate=b', '--tolerate', 'a'], 'tolerate=a+b+a'],
    [['-q', '--sandbox', '-q'], 'sandbox= quick=+'],
    [['-qj4'], 'jobs=4 quick='],
    [['prog', '--sandbox', 'x'], 'sandbox= <prog> <x>'],
    [['--'], '-- '],
    [['--', 'prog', '--jobs', '-j', '–-x', '--', '--help'], '-- prog --jobs -j –-x -- --help'],
  ];
  test('is read into flags and arguments', () => {
    for (const [args, facts] of read) assert.is(factsOf(parse(...args)), facts, args.join(' '));
  });

  const refused: readonly (readonly [args: string[], message: string])[] = [
    [['--unknown=5'], 'unknown flag "--unknown"'],
    [['-qx'], 'unknown flag "-x"'],
    [['--__proto__'], 'unknown flag "--__proto__"'],
    [['--jobs'], 'missing value: --jobs N'],
    [['--all', ''], 'missing value: --all DIR'],
    [['--all', '--sandbox', 'prog'], 'missing value: --all DIR'],
    [['--tolerate', '--', 'prog'], 'missing value: --tolerate NAME'],
    [['--sandbox=yes'], '--sandbox takes no value, but got "yes"'],
    [['–-jobs', '4'], '"–-jobs": typographic dash; type --jobs'],
    [['--jobs', '4', '--jobs', '4'], '--jobs was given twice'],
  ];
  test('is refused', () => {
    for (const [args, message] of refused) refuses(() => parse(...args), message);
    for (const args of [[], ['a', 'b'], ['a', '--', 'b']])
      refuses(() => parse(...args).only(1, 'name one'), 'name one');
    for (const word of ['more', '--'])
      refuses(() => parseFlags({...COMMAND, usage: ''}, ['-q', word]), `try takes only flags, not "${word}"`);
  });
});

suite('flags', (test) => {
  test('count whole numbers, as far as they are exact', () => {
    for (const [text, count] of [
      ['0', 0],
      ['007', 7],
      ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ] as const)
      assert.is(parse(`-j${text}`).count('jobs', 0), count);
    for (const text of ['0', '-1', '1.0', '1e3', '٤', '=4']) {
      const message = `--jobs takes a whole number of at least 1, not ${JSON.stringify(text)}`;
      refuses(() => parse(`--jobs=${text}`).count('jobs', 1), message);
    }
    const message = '--jobs takes a whole number from 1 to 9007199254740991, not "9007199254740992"';
    refuses(() => parse('--jobs=9007199254740992').count('jobs', 1), message);
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
});
