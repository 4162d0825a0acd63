import { UsageError } from './command.ts';

/** The value of a flag that takes a whole number of at least `min`; a UsageError when it is none. */
export function wholeNumberFlag(flag: string, text: string, min: number): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < min)
    throw new UsageError(`${flag} takes a whole number of at least ${min}, not "${text}"`);
  return value;
}
