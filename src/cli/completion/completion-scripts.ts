import type { CommandWords } from './command-words.ts';

/** The shells that there is a script for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Words of `decant` itself, beside its commands. */
const GENERAL = ['help', '--help', '--version'];

/** Gives a script that completes commands, their actions and flags; where none fits, names of files. */
export function completionScript(shell: Shell, commands: readonly CommandWords[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands);
}

const flagNames = ({ flags }: CommandWords): string => flags.map(({ name }) => name).join(' ');
const valueFlags = ({ flags }: CommandWords): string =>
  flags
    .filter(({ takesValue }) => takesValue)
    .map(({ name }) => name)
    .join('|');

function bashScript(commands: readonly CommandWords[]): string {
  const names = commands.map(({ name }) => name);
  return `# Completion of decant for bash: decant completion bash > ~/.local/share/bash-completion/completions/decant
_decant() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words='' actions='' values=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${[...names, ...GENERAL].join(' ')}' -- "$current"))
    return
  fi
  case \${COMP_WORDS[1]} in
    help) actions='${[...names, 'variables'].join(' ')}' ;;
${commands.map((each) => `    ${each.name}) words='${flagNames(each)}' actions='${each.actions.join(' ')}' values='${valueFlags(each)}' ;;`).join('\n')}
  esac
  case "|$values|-o|" in *"|$previous|"*) return ;; esac
  case $current in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) [ "$COMP_CWORD" -eq 2 ] && COMPREPLY=($(compgen -W "$actions" -- "$current")) ;;
  esac
}
complete -o default -F _decant decant
`;
}

function zshScript(commands: readonly CommandWords[]): string {
  const names = commands.map(({ name }) => name);
  return `#compdef decant
# Completion of decant for zsh: decant completion zsh > a file named _decant in a folder of $fpath
_decant() {
  local -a commands flags actions values
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n')}
    'help:Say what a command takes.'
  )
  if (( CURRENT == 2 )); then
    if [[ $words[2] == -* ]]; then compadd -- --help --version; else _describe command commands; fi
    return
  fi
  case $words[2] in
    help) actions=(${[...names, 'variables'].join(' ')}) ;;
${commands.map((each) => `    ${each.name}) flags=(${flagNames(each)}) actions=(${each.actions.join(' ')}) values=(${valueFlags(each).replaceAll('|', ' ')}) ;;`).join('\n')}
  esac
  if (( \${values[(Ie)$words[CURRENT-1]]} )) || [[ $words[CURRENT-1] == -o ]]; then
    _files
  elif [[ $words[CURRENT] == -* ]]; then
    compadd -- $flags
  elif (( CURRENT == 3 && $#actions )); then
    compadd -- $actions
  else
    _files
  fi
}
if [[ $funcstack[1] == _decant ]]; then _decant "$@"; else compdef _decant decant; fi
`;
}

function fishScript(commands: readonly CommandWords[]): string {
  const names = commands.map(({ name }) => name);
  const lines = commands.flatMap(({ name, summary, actions, flags }) => [
    `complete -c decant -f -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ...fishActions(name, actions),
    ...flags.map(
      (flag) =>
        `complete -c decant -n ${quoted(`__decant_runs ${name}`)} -l ${flag.name.slice(2)}${flag.takesValue ? ' -r' : ''}`,
    ),
  ]);
  return `# Completion of decant for fish: decant completion fish > ~/.config/fish/completions/decant.fish
function __decant_runs
    set -l words (commandline -opc)
    test "$words[2]" = $argv[1]
end
function __decant_begins
    set -l words (commandline -opc)
    test (count $words) -eq 2; and test "$words[2]" = $argv[1]
end
complete -c decant -f -n __fish_use_subcommand -l help
complete -c decant -f -n __fish_use_subcommand -l version
complete -c decant -f -n __fish_use_subcommand -a help -d 'Say what a command takes.'
${[...fishActions('help', [...names, 'variables']), ...lines].join('\n')}
`;
}

/** The words that may follow a command, and nothing else then. */
function fishActions(name: string, actions: readonly string[]): string[] {
  if (actions.length === 0) return [];
  return [`complete -c decant -f -n ${quoted(`__decant_begins ${name}`)} -a ${quoted(actions.join(' '))}`];
}

/** In single quotes, as all three shells take it when there is none in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
