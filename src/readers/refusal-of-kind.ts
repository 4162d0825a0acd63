import type { RefusedKind } from './reader.ts';

/** Why a kind is refused, as the end of a sentence. */
export function refusalOfKind({ label, isUnread = false }: RefusedKind): string {
  return `there is no ${isUnread ? 'reader for' : 'text to take from'} ${label}`;
}
