/** How an item of a list begins. */
export interface ItemMark {
  /** `label`: what the number of an HTML list cannot be, such as `2.1` or `Article 3`. */
  kind: 'bullet' | 'number' | 'label';
  /** Items with the same one belong to one list. */
  list: string;
  /** From 0. */
  level: number;
  /** Its number on its level. */
  value: number;
  /** As it is shown, such as `1.2` or `(a)`; '' for bullets. */
  label: string;
  /** Value of `type` of `ol`; undefined for decimal numbers. */
  type: string | undefined;
  /** No room between label and text. */
  isJoined: boolean;
  /** A box to be ticked, and whether it is. */
  box: boolean | undefined;
  /**
   * The look of the item, in files that part lists which begin anew: a list with one item goes on in the next one that
   * looks like it.
   */
  look?: string;
}

const CONTENTS = 'contents';

/** An entry of a table of contents; `level` counts from 0. */
export function contentsMark(level: number): ItemMark {
  return {
    kind: 'bullet',
    list: CONTENTS,
    level,
    value: 1,
    label: '',
    type: undefined,
    isJoined: false,
    box: undefined,
  };
}

/** True for an entry of a table of contents, in which nothing but further entries stands. */
export function isContents({ list }: ItemMark): boolean {
  return list === CONTENTS;
}
