import type { DocumentsBench, DocumentsReport } from '../documents-section.ts';
import { officeScores } from './office.ts';
import { pdfScores } from './pdf.ts';
import { shapeScores } from './shapes.ts';
import { documentSpeed } from './speed.ts';

export const DOCUMENT_SECTION_NAMES = ['pdf', 'shapes', 'office', 'speed'] as const;
export type DocumentSectionName = (typeof DOCUMENT_SECTION_NAMES)[number];

/** In the order of the report. */
export const documentSections: Record<
  DocumentSectionName,
  (bench: DocumentsBench) => Promise<DocumentsReport>
> = {
  pdf: pdfScores,
  shapes: shapeScores,
  office: officeScores,
  speed: documentSpeed,
};
