import type { PdfOutlineEntry } from '../pdf-page.ts';
import type { OpenDocument } from '../pdfium/open-document.ts';
import { guardPdfium } from '../pdfium/pdfium-instance.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';

const MAX_ENTRIES = 10_000;
const MAX_LEVEL = 32;

/** Entries of the table of contents that a viewer shows, in order. A loop in it ends where it begins. */
export function extractOutline(open: OpenDocument): PdfOutlineEntry[] {
  return guardPdfium(() => {
    const { api } = open.pdfium;
    const entries: PdfOutlineEntry[] = [];
    const seen = new Set<Pointer>();
    // The next to look at on each level.
    const levels = [api.FPDFBookmark_GetFirstChild(open.document, 0)];
    while (levels.length > 0 && entries.length < MAX_ENTRIES) {
      const bookmark = levels.at(-1)!;
      if (bookmark === 0 || seen.has(bookmark)) {
        levels.pop();
        continue;
      }
      seen.add(bookmark);
      const entry = readEntry(open, bookmark, levels.length);
      if (entry.title !== '') entries.push(entry);
      levels[levels.length - 1] = api.FPDFBookmark_GetNextSibling(open.document, bookmark);
      if (levels.length < MAX_LEVEL) levels.push(api.FPDFBookmark_GetFirstChild(open.document, bookmark));
    }
    return entries;
  });
}

function readEntry({ pdfium, document }: OpenDocument, bookmark: Pointer, level: number): PdfOutlineEntry {
  const { api, memory } = pdfium;
  const title = memory
    .utf16((buffer, size) => api.FPDFBookmark_GetTitle(bookmark, buffer, size))
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const action = api.FPDFBookmark_GetAction(bookmark);
  const destination =
    api.FPDFBookmark_GetDest(document, bookmark) ||
    (action === 0 ? 0 : api.FPDFAction_GetDest(document, action));
  const index = destination === 0 ? -1 : api.FPDFDest_GetDestPageIndex(document, destination);
  if (index < 0) return { title, level, page: undefined, top: undefined };
  return { title, level, page: index + 1, top: topOf({ pdfium, document }, destination, index) };
}

/** Only known for pages that are not turned: destinations of others are rare. */
function topOf(
  { pdfium, document }: Pick<OpenDocument, 'pdfium' | 'document'>,
  destination: Pointer,
  index: number,
): number | undefined {
  const { api, memory } = pdfium;
  const { scratch } = memory;
  const flags = [scratch, scratch + 4, scratch + 8] as const;
  if (api.FPDFDest_GetLocationInPage(destination, ...flags, scratch + 12, scratch + 16, scratch + 20) === 0) {
    return undefined;
  }
  if (memory.uint32(scratch + 4) === 0) return undefined;
  const y = memory.float32(scratch + 16);
  if (api.EPDF_GetPageRotationByIndex(document, index) !== 0) return undefined;
  if (api.FPDF_GetPageSizeByIndexF(document, index, scratch) === 0) return undefined;
  return memory.float32(scratch + 4) - y;
}
