/** Single property modifiers that matter here, by their Word 97 codes ([MS-DOC] 2.6). */
export const SPRM = {
  // Paragraphs.
  paragraphStyle: 0x4600,
  listLevel: 0x260a,
  list: 0x460b,
  isInTable: 0x2416,
  isRowEnd: 0x2417,
  outlineLevel: 0x2640,
  hugeParagraph97: 0x6645,
  hugeParagraph: 0x6646,
  tableDepth: 0x6649,
  tableDepthChange: 0x664a,
  dropCap: 0x442c,
  isInnerCell: 0x244b,
  isInnerRowEnd: 0x244c,
  tableProperties: 0x646b,
  leftIndent97: 0x840f,
  leftIndent: 0x845e,
  /** Auto-numbering before Word 97. */
  autoNumber: 0xc63e,
  /** 1 to 9: a numbered heading, 10: a number, 11: a bullet; before Word 97. */
  autoNumberLevel: 0x25ff,

  // Characters.
  isDeleted: 0x0800,
  pictureLocation: 0x6a03,
  isData: 0x0806,
  symbol: 0x6a09,
  isOle: 0x080a,
  characterStyle: 0x4a30,
  plain: 0x2a33,
  isBold: 0x0835,
  isItalic: 0x0836,
  isStruck: 0x0837,
  isHidden: 0x083c,
  verticalPosition: 0x2a48,
  /** Half points that the text stands above the line. */
  raised: 0x4845,
  font: 0x4a4f,
  isDoublyStruck: 0x2a53,
  isSpecial: 0x0855,
  isObject: 0x0856,
  language80: 0x486d,
  language: 0x4873,

  // Table rows.
  isHeaderRow: 0x3404,
  tableDefinition: 0xd608,
  insertCells: 0x7621,
  deleteCells: 0x5622,
  mergeCells: 0x5624,
  splitCells: 0x5625,
  mergeVertically: 0xd62b,
} as const;

const KNOWN: ReadonlySet<number> = new Set(Object.values(SPRM));

/** Whether a reader here looks at it. */
export function isKnownSprm(code: number): boolean {
  return KNOWN.has(code);
}

/** The 3-bit `sgc` of a code: 1 paragraph, 2 characters, 5 table row. */
export function sprmGroup(code: number): number {
  return (code >> 10) & 7;
}
