import type { PdfTag } from '../pdf-page.ts';
import type { Pdfium } from '../pdfium/pdfium-instance.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';

const MAX_TAGS = 50_000;
const MAX_DEPTH = 100;
const MAX_SPAN = 1_000;

/** The part of the structure tree that lies on a page; empty when there is none. */
export function extractTags(pdfium: Pdfium, page: Pointer): PdfTag[] {
  const { api } = pdfium;
  const tree = api.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return [];
  try {
    const reader = new TagReader(pdfium);
    const tags: PdfTag[] = [];
    const count = api.FPDF_StructTree_CountChildren(tree);
    for (let index = 0; index < count; index++) {
      const element = api.FPDF_StructTree_GetChildAtIndex(tree, index);
      const tag = element === 0 ? undefined : reader.read(element, 0);
      if (tag !== undefined) tags.push(tag);
    }
    return tags;
  } finally {
    api.FPDF_StructTree_Close(tree);
  }
}

class TagReader {
  readonly #pdfium: Pdfium;
  #tagsLeft = MAX_TAGS;

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
  }

  /** Undefined when nothing of it lies on the page. */
  read(element: Pointer, depth: number): PdfTag | undefined {
    if (depth > MAX_DEPTH || this.#tagsLeft <= 0) return undefined;
    this.#tagsLeft--;
    const { api, memory } = this.#pdfium;
    const children: PdfTag['children'] = [];
    const count = Math.min(MAX_TAGS, Math.max(0, api.FPDF_StructElement_CountChildren(element)));
    for (let index = 0; index < count; index++) {
      const child = api.FPDF_StructElement_GetChildAtIndex(element, index);
      if (child === 0) {
        const mcid = api.FPDF_StructElement_GetChildMarkedContentID(element, index);
        if (mcid >= 0) children.push(mcid);
        continue;
      }
      const tag = this.read(child, depth + 1);
      if (tag !== undefined) children.push(tag);
    }
    const type = memory.utf16((buffer, size) => api.FPDF_StructElement_GetType(element, buffer, size));
    const isCell = type === 'TD' || type === 'TH';
    return {
      type,
      alternateText: memory
        .utf16((buffer, size) => api.FPDF_StructElement_GetAltText(element, buffer, size))
        .trim(),
      actualText: memory.utf16((buffer, size) => api.FPDF_StructElement_GetActualText(element, buffer, size)),
      language: memory.utf16((buffer, size) => api.FPDF_StructElement_GetLang(element, buffer, size)),
      columnSpan: isCell ? this.#span(element, 'ColSpan') : 1,
      rowSpan: isCell ? this.#span(element, 'RowSpan') : 1,
      children,
    };
  }

  #span(element: Pointer, name: string): number {
    const { api, memory } = this.#pdfium;
    const count = Math.min(16, api.FPDF_StructElement_GetAttributeCount(element));
    for (let index = 0; index < count; index++) {
      const attribute = api.FPDF_StructElement_GetAttributeAtIndex(element, index);
      const value = attribute === 0 ? 0 : api.FPDF_StructElement_Attr_GetValue(attribute, memory.name(name));
      if (value === 0 || api.FPDF_StructElement_Attr_GetNumberValue(value, memory.scratch) === 0) continue;
      const span = Math.round(memory.float32(memory.scratch));
      if (span >= 1) return Math.min(span, MAX_SPAN);
    }
    return 1;
  }
}
