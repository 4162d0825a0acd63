/** Standard structure types that stand in a line of text (ISO 32000-1, 14.8.4.4). */
const INLINE: ReadonlySet<string> = new Set([
  'Span',
  'Quote',
  'Link',
  'Reference',
  'Annot',
  'Ruby',
  'RB',
  'RT',
  'RP',
  'Warichu',
  'WT',
  'WP',
  'Em',
  'Strong',
  'Sub',
  'Lbl',
  'Code',
  'Formula',
  'NonStruct',
  'Note',
  'FENote',
]);

export const NOTES: ReadonlySet<string> = new Set(['Note', 'FENote', 'Footnote', 'Endnote']);

/** Types that say what a text is; others only group. */
const MEANINGFUL =
  /^(?:P|H|H\d|Title|LI|LBody|Lbl|T[HD]|Caption|TOCI|BlockQuote|Code|Note|FENote|Formula|Figure|BibEntry)$/;

export function isInlineType(type: string): boolean {
  return INLINE.has(type);
}

export function isMeaningful(type: string): boolean {
  return MEANINGFUL.test(type);
}

/** Level of a heading, 1 to 6; `H` counts by the sections that it stands in. Undefined for what is none. */
export function headingLevel(type: string, sections: number): number | undefined {
  if (type === 'Title') return 1;
  if (type === 'H') return Math.min(6, Math.max(1, sections));
  const match = /^H(\d{1,2})$/.exec(type);
  return match === null ? undefined : Math.min(6, Math.max(1, Number(match[1])));
}
