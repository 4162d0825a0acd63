import type { FormatName } from '../../contract/options/formats.ts';

const LEAST_TOLD = 0.005;

/** Says how much of a page was too long for the model. */
export function remarkUnread(format: FormatName, unread: number): string[] {
  if (unread < LEAST_TOLD) return [];
  const share = Math.max(1, Math.round(unread * 100));
  return [`formats: ${format}: the last ${share} % of the page were too long for the language model.`];
}
