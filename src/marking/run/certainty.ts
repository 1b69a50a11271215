/*
 * What may be kept of a run that ends early. Slurm, systemd and others end a job by a signal to all its processes, and
 * a program may get it before the marker does. What it does then is no verdict on it, but only what comes next tells
 * the two apart.
 */
import type {Listener, RunEvent} from '../run/events.js';

/** How long after a failure the signal may come that is its cause, in milliseconds. */
export const BROADCAST = 200;

/**
 * Tells failures, and all that comes after them, a moment late. The last failures before a run ends early lose their
 * digest, so that nobody uses them again.
 */
export function onceSure(listen: Listener): Listener {
  const waiting: {readonly event: RunEvent; readonly from: number}[] = [];
  // Nobody waits for it: the end of the run tells what is left.
  const wait = (): unknown => setTimeout(tellOld, BROADCAST).unref();
  const tellOld = (): void => {
    const now = performance.now();
    const young = waiting.findIndex(({from}) => from > now);
    // All at once: known verdicts come by the ten thousand, and taking them one by one moves all others each time.
    for (const {event} of waiting.splice(0, young === -1 ? waiting.length : young)) listen(event);
    if (waiting.length > 0) wait();
  };
  return (event) => {
    if (event.event === 'ended') {
      tellOld();
      for (const one of waiting.splice(0)) listen(event.reason === null ? one.event : unsure(one.event));
      return listen(event);
    }
    if (waiting.length === 0 && !isFailure(event)) return listen(event);
    waiting.push({event, from: performance.now() + BROADCAST});
    if (waiting.length === 1) wait();
  };
}

function isFailure(event: RunEvent): boolean {
  return event.event === 'case' && event.reused === null && event.marks.verdict !== 'pass';
}

function unsure(event: RunEvent): RunEvent {
  return event.event === 'case' && isFailure(event) ? {...event, digest: null} : event;
}
