import { DocumentError } from '../document-error.ts';
import type { DocumentProperties } from '../document.ts';
import { readDocumentProperties } from '../ooxml/document-properties.ts';
import type { OoxmlPackage } from '../ooxml/open-ooxml.ts';
import type { Relationships } from '../ooxml/relationships.ts';
import type { CellBudget, Sheet, Workbook } from './workbook.ts';

/** More are not read. */
export const MAX_SHEETS = 1_000;

/** A visible sheet, and the id of the relationship that leads to its part. */
export interface SheetTab {
  name: string;
  id: string;
}

export interface SheetParts {
  file: OoxmlPackage;
  /** The part that the sheets belong to. */
  main: string;
  tabs: readonly SheetTab[];
  budget: CellBudget;
}

/** Reads each sheet of a package; what is wrong with one of them does not keep the others from being read. */
export function readSheetParts(
  { file, main, tabs, budget }: SheetParts,
  readPart: (part: Buffer, links: Relationships) => Omit<Sheet, 'name'>,
): Workbook {
  const relationships = file.relationshipsOf(main);
  const sheets: Sheet[] = [];
  const warnings: string[] = [];
  let problem: DocumentError | undefined;
  for (const { name, id } of tabs) {
    if (budget.cellsLeft <= 0) {
      warnings.push(
        `The workbook has more cells than can be read; the sheets from "${name}" on are left out.`,
      );
      break;
    }
    const target = relationships.get(id);
    // Sheets that are one chart have no cells.
    if (target !== undefined && target.type !== 'worksheet') continue;
    try {
      const part = target === undefined ? undefined : file.read(target.target);
      if (target === undefined || part === undefined) {
        warnings.push(`The sheet "${name}" is missing in the file.`);
        continue;
      }
      sheets.push({ name, ...readPart(part, file.relationshipsOf(target.target)) });
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      problem ??= error;
      warnings.push(`The sheet "${name}" could not be read: ${error.message}.`);
    }
  }
  if (sheets.length === 0 && problem !== undefined) throw problem;
  return { sheets, properties: propertiesOf(file), warnings };
}

function propertiesOf(file: OoxmlPackage): DocumentProperties {
  try {
    return readDocumentProperties(file);
  } catch (error) {
    if (error instanceof DocumentError) return {};
    throw error;
  }
}
