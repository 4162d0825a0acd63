import type { PdfField } from '../pdf-page.ts';
import type { OpenDocument } from '../pdfium/open-document.ts';
import type { PageGeometry } from '../pdfium/page-geometry.ts';
import type { Pointer } from '../pdfium/pdfium-exports.ts';
import { readRectangle } from './extract-links.ts';

const WIDGET = 20;
/** Annotation flags: invisible, hidden, or not shown on screen (ISO 32000-1, table 165). */
const HIDDEN = 0x01 | 0x02 | 0x20;
const MAX_ANNOTATIONS = 10_000;
const MAX_OPTIONS = 1_000;
const MAX_VALUE_LENGTH = 100_000;
/** A text field whose value is shown as dots (ISO 32000-1, table 228). */
const PASSWORD_FLAG = 1 << 13;

/** FPDF_FORMFIELD_*. */
const KINDS: ReadonlyMap<number, PdfField['kind']> = new Map([
  [1, 'button'],
  [2, 'checkbox'],
  [3, 'radio'],
  [4, 'choice'],
  [5, 'choice'],
  [6, 'text'],
  [7, 'signature'],
]);

/** Fields of the document's form that stand on a page, with what is filled in. */
export function extractFields(open: OpenDocument, page: Pointer, geometry: PageGeometry): PdfField[] {
  if (open.form === 0) return [];
  const { api } = open.pdfium;
  const fields: PdfField[] = [];
  const count = Math.min(MAX_ANNOTATIONS, api.FPDFPage_GetAnnotCount(page));
  for (let index = 0; index < count; index++) {
    const annotation = api.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    try {
      const field = readField(open, annotation, geometry);
      if (field !== undefined) fields.push(field);
    } finally {
      api.FPDFPage_CloseAnnot(annotation);
    }
  }
  return fields;
}

function readField(
  { pdfium, form }: OpenDocument,
  annotation: Pointer,
  geometry: PageGeometry,
): PdfField | undefined {
  const { api, memory } = pdfium;
  if (api.FPDFAnnot_GetSubtype(annotation) !== WIDGET) return undefined;
  if ((api.FPDFAnnot_GetFlags(annotation) & HIDDEN) !== 0) return undefined;
  const kind = KINDS.get(api.FPDFAnnot_GetFormFieldType(form, annotation));
  if (kind === undefined || api.FPDFAnnot_GetRect(annotation, memory.scratch) === 0) return undefined;
  const box = readRectangle(memory.view, memory.scratch, geometry);
  const alternateName = memory.utf16((buffer, size) =>
    api.FPDFAnnot_GetFormFieldAlternateName(form, annotation, buffer, size),
  );
  const name =
    alternateName ||
    memory.utf16((buffer, size) => api.FPDFAnnot_GetFormFieldName(form, annotation, buffer, size));
  const isSecret =
    kind === 'text' && (api.FPDFAnnot_GetFormFieldFlags(form, annotation) & PASSWORD_FLAG) !== 0;
  return {
    box,
    kind,
    name: name.trim(),
    value: isSecret ? '' : valueOf(pdfium, { form, annotation, kind }).slice(0, MAX_VALUE_LENGTH),
    isChecked: (kind === 'checkbox' || kind === 'radio') && isChecked(pdfium, annotation),
  };
}

/** By its appearance state, which is `Off` or the name of its own state (ISO 32000-1, 12.7.4.2.3). */
function isChecked({ api, memory }: OpenDocument['pdfium'], annotation: Pointer): boolean {
  const state = memory.utf16((buffer, size) =>
    api.FPDFAnnot_GetStringValue(annotation, memory.name('AS'), buffer, size),
  );
  return state !== '' && state !== 'Off';
}

interface Widget {
  form: Pointer;
  annotation: Pointer;
  kind: PdfField['kind'];
}

function valueOf({ api, memory }: OpenDocument['pdfium'], { form, annotation, kind }: Widget): string {
  if (kind === 'button' || kind === 'signature') return '';
  if (kind === 'checkbox' || kind === 'radio') {
    return memory.utf16((buffer, size) =>
      api.FPDFAnnot_GetFormFieldExportValue(form, annotation, buffer, size),
    );
  }
  if (kind === 'choice') {
    const count = Math.min(MAX_OPTIONS, api.FPDFAnnot_GetOptionCount(form, annotation));
    const selected: string[] = [];
    for (let index = 0; index < count; index++) {
      if (api.FPDFAnnot_IsOptionSelected(form, annotation, index) === 0) continue;
      selected.push(
        memory.utf16((buffer, size) => api.FPDFAnnot_GetOptionLabel(form, annotation, index, buffer, size)),
      );
    }
    if (selected.length > 0) return selected.join(', ');
  }
  return memory
    .utf16((buffer, size) => api.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, size))
    .replaceAll(/\r\n?/g, '\n')
    .trim();
}
