import type { PdfWord } from '../pdf-page.ts';
import type { OpenDocument } from '../pdfium/open-document.ts';
import type { PageGeometry } from '../pdfium/page-geometry.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';
import { readRectangle } from './extract-links.ts';

const FREE_TEXT = 3;
const HIDDEN = 0x01 | 0x02 | 0x20;
const MAX_ANNOTATIONS = 10_000;
const MAX_LENGTH = 20_000;
const MOST_SIZE = 12;
const FONT = { name: '', isBold: false, isItalic: false, isMonospaced: false };

/**
 * Text that was typed onto a page as an annotation, which is how forms without fields are filled in. Annotations do not
 * tell where their words are: they are spread evenly over the lines of its box.
 */
export function extractNotes(open: OpenDocument, page: Pointer, geometry: PageGeometry): PdfWord[] {
  const { api } = open.pdfium;
  const words: PdfWord[] = [];
  const count = Math.min(MAX_ANNOTATIONS, api.FPDFPage_GetAnnotCount(page));
  for (let index = 0; index < count; index++) {
    const annotation = api.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    try {
      const isShown =
        api.FPDFAnnot_GetSubtype(annotation) === FREE_TEXT &&
        (api.FPDFAnnot_GetFlags(annotation) & HIDDEN) === 0;
      if (isShown) for (const word of wordsOf(open, annotation, geometry)) words.push(word);
    } finally {
      api.FPDFPage_CloseAnnot(annotation);
    }
  }
  return words;
}

function wordsOf({ pdfium }: OpenDocument, annotation: Pointer, geometry: PageGeometry): PdfWord[] {
  const { api, memory } = pdfium;
  if (api.FPDFAnnot_GetRect(annotation, memory.scratch) === 0) return [];
  const box = readRectangle(memory.view, memory.scratch, geometry);
  const text = memory
    .utf16((buffer, size) => api.FPDFAnnot_GetStringValue(annotation, memory.name('Contents'), buffer, size))
    .slice(0, MAX_LENGTH);
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const pitch = (box.bottom - box.top) / Math.max(1, lines.length);
  const size = Math.min(MOST_SIZE, pitch * 0.8);
  if (!(size > 0)) return [];
  return lines.flatMap((line, row) => {
    const parts = line.trim().split(/\s+/u);
    const step = (box.right - box.left) / Math.max(1, line.length);
    const baseline = box.top + pitch * row + size;
    let left = box.left;
    return parts.map((part): PdfWord => {
      const right = left + step * part.length;
      const word = {
        text: part,
        box: { left, top: baseline - size * 0.8, right, bottom: baseline + size * 0.2 },
        baseline,
        size,
        font: FONT,
        colour: 0,
        angle: 0,
        isRtl: false,
        hasSpaceBefore: true,
        mcid: -1,
        isArtefact: false,
      };
      left = right + step;
      return word;
    });
  });
}
