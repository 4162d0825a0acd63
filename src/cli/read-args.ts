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
