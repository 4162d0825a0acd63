import { UsageError, type CommandContext } from '../command/command.ts';
import { describeFlags, type OptionFlag, type OwnFlags } from '../option-flags.ts';
import { namedService } from '../command/service-client.ts';

/** Flags of options that mean something only with a service: its cache, its profiles, what it keeps. */
export function describeServiceFlags(flags: readonly OptionFlag[]): string {
  return `With --service alone:\n${describeFlags(flags)}`;
}

/** A flag that only a service can follow is a UsageError when none was named. */
export function checkServiceFlags(
  flags: readonly OptionFlag[],
  options: Readonly<Record<string, unknown>>,
  { own, config }: { own: OwnFlags; config: CommandContext['config'] },
): void {
  const given = flags.find(({ option }) => options[option] !== undefined);
  if (given === undefined || namedService(own['service'], config) !== undefined) return;
  throw new UsageError(`--${given.flag} needs a service, which has what it means: --service URL`);
}
