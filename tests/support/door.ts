/*
 * The door of a command, opened in this process. What a command says of a wrong command line needs no process of its
 * own, and there are many of them; that the built command says the same is shown once for each command.
 */
import type {Finished} from './command.js';
import type {Place} from './place.js';

/** Calls a door as the command would in the folder of a place. */
export async function opened({folder}: Place, door: () => Promise<number>): Promise<Finished> {
  const written = {stdout: '', stderr: ''};
  const streams = ['stdout', 'stderr'] as const;
  const writes = streams.map((name) => process[name].write);
  const cwd = process.cwd();
  process.chdir(folder);
  for (const name of streams) {
    process[name].write = (chunk: string | Uint8Array): boolean => {
      written[name] += Buffer.from(chunk).toString('latin1');
      return true;
    };
  }
  try {
    const exitCode = await door();
    return {...written, exitCode};
  } finally {
    process.chdir(cwd);
    for (const [index, name] of streams.entries()) {
      const write = writes[index];
      if (write !== undefined) process[name].write = write;
    }
  }
}
