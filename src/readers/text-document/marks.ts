/** Formatting that HTML has elements for, as bits; the first is outermost. */
export const STRONG = 1;
export const EMPHASIS = 2;
export const STRUCK = 4;
export const SUPERSCRIPT = 8;
export const SUBSCRIPT = 16;
export const CODE = 32;

/** Elements by bit, from the outermost in. */
export const MARK_TAGS: ReadonlyArray<readonly [mark: number, tag: string]> = [
  [STRONG, 'strong'],
  [EMPHASIS, 'em'],
  [STRUCK, 's'],
  [SUPERSCRIPT, 'sup'],
  [SUBSCRIPT, 'sub'],
  [CODE, 'code'],
];
