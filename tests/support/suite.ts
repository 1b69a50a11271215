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

/** Milliseconds after its last test in which a file ends that has a failure: a failed test may leave a server open. */
const LINGERING = 60_000;
let hasFailed = false;
let ending: NodeJS.Timeout | undefined;

type Body<Given> = (given: Given) => void | Promise<void>;

export interface Test<Given = void> {
  (sentence: string, body: Body<Given>): void;
  readonly needs: (...tools: readonly ToolName[]) => Test<Given>;
  readonly after: (body: () => void | Promise<void>) => void;
}

export interface Suite<Given = void> {
  (name: string, define: (test: Test<Given>) => void): void;
  readonly needs: (...tools: readonly ToolName[]) => Suite<Given>;
}

export const suite = suiteWith<void>((body) => body());

/** Returns suites whose tests are each given something of their own, such as a folder. */
export function suiteWith<Given>(give: (body: Body<Given>) => void | Promise<void>): Suite<Given> {
  return suiteThatNeeds([], give);
}

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

function suiteThatNeeds<Given>(
  tools: readonly ToolName[],
  give: (body: Body<Given>) => void | Promise<void>,
): Suite<Given> {
  const declare = (name: string, define: (test: Test<Given>) => void): void => {
    const tests = uvuSuite(name);
    let count = 0;
    const testThatNeeds = (needed: readonly ToolName[]): Test<Given> => {
      const declareTest = (sentence: string, body: Body<Given>): void => {
        count += 1;
        if (!sentence.includes(only)) return;
        const declareOne = needed.every(works) ? tests : tests.skip;
        declareOne(sentence, async () => {
          clearTimeout(ending);
          try {
            await give(body);
          } catch (thrown) {
            hasFailed = true;
            throw explained(thrown);
          } finally {
            if (hasFailed) ending = setTimeout(() => process.exit(1), LINGERING).unref();
          }
        });
      };
      return Object.assign(declareTest, {
        needs: (...more: readonly ToolName[]) => testThatNeeds([...needed, ...more]),
        after: (body: () => void | Promise<void>) => tests.after(body),
      });
    };
    define(testThatNeeds(tools));
    if (count === 0) throw new Error(`suite ${name} has no test`);
    tests.run();
  };
  return Object.assign(declare, {
    needs: (...more: readonly ToolName[]) => suiteThatNeeds([...tools, ...more], give),
  });
}
