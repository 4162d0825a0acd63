/** Insertion modes of WHATWG HTML 13.2.4.1. Raw text needs none here: the tokenizer reads it at one go. */
export const INITIAL = 0;
export const BEFORE_HTML = 1;
export const BEFORE_HEAD = 2;
export const IN_HEAD = 3;
export const IN_HEAD_NOSCRIPT = 4;
export const AFTER_HEAD = 5;
export const IN_BODY = 6;
export const IN_TABLE = 7;
export const IN_TABLE_TEXT = 8;
export const IN_CAPTION = 9;
export const IN_COLUMN_GROUP = 10;
export const IN_TABLE_BODY = 11;
export const IN_ROW = 12;
export const IN_CELL = 13;
export const IN_SELECT = 14;
export const IN_SELECT_IN_TABLE = 15;
export const IN_TEMPLATE = 16;
export const AFTER_BODY = 17;
export const IN_FRAMESET = 18;
export const AFTER_FRAMESET = 19;
export const AFTER_AFTER_BODY = 20;
export const AFTER_AFTER_FRAMESET = 21;

/** The answer of a rule that has dealt with the token; otherwise a rule answers the mode whose rules come next. */
export const DONE = -1;
