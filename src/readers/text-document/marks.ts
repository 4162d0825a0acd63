/** Formatting that HTML has elements for, as bits; the first is outermost. */
export const STRONG_MARK = 1;
export const EMPHASIS_MARK = 2;
export const STRUCK = 4;
export const SUPERSCRIPT_MARK = 8;
export const SUBSCRIPT_MARK = 16;
export const CODE_MARK = 32;

/** Elements by bit, from the outermost in. */
export const MARK_TAGS: ReadonlyArray<readonly [mark: number, tag: string]> = [
  [STRONG_MARK, 'strong'],
  [EMPHASIS_MARK, 'em'],
  [STRUCK, 's'],
  [SUPERSCRIPT_MARK, 'sup'],
  [SUBSCRIPT_MARK, 'sub'],
  [CODE_MARK, 'code'],
];
