import { readDoc } from '../../../src/readers/doc/read-doc.ts';
import type { DocumentContent } from '../../../src/readers/document.ts';
import {
  buildDoc,
  type DocOptions,
  type DocParagraph,
  type DocRun,
  sprm,
  u16,
  u32,
  utf16,
} from './build-doc.ts';

export const BOLD = sprm(0x0835, 1);
export const ITALIC = sprm(0x0836, 1);
export const HIDDEN = sprm(0x083c, 1);
export const DELETED = sprm(0x0800, 1);
export const SPECIAL = sprm(0x0855, 1);
export const IN_TABLE = sprm(0x2416, 1);
export const ROW_END = [...IN_TABLE, ...sprm(0x2417, 1)];
export const CELL = 0x07;

export function read(options: DocOptions): DocumentContent {
  return readBytes(buildDoc(options));
}

export function readBytes(bytes: Uint8Array, hasImages = false): DocumentContent {
  return readDoc({ bytes, hasImages });
}

export function paragraph(text: string, rest: Partial<DocParagraph> = {}): DocParagraph {
  return { runs: [{ text }], ...rest };
}

export function runs(...parts: Array<string | DocRun>): DocParagraph {
  return { runs: parts.map((part) => (typeof part === 'string' ? { text: part } : part)) };
}

export function definition(edges: readonly number[], flags: readonly number[]): number[] {
  const cells = flags.flatMap((flag) => [...u16(flag), ...Array.from({ length: 18 }, () => 0)]);
  const content = [flags.length, ...edges.flatMap((edge) => u16(edge)), ...cells];
  return [...sprm(0xd608), ...u16(content.length + 1), ...content];
}

export function row(
  cells: readonly string[],
  edges: readonly number[],
  flags: readonly number[],
  more: number[] = [],
): DocParagraph[] {
  return [
    ...cells.map((text) => paragraph(text, { mark: CELL, sprms: IN_TABLE })),
    paragraph('', { mark: CELL, sprms: [...ROW_END, ...definition(edges, flags), ...more] }),
  ];
}

export function level(format: number, template: string, start = 1): number[] {
  return [
    ...u32(start),
    format,
    0,
    ...Array.from({ length: 22 }, () => 0),
    ...u16(template.length),
    ...utf16(template),
  ];
}
