import { createInterface } from 'node:readline/promises';
import type { CommandContext } from '../command/command.ts';
import { safeOutput } from '../output/safe-output.ts';
import { sentenceOf, SHELL_COMMANDS, type PageShell } from './page-shell.ts';

/** Reads lines until the end of the input, `exit` or the signal. Gives the exit code: 1 when a line of a pipe went wrong. */
export async function runShell(
  { stdout, stderr, signal }: Pick<CommandContext, 'stdout' | 'stderr' | 'signal'>,
  shell: PageShell,
): Promise<number> {
  const { stdin } = process;
  const isTerminal = stdin.isTTY && stderr.isTTY === true;
  const lines = createInterface({
    input: stdin,
    ...(isTerminal && { output: process.stderr, prompt: '> ' }),
    terminal: isTerminal,
    completer: (line: string) => complete(line, shell),
  });
  const close = (): void => lines.close();
  signal.addEventListener('abort', close, { once: true });
  lines.on('SIGINT', close);
  let failures = 0;
  if (isTerminal) lines.prompt();
  for await (const line of lines) {
    const text = line.trim();
    if (text === 'exit' || text === 'quit' || signal.aborted) break;
    if (text !== '' && !text.startsWith('#') && !(await answer(text, shell, { stdout, stderr, signal })))
      failures++;
    if (isTerminal) lines.prompt();
  }
  close();
  signal.removeEventListener('abort', close);
  return failures > 0 && !isTerminal ? 1 : 0;
}

/** Prints what a line gives, or what is wrong with it: false. */
async function answer(
  text: string,
  shell: PageShell,
  { stdout, stderr, signal }: Pick<CommandContext, 'stdout' | 'stderr' | 'signal'>,
): Promise<boolean> {
  try {
    stdout.write(await shell.run(text));
    return true;
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined || signal.aborted) throw error;
    safeOutput(stderr).write(`${sentence}\n`);
    return false;
  }
}

/** The commands; behind `keep` and `drop` the selectors of the page. */
export function complete(line: string, shell: Pick<PageShell, 'selectors'>): [string[], string] {
  const [, command = '', begun] = /^\s*(\S*)(?:\s+(.*))?$/.exec(line) ?? [];
  if (begun === undefined)
    return [SHELL_COMMANDS.map(([name]) => name).filter((name) => name.startsWith(command)), command];
  const selectors = command === 'keep' || command === 'drop' ? shell.selectors(command) : [];
  return [selectors.filter((selector) => selector.startsWith(begun)), begun];
}
