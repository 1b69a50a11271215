/* Scripts for shells, made from the tables of all commands: what can be typed next. Files where nothing else is known. */
import {type Command, type Flag, HELP} from './flags.js';

export interface Subcommand {
  readonly summary: string;
  readonly command: Command;
}

export const SHELL_NAMES = ['bash', 'zsh', 'fish'] as const;

/** Each script completes `fivedice` from then on. */
export const SHELLS: Readonly<
  Record<(typeof SHELL_NAMES)[number], (subcommands: readonly Subcommand[]) => string>
> = {bash: bashScript, zsh: zshScript, fish: fishScript};

/** What the command itself takes in place of a subcommand. */
const OWN_FLAGS = ['--help', '--version'];

function flagsOf({flags}: Command): readonly Flag[] {
  return [...flags, HELP];
}

/** Values of one word: `only CHARS` is none. */
function valuesOf({values = []}: Flag): readonly string[] {
  return values.map(String).filter((value) => !value.includes(' '));
}

/** The first sentence of a help, on one line. */
function briefly({help}: Flag): string {
  const [first = ''] = typeof help === 'string' ? [help] : help;
  return first.split(/[;:.](?:\s|$)/)[0] ?? first;
}

function bashScript(subcommands: readonly Subcommand[]): string {
  const names = subcommands.map(({command}) => command.name).join(' ');
  const rows = subcommands.flatMap(({command}) => {
    const {name, words = []} = command;
    const flags = flagsOf(command);
    return [
      `    '${name} -') words='${flags.map((flag) => `--${flag.name}`).join(' ')}' ;;`,
      ...(words.length === 0 ? [] : [`    '${name} ') words='${words.join(' ')}' ;;`]),
      ...flags
        .filter((flag) => valuesOf(flag).length > 0)
        .map((flag) => `    '${name} --${flag.name}') words='${valuesOf(flag).join(' ')}' ;;`),
    ];
  });
  return `# Completes fivedice in bash.
_fivedice() {
  local now=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} about= words=
  # Bash takes = and : for words of their own.
  [ "$now" = = ] && now=
  [ "$before" = = ] && before=\${COMP_WORDS[COMP_CWORD-2]}
  COMPREPLY=()
  # After the colon of FORMAT:PATH, and after --, there are files.
  [[ $now = : || $before = : || " \${COMP_WORDS[*]:1:COMP_CWORD-1} " = *' -- '* ]] && return
  case $now in -*) about=- ;; *) case $before in --*) about=$before ;; esac ;; esac
  if [ "$COMP_CWORD" = 1 ]; then about=; else about="\${COMP_WORDS[1]} $about"; fi
  case $about in
    '') words='${names} help ${OWN_FLAGS.join(' ')}' ;;
    'help ') words='${names}' ;;
${rows.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$now"))
}
complete -o default -F _fivedice fivedice
`;
}

function zshScript(subcommands: readonly Subcommand[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  const plain = (text: string): string => text.replace(/[[\]:\\]/g, '\\$&');
  const specOf = (flag: Flag): string => {
    const {name, takes, many = false} = flag;
    const values = valuesOf(flag);
    const what = values.length > 0 ? `(${values.join(' ')})` : '_files';
    const value = takes === undefined ? '' : `:${plain(takes)}:${what}`;
    return quoted(
      `${many ? '*' : ''}--${name}${takes === undefined ? '' : '='}[${plain(briefly(flag))}]${value}`,
    );
  };
  const listed = subcommands.map(
    ({command, summary}) => `    ${quoted(`${command.name}:${plain(summary)}`)}`,
  );
  const rows = subcommands.map(({command}) => {
    const {name, words = []} = command;
    const rest = quoted(words.length > 0 ? `:word:(${words.join(' ')})` : '*:file:_files');
    return `    ${name}) _arguments ${[...flagsOf(command).map(specOf), rest].join(' ')} ;;`;
  });
  return `#compdef fivedice
# Completes fivedice in zsh.
_fivedice() {
  local -a subcommands=(
${listed.join('\n')}
    'help:say more about a subcommand'
  )
  if (( CURRENT == 2 )); then
    _describe subcommand subcommands
    [[ $PREFIX = -* ]] && compadd -- ${OWN_FLAGS.join(' ')}
    return
  fi
  local name=$words[2]
  shift words
  (( CURRENT-- ))
  case $name in
    help) _describe subcommand subcommands ;;
${rows.join('\n')}
  esac
}
compdef _fivedice fivedice
`;
}

function fishScript(subcommands: readonly Subcommand[]): string {
  const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const names = subcommands.map(({command}) => command.name);
  /** Where it holds: after a subcommand, or after none. */
  const after = (name: string): string => `complete -c fivedice -n '__fivedice_in ${name}'`;
  const wordsIn = (name: string, words: readonly string[]): string =>
    `${after(name)} -f -a ${quoted(words.join(' '))}`;
  const lineOf = (name: string, flag: Flag): string => {
    const values = valuesOf(flag);
    const takes =
      flag.takes === undefined
        ? []
        : values.length > 0
          ? ['-x', '-a', quoted(values.join(' '))]
          : ['-r', '-F'];
    const short = flag.short === undefined ? [] : ['-s', flag.short];
    return [after(name), '-l', flag.name, ...short, ...takes, '-d', quoted(briefly(flag))].join(' ');
  };
  const lines = subcommands.flatMap(({command, summary}) => {
    const {name, words = []} = command;
    return [
      `${wordsIn('', [name])} -d ${quoted(summary)}`,
      ...(words.length === 0 ? [] : [wordsIn(name, words)]),
      ...flagsOf(command).map((flag) => lineOf(name, flag)),
    ];
  });
  return `# Completes fivedice in fish.
function __fivedice_in
  set -l words (commandline -opc)
  test "$words[2]" = "$argv[1]"
end
${[...lines, wordsIn('', ['help', ...OWN_FLAGS]), wordsIn('help', names)].join('\n')}
`;
}
