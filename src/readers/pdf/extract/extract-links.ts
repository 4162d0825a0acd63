import type { Box, PdfLink } from '../pdf-page.ts';
import { transformBox, type PageGeometry } from '../pdfium/page-geometry.ts';
import type { OpenDocument } from '../pdfium/open-document.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';

/** FPDFAction_GetType. */
const TO_PAGE = 1;
const TO_URL = 3;

const MAX_LINKS = 5_000;
const MAX_QUADS = 50;
const MAX_URL_LENGTH = 2_000;
const SAFE_URL = /^(?:https?:\/\/|mailto:|tel:|ftp:\/\/)/i;

export interface PageLinks {
  links: PdfLink[];
  /** Annotations of the page that are links, also of those that lead nowhere. */
  count: number;
}

/** Link annotations of a page: a link over several lines has one box for each. */
export function extractLinks(open: OpenDocument, page: Pointer, geometry: PageGeometry): PageLinks {
  const { api, memory } = open.pdfium;
  const links: PdfLink[] = [];
  let count = 0;
  const position = memory.allocate(8);
  memory.view.setInt32(position, 0, true);
  try {
    while (links.length < MAX_LINKS && api.FPDFLink_Enumerate(page, position, position + 4) !== 0) {
      count++;
      const link = memory.uint32(position + 4);
      const target = link === 0 ? undefined : targetOf(open, link);
      if (target === undefined) continue;
      for (const box of boxesOf(open, link, geometry)) links.push({ box, ...target });
    }
  } finally {
    memory.free(position);
  }
  return { links, count };
}

/** Addresses that stand in the text, without an annotation. */
export function extractWebLinks(open: OpenDocument, text: Pointer, geometry: PageGeometry): PdfLink[] {
  const { api, memory } = open.pdfium;
  const { scratch } = memory;
  const found = api.FPDFLink_LoadWebLinks(text);
  if (found === 0) return [];
  const links: PdfLink[] = [];
  try {
    const count = Math.min(MAX_LINKS, api.FPDFLink_CountWebLinks(found));
    for (let index = 0; index < count; index++) {
      // Its sizes are in units of UTF-16.
      const url = safeUrl(
        memory.utf16((buffer, size) => 2 * api.FPDFLink_GetURL(found, index, buffer, size >> 1)),
      );
      if (url === undefined) continue;
      const rectangles = Math.min(MAX_QUADS, api.FPDFLink_CountRects(found, index));
      for (let part = 0; part < rectangles; part++) {
        const edges = [scratch, scratch + 8, scratch + 16, scratch + 24] as const;
        if (api.FPDFLink_GetRect(found, index, part, ...edges) === 0) continue;
        const [left, top, right, bottom] = edges.map((edge) => memory.float64(edge)) as [
          number,
          number,
          number,
          number,
        ];
        links.push({ box: transformBox(geometry.toShown, left, bottom, right, top), url, page: undefined });
      }
    }
  } finally {
    api.FPDFLink_CloseWebLinks(found);
  }
  return links;
}

function targetOf(
  { pdfium, document }: OpenDocument,
  link: Pointer,
): Pick<PdfLink, 'url' | 'page'> | undefined {
  const { api, memory } = pdfium;
  const action = api.FPDFLink_GetAction(link);
  if (action !== 0 && api.FPDFAction_GetType(action) === TO_URL) {
    const url = safeUrl(
      memory.utf8((buffer, size) => api.FPDFAction_GetURIPath(document, action, buffer, size)),
    );
    return url === undefined ? undefined : { url, page: undefined };
  }
  const isToPage = action !== 0 && api.FPDFAction_GetType(action) === TO_PAGE;
  const destination =
    api.FPDFLink_GetDest(document, link) || (isToPage ? api.FPDFAction_GetDest(document, action) : 0);
  if (destination === 0) return undefined;
  const index = api.FPDFDest_GetDestPageIndex(document, destination);
  return index < 0 ? undefined : { url: undefined, page: index + 1 };
}

function safeUrl(text: string): string | undefined {
  const url = text.trim();
  const absolute = /^www\./i.test(url) ? `http://${url}` : url;
  return SAFE_URL.test(absolute) && absolute.length <= MAX_URL_LENGTH ? absolute : undefined;
}

function boxesOf({ pdfium }: OpenDocument, link: Pointer, geometry: PageGeometry): Box[] {
  const { api, memory } = pdfium;
  const { scratch } = memory;
  const boxes: Box[] = [];
  const quads = Math.min(MAX_QUADS, api.FPDFLink_CountQuadPoints(link));
  for (let index = 0; index < quads; index++) {
    if (api.FPDFLink_GetQuadPoints(link, index, scratch) === 0) continue;
    // x1 y1 to x4 y4; writers disagree on their order, so only their bounds count.
    const numbers = Array.from({ length: 8 }, (_, place) => memory.float32(scratch + 4 * place));
    const xs = numbers.filter((_, place) => place % 2 === 0);
    const ys = numbers.filter((_, place) => place % 2 === 1);
    boxes.push(
      transformBox(geometry.toShown, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)),
    );
  }
  if (boxes.length > 0) return boxes;
  if (api.FPDFLink_GetAnnotRect(link, scratch) === 0) return [];
  return [readRectangle(memory.view, scratch, geometry)];
}

/** A FS_RECTF: left, top, right, bottom. */
export function readRectangle(view: DataView, pointer: Pointer, geometry: PageGeometry): Box {
  const left = view.getFloat32(pointer, true);
  const top = view.getFloat32(pointer + 4, true);
  const right = view.getFloat32(pointer + 8, true);
  const bottom = view.getFloat32(pointer + 12, true);
  return transformBox(geometry.toShown, left, bottom, right, top);
}
