import { UsageError, type Command, type ListedCommand } from './command/command.ts';
import { commandWords } from './completion/command-words.ts';
import { completionScript, SHELLS } from './completion/completion-scripts.ts';
import { readArgs } from './read-args.ts';

type CommandTable = Readonly<Record<string, ListedCommand>>;

/** The command is in the table that it is made from. */
export function createCompletion(commands: () => CommandTable): Command {
  return {
    usage: `[${SHELLS.join(' | ')}]`,
    help: () => `Usage: decant completion ${SHELLS.join(' | ')}

Prints a script for the shell. It completes the word decant, so decant has to be on the PATH (npm install -g decant).

  bash   decant completion bash > ~/.local/share/bash-completion/completions/decant
  zsh    decant completion zsh > FOLDER/_decant, where FOLDER is one of $fpath
  fish   decant completion fish > ~/.config/fish/completions/decant.fish

Or for the shell that runs now: source <(decant completion bash), decant completion fish | source.
`,
    async run({ args, stdout }) {
      const [given, ...others] = readArgs(args, {}).positionals;
      const shell = SHELLS.find((each) => each === given);
      if (shell === undefined || others.length > 0)
        throw new UsageError(`completion takes one shell: decant completion ${SHELLS.join(' | ')}`);
      const words = await Promise.all(
        Object.entries(commands()).map(async ([name, { summary, load }]) => ({
          name,
          summary,
          ...commandWords(await load()),
        })),
      );
      stdout.write(completionScript(shell, words));
      return 0;
    },
  };
}
