import { DocumentError } from '../document-error.ts';
import type { DocumentProperties } from '../document.ts';
import { readDocumentProperties } from '../ooxml/document-properties.ts';
import type { OoxmlPackage } from '../ooxml/open-ooxml.ts';
import { partOfType, type Relationships } from '../ooxml/relationships.ts';
import { BoxTexts } from './box-texts.ts';
import { readDrawingTexts } from './drawing-texts.ts';
import type { CellBudget, Sheet, SheetCells, Workbook } from './workbook.ts';
import { XmlScanner } from './xml-scanner.ts';

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
  readPart: (part: Buffer, links: Relationships) => SheetCells,
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
      const links = file.relationshipsOf(target.target);
      const cells = readPart(part, links);
      const boxes = new BoxTexts(budget);
      if (!readBoxes(file, links, boxes)) {
        warnings.push(`The text boxes of the sheet "${name}" could not be read.`);
      }
      sheets.push({
        name,
        ...cells,
        boxTexts: boxes.paragraphs,
        isCut: cells.isCut || boxes.isCut,
      });
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      problem ??= error;
      warnings.push(`The sheet "${name}" could not be read: ${error.message}.`);
    }
  }
  if (sheets.length === 0 && problem !== undefined) throw problem;
  return { sheets, properties: propertiesOf(file), warnings };
}

/** Reads the texts of the drawing of a sheet; false when it has one that cannot be read. */
function readBoxes(file: OoxmlPackage, links: Relationships, boxes: BoxTexts): boolean {
  const part = partOfType(links, 'drawing');
  if (part === undefined) return true;
  try {
    const drawing = file.read(part);
    if (drawing !== undefined) readDrawingTexts(new XmlScanner(drawing), boxes);
    return drawing !== undefined;
  } catch (error) {
    if (error instanceof DocumentError) return false;
    throw error;
  }
}

function propertiesOf(file: OoxmlPackage): DocumentProperties {
  try {
    return readDocumentProperties(file);
  } catch (error) {
    if (error instanceof DocumentError) return {};
    throw error;
  }
}
