/** Parts of a cell or sheet that are no part of what the cells show. */
export const PASSED_OVER: ReadonlySet<string> = new Set([
  'annotation',
  'forms',
  'scenario',
  'table-source',
  'dde-source',
]);
