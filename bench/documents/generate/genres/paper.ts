import type { WriteGenre } from '../generate-documents.ts';
import { figuresTable, groupedTable, wordyTable } from '../tables.ts';

/** Abstract, numbered sections in up to three levels, tables and figures with captions, footnotes, references. */
export const writePaper: WriteGenre = (builder) => {
  const { random } = builder;
  builder.paragraph({ min: 4, max: 6 });
  const sections = random.int(4, 6);
  for (let section = 1; section <= sections; section++) {
    builder.heading(2, `${section} ${headingOf(builder)}`);
    builder.paragraph({ hasFootnote: section === 2 || section === 3 }).paragraphs(1, 2);
    if (section === 2) builder.figure('Figure 1:');
    if (section === 3) builder.add(groupedTable(builder, { caption: `Table 1: ${builder.phrase()}` }));
    if (section === 4) {
      builder.add(figuresTable(builder, { rows: random.int(4, 9), caption: `Table 2: ${builder.phrase()}` }));
      builder.paragraph();
    }
    if (section % 2 === 0) {
      for (let part = 1; part <= 2; part++) {
        builder.heading(3, `${section}.${part} ${headingOf(builder)}`).paragraphs(1, 2);
      }
      builder.list(random.chance(0.5), 3, 5);
    }
    if (section === 5) builder.add(wordyTable(builder, { rows: 3 })).paragraph();
  }
};

/** A title without keeping it: numbers are put before it. */
function headingOf(builder: Parameters<WriteGenre>[0]): string {
  builder.heading(2);
  const heading = builder.blocks.pop();
  return heading?.type === 'heading' ? heading.text : '';
}
