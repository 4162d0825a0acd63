import type { Command } from '../command/command.ts';

/** A flag as a shell completes it. */
export interface FlagWord {
  /** With its dashes. */
  name: string;
  takesValue: boolean;
}

/** The words that may stand behind the name of a command. */
export interface CommandWords {
  name: string;
  summary: string;
  /** `list`, `create`, ...; none for a command that does one thing. */
  actions: string[];
  flags: FlagWord[];
}

/** Reads the words of a command from its usage and its help, where every one of them stands. */
export function commandWords(command: Command): Pick<CommandWords, 'actions' | 'flags'> {
  const { usage } = command;
  const [, actions = ''] = /^\[([^\]]+)\]$/.exec(usage) ?? [];
  const flags = new Map<string, boolean>([['--help', false]]);
  const given = /(?:^|[\s[|])--(?<no>\[no-\])?(?<flag>[a-z][a-z0-9-]*)(?<value> (?:[A-Z]|[a-z]+\|))?/g;
  for (const { groups = {} } of command.help().matchAll(given)) {
    const flag = groups['flag']!;
    flags.set(`--${flag}`, flags.get(`--${flag}`) === true || groups['value'] !== undefined);
    if (groups['no'] !== undefined) flags.set(`--no-${flag}`, false);
  }
  return {
    actions: actions.split('|').flatMap((word) => word.trim() || []),
    flags: [...flags].map(([flag, takesValue]) => ({ name: flag, takesValue })),
  };
}
