import type { CommandContext } from '../command/command.ts';

/** Prints a value for programs; returns the exit code. */
export function printJson({ stdout }: Pick<CommandContext, 'stdout'>, value: unknown): number {
  stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
  return 0;
}
