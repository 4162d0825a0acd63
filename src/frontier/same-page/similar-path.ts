import { withoutSession } from './session-parameters.ts';

/** Files that servers deliver for a folder's own URL. */
const INDEX_FILE = /^(?:index|default)\.(?:x?html?|shtml|php|aspx?|jspx?|cfm)$/i;

/**
 * A path in the form that all spellings of the same page share: without session ids, without the file name of an
 * index, without trailing slash (the root keeps its one).
 */
export function similarPath(path: string): string {
  const segments = path
    .slice(1)
    .split('/')
    .map(withoutSession)
    .filter((segment) => segment !== undefined);
  const isDroppable = (segment: string | undefined): boolean =>
    segment !== undefined && (segment === '' || INDEX_FILE.test(segment));
  while (isDroppable(segments.at(-1))) segments.pop();
  return `/${segments.join('/')}`;
}
