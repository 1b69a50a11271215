/* Real shells, asked what they would complete: of each, the same lines. */
import * as assert from 'uvu/assert';
import {inPlace, type Place} from '../support/place.js';
import {suite} from '../support/suite.js';

/** What is typed, and the one thing that it can become. */
const LINES: readonly (readonly [typed: string, becomes: string])[] = [
  ['fivedice compl', 'completion'],
  ['fivedice --v', '--version'],
  ['fivedice mark --repo', '--report'],
  ['fivedice mark prog.c --aud', '--audience'],
  ['fivedice mark --report gr', 'gradescope'],
  ['fivedice mark --tolerate fi', 'final-newline'],
  ['fivedice play --rules of', 'official'],
  ['fivedice odds --h', '--help'],
  ['fivedice help od', 'odds'],
  ['fivedice completion f', 'fish'],
];

/** A file, where neither a flag nor a value is known. */
const FILES: readonly string[] = [
  'fivedice mark apr',
  'fivedice mark --fixtures apr',
  'fivedice mark -- ./prog apr',
];

/** Prints what the shell would put in place of the last word of each line. */
const BASH = `
source <("$FIVEDICE" completion bash)
while read -r line; do
  # As readline does it.
  read -ra COMP_WORDS <<< "\${line//[=:]/ & }"
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
  _fivedice
  echo "\${COMPREPLY[*]}"
done`;

const FISH = `
"$FIVEDICE" completion fish | source
while read --local line
  complete -C "$line" | string replace --regex '\\t.*' '' | string join ' '
end`;

/** It completes only on a terminal, so it gets one, with a key that shows the line. */
const ZSH = `
zmodload zsh/zpty
"$FIVEDICE" completion zsh > completion.zsh
zpty shell "PS1= zsh -f -i"
zpty -w shell '
  unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u -D; source completion.zsh
  show() { print -r -- "<$BUFFER>"; BUFFER=; zle accept-line }; zle -N show; bindkey "^X" show
  echo ready=$((1+1))'
while zpty -r shell line; do [[ $line = *ready=2* ]] && break; done
while read -r line; do
  zpty -w -n shell "$line"$'\\t\\x18'
  zpty -r shell out '*<*>*'
  print -r -- "\${\${out##*<}%%>*}"
done
zpty -d shell`;

const SHELLS = {
  bash: {command: 'bash', args: ['-c', BASH]},
  fish: {command: 'fish', args: ['--no-config', '--command', FISH]},
  zsh: {command: 'zsh', args: ['-f', '-c', ZSH]},
} as const;

/** What a shell makes of the last word of each line. */
async function completed(
  {run, write}: Place,
  shell: keyof typeof SHELLS,
  lines: readonly string[],
): Promise<string[]> {
  write({'april.txt': ''});
  const {command, args} = SHELLS[shell];
  const {stdout, stderr} = await run(command, args, {input: `${lines.join('\n')}\n`});
  assert.is(stderr, '');
  return stdout.split('\n', lines.length).map((line) => /[^ ]*?(?==? ?$)/.exec(line)?.[0] ?? '');
}

suite('completion', (test) => {
  const typed = LINES.map(([line]) => line);
  const expected = LINES.map(([, becomes]) => becomes);

  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    test.needs(...(shell === 'bash' ? [] : [shell]))(
      `in ${shell} has subcommands, flags and the values of flags, and files otherwise`,
      inPlace(async (place) => {
        // To bash they are left, and it takes words apart at `=` and `:`.
        const [file, value] = shell === 'bash' ? ['', 'gradescope'] : ['april.txt', '--report=gradescope'];
        const lines = [...typed, ...FILES, 'fivedice mark --report=gr'];
        assert.equal(await completed(place, shell, lines), [...expected, ...FILES.map(() => file), value]);
      }),
    );
  }

  test(
    'in bash leaves files to bash, after a colon too',
    inPlace(async (place) => {
      assert.equal(await completed(place, 'bash', ['fivedice mark --report json:apr']), ['']);
      const {stdout} = await place.shell('source <("$FIVEDICE" completion bash); complete -p fivedice');
      assert.is(stdout, 'complete -o default -F _fivedice fivedice\n');
    }),
  );

  for (const args of [[], ['tcsh'], ['bash', 'zsh']]) {
    test(
      `${args.join(' ') || 'of no shell'} is refused, and the shells are named`,
      inPlace(async ({fivedice}) => {
        const {stderr, exitCode} = await fivedice('completion', ...args);
        assert.match(stderr, /^fivedice: completion: name one shell: bash, zsh, fish\n/);
        assert.is(exitCode, 2);
      }),
    );
  }
});
