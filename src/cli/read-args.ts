import { parseArgs, type ParseArgsConfig } from 'node:util';
import { toUsageError } from './option-flags.ts';

/** The arguments of a command that names its own flags; a wrong one is a UsageError. */
export function readArgs<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw toUsageError(error, options);
  }
}

/** The action of a command that has several, and its arguments; without one it lists, or does what `usual` says. */
export function readAction(args: string[], usual = 'list'): { action: string; args: string[] } {
  const [first, ...others] = args;
  return first === undefined || first.startsWith('-')
    ? { action: usual, args }
    : { action: first, args: others };
}
