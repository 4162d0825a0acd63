import * as T from '../../tags.ts';

/** Bits of the table that `elementClass` answers from. */
export const BLOCK = 1;
export const HEADING = 2;
/** Never shown, whatever the page's style sheet says. */
export const UNSEEN = 4;
/** Something a person operates: its text is an instruction, not content. */
export const CONTROL = 8;
/** Holds picture, sound or film: it counts as content although it has no words. */
export const MEDIA = 16;
/** Can be the frame of something larger: worth reading its class, id and role. */
export const CONTAINER = 32;

const tags = {
  block: [
    T.ADDRESS,
    T.ARTICLE,
    T.ASIDE,
    T.BLOCKQUOTE,
    T.BODY,
    T.BUTTON,
    T.CAPTION,
    T.CENTER,
    T.DD,
    T.DETAILS,
    T.DIALOG,
    T.DIR,
    T.DIV,
    T.DL,
    T.DT,
    T.FIELDSET,
    T.FIGCAPTION,
    T.FIGURE,
    T.FOOTER,
    T.FORM,
    T.FRAMESET,
    T.H1,
    T.H2,
    T.H3,
    T.H4,
    T.H5,
    T.H6,
    T.HEADER,
    T.HGROUP,
    T.HR,
    T.HTML,
    T.LEGEND,
    T.LI,
    T.LISTING,
    T.MAIN,
    T.MENU,
    T.NAV,
    T.NOSCRIPT,
    T.OL,
    T.OPTGROUP,
    T.OPTION,
    T.P,
    T.PLAINTEXT,
    T.PRE,
    T.SEARCH,
    T.SECTION,
    T.SELECT,
    T.SUMMARY,
    T.TABLE,
    T.TBODY,
    T.TD,
    T.TEMPLATE,
    T.TEXTAREA,
    T.TFOOT,
    T.TH,
    T.THEAD,
    T.TR,
    T.UL,
    T.XMP,
  ],
  heading: [T.H1, T.H2, T.H3, T.H4, T.H5, T.H6],
  unseen: [
    T.COMMENT,
    T.DOCTYPE,
    T.SVG,
    T.HEAD,
    T.SCRIPT,
    T.STYLE,
    T.TEMPLATE,
    T.NOEMBED,
    T.NOFRAMES,
    T.TITLE,
    T.META,
    T.LINK,
    T.BASE,
    T.DATALIST,
    T.PARAM,
    T.SOURCE,
    T.TRACK,
    T.RP,
  ],
  control: [T.BUTTON, T.SELECT, T.OPTION, T.OPTGROUP, T.TEXTAREA, T.INPUT, T.LABEL, T.LEGEND, T.FIELDSET],
  media: [T.IMG, T.PICTURE, T.VIDEO, T.AUDIO, T.IFRAME, T.EMBED, T.OBJECT, T.SVG, T.CANVAS, T.MATH],
  container: [
    T.ADDRESS,
    T.ARTICLE,
    T.ASIDE,
    T.BLOCKQUOTE,
    T.CENTER,
    T.DETAILS,
    T.DIALOG,
    T.DIV,
    T.DL,
    T.DD,
    T.FIELDSET,
    T.FIGCAPTION,
    T.FIGURE,
    T.FOOTER,
    T.FORM,
    T.HEADER,
    T.HGROUP,
    T.LI,
    T.MAIN,
    T.MENU,
    T.NAV,
    T.OL,
    T.P,
    T.SEARCH,
    T.SECTION,
    T.SELECT,
    T.SPAN,
    T.TABLE,
    T.TBODY,
    T.TD,
    T.TR,
    T.UL,
    T.A,
    T.BUTTON,
    T.H2,
    T.H3,
    T.H4,
    T.H5,
    T.H6,
  ],
} as const;

const CLASSES: Uint8Array = (() => {
  // As long as tags go: unknown ones (custom elements) can frame something and are inline.
  const table = new Uint8Array(2 ** 16).fill(CONTAINER, T.FIRST_UNKNOWN_TAG);
  const mark = (ids: readonly number[], bit: number): void => {
    for (const id of ids) table[id]! |= bit;
  };
  mark(tags.block, BLOCK);
  mark(tags.heading, HEADING);
  mark(tags.unseen, UNSEEN);
  mark(tags.control, CONTROL);
  mark(tags.media, MEDIA);
  mark(tags.container, CONTAINER);
  return table;
})();

/** Bits that hold for a tag. */
export function elementClass(tag: number): number {
  return CLASSES[tag]!;
}
