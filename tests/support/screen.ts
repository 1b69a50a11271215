/* A terminal that keeps its screen: what a person sees, not what was sent. */
import xterm, {type IBufferLine} from '@xterm/headless';
import {execa} from 'execa';
import {userEnvironment} from './command.js';
import {onTerminal, type Seen} from './terminal.js';

export interface Screen {
  /** Waits until the screen has this text, or these lines; returns its lines without trailing spaces. */
  readonly shows: (what: string | RegExp | readonly string[]) => Promise<readonly string[]>;
  /** Waits until the terminal was sent this text, which may have left the screen since. */
  readonly showed: (text: string) => Promise<void>;
  readonly types: (keys: string) => void;
  readonly rows: () => readonly IBufferLine[];
  readonly resize: (columns: number, rows: number) => Promise<void>;
  readonly isAlternate: () => boolean;
  readonly isCursorShown: () => boolean;
  readonly takesPastes: () => boolean;
  /** Returns the process id of a command run `withStatus`. */
  readonly pid: () => number;
}

interface Looks {
  readonly env: NodeJS.ProcessEnv;
  readonly columns?: number;
  readonly rows?: number;
}

/** Returns a line of shell that prints the process id of a command, runs it, and prints its exit status. */
export function withStatus(command: string): string {
  return `sh -c 'echo pid $$; exec "$@"' sh ${command}; echo status $?`;
}

/** Runs a line of shell on a terminal, by default of 80 by 24, while a person looks at it. */
export async function onScreen(
  line: string,
  {env, columns = 80, rows = 24}: Looks,
  person: (screen: Screen) => Promise<void>,
): Promise<Seen> {
  const emulator = new xterm.Terminal({cols: columns, rows, allowProposedApi: true});
  const command = `tty; stty cols ${columns} rows ${rows}; ${line}`;
  const colourless = {...userEnvironment(), TERM: 'xterm-256color', LC_ALL: 'C.UTF-8', ...env};
  try {
    return await onTerminal(
      command,
      async ({shows, types}) => {
        let sent = '';
        const lines = (): IBufferLine[] => {
          const {active} = emulator.buffer;
          return Array.from(
            {length: emulator.rows},
            (_, row) => active.getLine(active.baseY + row) ?? [],
          ).flat();
        };
        const look = (): string[] => lines().map((line) => line.translateToString(true).trimEnd());
        const refresh = async (): Promise<boolean> => {
          const all = await shows((shown) => shown.length > sent.length);
          const more = all.slice(sent.length);
          sent = all;
          await new Promise<void>((resolve) => emulator.write(Buffer.from(more, 'latin1'), resolve));
          return more !== '';
        };
        await person({
          shows: async (what) => {
            while (!has(look(), what)) {
              if (!(await refresh()))
                throw new Error(`${String(what)} is not on the screen:\n${look().join('\n')}`);
            }
            return look();
          },
          showed: async (text) => {
            const all = await shows((shown) => shown.includes(text));
            if (!all.includes(text))
              throw new Error(`${text} was never on the screen:\n${look().join('\n')}`);
          },
          types,
          rows: lines,
          resize: async (toColumns, toRows) => {
            emulator.resize(toColumns, toRows);
            const tty = /\/dev\/pts\/\d+/.exec(sent)?.[0] ?? '';
            await execa('stty', ['-F', tty, 'cols', `${toColumns}`, 'rows', `${toRows}`]);
          },
          isAlternate: () => emulator.buffer.active.type === 'alternate',
          isCursorShown: () => sent.lastIndexOf('\x1b[?25h') >= sent.lastIndexOf('\x1b[?25l'),
          takesPastes: () => emulator.modes.bracketedPasteMode,
          pid: () => Number(/pid (\d+)/.exec(sent)?.[1]),
        });
      },
      {env: colourless},
    );
  } finally {
    emulator.dispose();
  }
}

function has(lines: readonly string[], what: string | RegExp | readonly string[]): boolean {
  if (typeof what === 'string') return lines.join('\n').includes(what);
  if (what instanceof RegExp) return what.test(lines.join('\n'));
  return lines.join('\n') === what.map((line) => line.trimEnd()).join('\n');
}
