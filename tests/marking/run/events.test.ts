import {setTimeout as sleep} from 'node:timers/promises';
import * as assert from 'uvu/assert';
import type {CaseFinished, RunEvent} from '../../../src/marking/run/events.js';
import {onceSure} from '../../../src/marking/run/events.js';
import type {Verdict} from '../../../src/marking/run/verdicts.js';
import {ACCEPTED} from '../../support/marks.js';
import {suite} from '../../support/suite.js';

const told = (verdict: Verdict, more: Partial<CaseFinished> = {}): RunEvent => ({
  ...{event: 'case', submission: 0, target: 'x', marks: {...ACCEPTED, verdict}},
  ...{digest: verdict, isClosed: true, reused: null},
  ...more,
});
const CASES = [
  told('pass'),
  told('wrong-output', {reused: 'cache'}),
  told('wrong-output'),
  told('pass'),
  told('crashed'),
];

/** Whatever `use` does, it takes no time by the clock, or as much as it says. */
function byOwnClock(use: (pass: (milliseconds: number) => void) => void): void {
  const {now} = performance;
  let time = now.call(performance);
  performance.now = () => time;
  try {
    use((milliseconds) => {
      time += milliseconds;
    });
  } finally {
    performance.now = now;
  }
}

/** Of processor time: what other processes take is not ours. */
function busySeconds(): number {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1e6;
}

suite('verdicts that are kept', (test) => {
  const ends: readonly [end: string, reason: string | null, digests: readonly (string | null)[]][] = [
    ['is over', null, ['pass', 'wrong-output', 'wrong-output', 'pass', 'crashed']],
    ['ends early', 'SIGTERM', ['pass', 'wrong-output', null, 'pass', null]],
  ];
  for (const [end, reason, digests] of ends) {
    test(`of a run that ${end}: at its end, what came after a failure is told in order`, () =>
      byOwnClock(() => {
        const heard: RunEvent[] = [];
        const listen = onceSure((event) => heard.push(event));
        for (const event of CASES) listen(event);
        assert.equal(heard, CASES.slice(0, 2), 'before the end');
        listen({event: 'ended', reason});
        assert.equal(
          heard.flatMap((event) => (event.event === 'case' ? [event.digest] : [])),
          digests,
        );
        assert.equal(heard.at(-1), {event: 'ended', reason});
      }));
  }

  test('are told a moment after a failure, when no signal came', async () => {
    const heard: RunEvent[] = [];
    const listen = onceSure((event) => heard.push(event));
    for (const event of CASES) listen(event);
    while (heard.length < CASES.length) await sleep(10);
    listen({event: 'ended', reason: 'SIGTERM'});
    assert.equal(heard.slice(0, -1), CASES);
  });

  test('may be very many, all known from before, and the run still hears a signal', async () => {
    const count = 160_000;
    let heard = 0;
    const listen = onceSure(() => {
      heard += 1;
    });
    listen(told('wrong-output'));
    const known = told('pass', {reused: 'cache'});
    for (let index = 1; index < count; index += 1) listen(known);
    let [last, longest] = [busySeconds(), 0];
    for (; heard < count; await sleep(1)) {
      const now = busySeconds();
      [last, longest] = [now, Math.max(longest, now - last)];
    }
    longest = Math.max(longest, busySeconds() - last);
    assert.ok(longest < 1, `deaf for ${longest} s`);
  });
});
