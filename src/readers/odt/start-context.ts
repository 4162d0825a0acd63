import { Footnotes } from '../html-writer/footnotes.ts';
import { OutputBudget } from '../html-writer/output-budget.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { DAMAGED_ARCHIVE } from '../zip/open-zip.ts';
import { ItemNumbers } from './item-numbers.ts';
import { ListStyles } from './list-styles.ts';
import type { OdtContext } from './odt-context.ts';
import type { OdfPackage } from './open-odf.ts';
import { StyleTable } from './style-table.ts';
import { walkOdf } from './walk-odf.ts';
import { writeBlocks } from './write-blocks.ts';

const MAX_REPEATED_CELLS = 100_000;

/** The context of a file of which nothing is read yet. */
export function startOdtContext(
  file: OdfPackage,
  targets: ReadonlySet<string>,
  choices: Pick<OdtContext, 'hasImages' | 'isMonospacedCode'>,
): OdtContext {
  const listStyles = new ListStyles();
  const context: OdtContext = {
    ...choices,
    styles: new StyleTable(),
    listStyles,
    itemNumbers: new ItemNumbers(listStyles),
    budget: new OutputBudget(),
    footnotes: new Footnotes(),
    warnings: new Set(file.isDamaged ? [DAMAGED_ARCHIVE] : []),
    objects: new Set(),
    pictures: new Map(),
    targets,
    letters: { all: 0, monospaced: 0 },
    repeatedCells: MAX_REPEATED_CELLS,
    part: (name) => file.readIfWhole(name),
    writeBlocks: (children, out, place) => writeBlocks(context, children, out, place),
  };
  return context;
}

/** Takes in the styles and properties that stand in parts of their own; gives the elements of the properties. */
export function readOdfStyles(file: OdfPackage, context: OdtContext): XmlElement[] {
  const metaChildren: XmlElement[] = [];
  const styles = file.readIfWhole('styles.xml');
  if (styles === undefined && !file.isFlat) context.warnings.add('The styles of the file could not be read.');
  if (styles !== undefined) {
    walkOdf(styles, (container, child) => {
      // Automatic styles of this part are for headers and footers.
      if (container === 'office:automatic-styles') return;
      context.styles.add(child, false);
      context.listStyles.add(child);
    });
  }
  const meta = file.readIfWhole('meta.xml');
  if (meta !== undefined) {
    walkOdf(meta, (container, child) => {
      if (container === 'office:meta') metaChildren.push(child);
    });
  }
  return metaChildren;
}
