/* How far a long command is, in one line of a terminal, with the time that is still to go. */

/** Before so many milliseconds, and so many things done, nobody can say how long the rest will take. */
const [SOON, FEW] = [3000, 3];

/** An estimate that is off by less than this part of what is left is not changed: the time must not jump about. */
const STEADY = 0.2;

/** How wide the bar is. */
const WIDTH = 40;

/** How many milliseconds are left, by what was done since the start; null if that is not known yet. */
export function timeLeft(start: number): (done: number, left: number, now: number) => number | null {
  let end: number | null = null;
  return (done, left, now) => {
    if (now - start < SOON || done < FEW) return null;
    const estimate = now + ((now - start) / done) * left;
    if (end === null || Math.abs(estimate - end) > STEADY * (estimate - now)) end = estimate;
    return Math.max(0, end - now);
  };
}

/** `[####......] 12/80, about 40 s left`. */
export function progressLine(done: number, total: number, left: number | null): string {
  const filled = Math.floor((WIDTH * done) / Math.max(1, total));
  const bar = `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${done}/${total}`;
  return left === null ? bar : `${bar}, about ${durationText(left)} left`;
}

/** Rounded up to what a person wants to know: `35 s`, `4 min`, `2 h 10 min`. */
function durationText(milliseconds: number): string {
  const seconds = Math.max(5, 5 * Math.ceil(milliseconds / 5000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
