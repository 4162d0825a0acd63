import * as tags from '../tags.ts';

const BLOCKS = new Uint8Array(tags.FIRST_UNKNOWN_TAG);
for (const tag of [
  tags.ADDRESS,
  tags.ARTICLE,
  tags.ASIDE,
  tags.BLOCKQUOTE,
  tags.BODY,
  tags.CAPTION,
  tags.CENTER,
  tags.DD,
  tags.DETAILS,
  tags.DIALOG,
  tags.DIR,
  tags.DIV,
  tags.DL,
  tags.DT,
  tags.FIELDSET,
  tags.FIGCAPTION,
  tags.FIGURE,
  tags.FOOTER,
  tags.FORM,
  tags.FRAMESET,
  tags.H1,
  tags.H2,
  tags.H3,
  tags.H4,
  tags.H5,
  tags.H6,
  tags.HEADER,
  tags.HGROUP,
  tags.HR,
  tags.HTML,
  tags.LEGEND,
  tags.LI,
  tags.LISTING,
  tags.MAIN,
  tags.MENU,
  tags.NAV,
  tags.OL,
  tags.OPTGROUP,
  tags.P,
  tags.PLAINTEXT,
  tags.PRE,
  tags.SEARCH,
  tags.SECTION,
  tags.SUMMARY,
  tags.TABLE,
  tags.TBODY,
  tags.TFOOT,
  tags.THEAD,
  tags.TR,
  tags.UL,
  tags.XMP,
]) {
  BLOCKS[tag] = 1;
}

/** Elements that browsers lay out as blocks (WHATWG HTML section 15.3), so text before and after them is apart. */
export function isBlock(tag: number): boolean {
  return BLOCKS[tag] === 1;
}

export function isHeading(tag: number): boolean {
  return tag >= tags.H1 && tag <= tags.H6;
}
