/** The commands of the prompt, in the words of `decant shell`: the name, what stands behind it, and what it does. */
export const COMMANDS = [
  ['keep', 'SELECTOR', 'Keep what it matches beside the content.'],
  ['drop', 'SELECTOR', 'Leave out what it matches.'],
  ['undo', '', 'Take the last keep, drop or browser back.'],
  ['md', '', 'The page as Markdown.'],
  ['html', '', 'The content as HTML.'],
  ['links', '', 'Its links, one a line.'],
  ['diff', '', 'What changed in the Markdown since the page was fetched.'],
  ['json', 'SCHEMA', 'Data by a JSON Schema, or fields: name, price:number.'],
  ['ask', 'QUESTION', 'An answer from the page.'],
  ['browser', '', 'Fetch the page once more, in a browser.'],
  ['curl', '', 'The request that does all this.'],
  ['help', '', 'These lines.'],
] as const;

export type CommandName = (typeof COMMANDS)[number][0];

/** Selectors that may stand behind a command. */
export type SelectorsOf = (command: 'keep' | 'drop') => readonly string[];

export const HELP = COMMANDS.map(
  ([name, behind, about]) => `${`${name} ${behind}`.padEnd(16)} ${about}`,
).join('\n');

/** Takes a line apart; throws for one that no command understands. */
export function readCommand(line: string): { name: CommandName; behind: string } {
  const [, word = '', behind = ''] = /^(\S+)\s*([^]*)$/.exec(line.trim()) ?? [];
  const known = COMMANDS.find(([name]) => name === word);
  if (known === undefined) throw new Error(`There is no ${word} here: help tells of all`);
  const [name, wanted] = known;
  if (wanted !== '' && behind === '') throw new Error(`${name} takes a ${wanted.toLowerCase()} behind it`);
  if (wanted === '' && behind !== '') throw new Error(`${name} takes nothing behind it`);
  return { name, behind };
}

/** The lines that a line may become: commands; behind `keep` and `drop` the selectors of the page. */
export function completionsOf(line: string, selectorsOf: SelectorsOf): string[] {
  const [, command = '', begun] = /^\s*(\S*)(?:\s+(.*))?$/.exec(line) ?? [];
  if (begun === undefined)
    return COMMANDS.filter(([name]) => name.startsWith(command)).map(([name, behind]) =>
      behind === '' ? name : `${name} `,
    );
  if (command !== 'keep' && command !== 'drop') return [];
  return selectorsOf(command)
    .filter((selector) => selector.startsWith(begun))
    .map((selector) => `${command} ${selector}`);
}

/** The beginning that all lines have. */
export function commonStart(lines: readonly string[]): string {
  const [first = '', ...others] = lines;
  return others.reduce((start, line) => {
    let length = 0;
    while (length < start.length && start[length] === line[length]) length++;
    return start.slice(0, length);
  }, first);
}
