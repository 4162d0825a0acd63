import { collapseSpace } from '../inline/collapse-space.ts';

/** A title as it follows a destination, with the space before it; '' when there is none to write. */
export function linkTitle(title: string | undefined): string {
  const text = collapseSpace(title ?? '')
    .trim()
    .replaceAll('`', "'");
  return text === '' ? '' : ` "${text.replace(/["\\]/g, '\\$&').replace(/&(?=#?\w+;)/g, '\\&')}"`;
}
