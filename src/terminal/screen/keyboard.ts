/* The keys that are pressed while a game is played on the full screen. */
import type {Interface, Key} from 'node:readline';

const CTRL_BACKSLASH = '\x1c';

/** Milliseconds in which Escape and another key count as that key with Alt. */
const ESCAPING = 20;

/** Returns a function that stops listening. Pasted text does not count as keys. */
export function listenToKeys(press: (name: string) => void, pasted: () => void, end: () => void): () => void {
  const {stdin} = process;
  let isPasting = false;
  let isStopped = false;
  const pressed = (text: string | undefined, {sequence, ctrl, meta, ...key}: Key): void => {
    const name = key.name ?? text ?? sequence?.at(-1) ?? '';
    if (name === 'paste-start' || isPasting) {
      isPasting = name !== 'paste-end';
      if (!isPasting) pasted();
      return;
    }
    // In raw mode the terminal sends no signals for these keys: send them to its process group.
    if (ctrl && name === 'c') process.kill(0, 'SIGINT');
    else if (ctrl && name === 'z') process.kill(0, 'SIGTSTP');
    else if (sequence?.endsWith(CTRL_BACKSLASH)) process.kill(0, 'SIGQUIT');
    else if (ctrl && name === 'd') end();
    // Readline marks Escape itself with `meta`.
    if (!ctrl && (!meta || name === 'escape')) press(name);
  };
  stdin.on('error', end).on('end', end).on('close', end);
  // Loaded after the first frame, which is seen sooner. What is typed meanwhile waits in the terminal.
  import('node:readline').then(({emitKeypressEvents}) => {
    if (isStopped) return;
    // Only the timeout of the interface is read.
    emitKeypressEvents(stdin, {escapeCodeTimeout: ESCAPING} as unknown as Interface);
    stdin.on('keypress', pressed).resume();
  });
  return () => {
    isStopped = true;
    stdin.off('keypress', pressed).off('error', end).off('end', end).off('close', end);
  };
}
