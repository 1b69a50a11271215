/*
 * Suites that run themselves, fail if they hold no test, and turn anything thrown into an Error, because uvu stops
 * reporting at a thrown `null` and exits with 0.
 *
 * Suites and tests name the tools that they need, as in `test.needs('gcc')('a sentence', …)`, and are skipped without.
 */
import {suite as uvuSuite} from 'uvu';
import {Assertion} from 'uvu/assert';
import {type ToolName, works} from './tools.js';

/** Runs only the tests whose sentence contains this, for people. */
const {FIVEDICE_ONLY: only = ''} = process.env;

type Body = () => void | Promise<void>;

export interface Test {
  (sentence: string, body: Body): void;
  readonly needs: (...tools: readonly ToolName[]) => Test;
  readonly after: (body: Body) => void;
}

export interface Suite {
  (name: string, define: (test: Test) => void): void;
  readonly needs: (...tools: readonly ToolName[]) => Suite;
}

export const suite: Suite = suiteThatNeeds([]);

/** A line of a stack that is the project's own, and not the runner's. */
const OWN_LINE = /^ +at .*\/(?:src|tests(?!\/support\/(?:suite|bytes)\.ts))\//;

/**
 * Returns an Error whose stack shows only the project's lines, and whose message is indented, as uvu indents all else.
 * Adds the text that did not match a pattern, which uvu leaves out.
 */
function explained(thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : new Error(`thrown: ${String(thrown)}`);
  const own = (error.stack ?? '').split('\n').filter((line) => OWN_LINE.test(line));
  if (error instanceof Assertion && error.operator === 'match')
    error.message += `, not ${JSON.stringify(error.actual)}`;
  error.message = error.message.replaceAll('\n', '\n    ');
  error.stack = ['', ...own].join('\n');
  return error;
}

function suiteThatNeeds(tools: readonly ToolName[]): Suite {
  const declare = (name: string, define: (test: Test) => void): void => {
    const tests = uvuSuite(name);
    let count = 0;
    const testThatNeeds = (needed: readonly ToolName[]): Test => {
      const declareTest = (sentence: string, body: Body): void => {
        count += 1;
        if (!sentence.includes(only)) return;
        const declareOne = needed.every(works) ? tests : tests.skip;
        declareOne(sentence, async () => {
          try {
            await body();
          } catch (thrown) {
            throw explained(thrown);
          }
        });
      };
      return Object.assign(declareTest, {
        needs: (...more: readonly ToolName[]) => testThatNeeds([...needed, ...more]),
        after: (body: Body) => tests.after(body),
      });
    };
    define(testThatNeeds(tools));
    if (count === 0) throw new Error(`suite ${name} has no test`);
    tests.run();
  };
  return Object.assign(declare, {
    needs: (...more: readonly ToolName[]) => suiteThatNeeds([...tools, ...more]),
  });
}
