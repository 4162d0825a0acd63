import type { WriteGenre } from '../generate-documents.ts';
import { figuresTable, rowGroupsTable, wordyTable } from '../tables.ts';

/** Sections with up to four levels of headings, lists within lists, several kinds of tables, quotes. */
export const writeReport: WriteGenre = (builder) => {
  const { random } = builder;
  builder.paragraph({ hasFootnote: true });
  const sections = random.int(3, 5);
  for (let section = 0; section < sections; section++) {
    builder.heading(2).paragraphs(1, 3);
    if (section === 0) builder.list(false, 3, 5, true);
    if (section === 1)
      builder.add(figuresTable(builder, { columns: random.int(3, 6), rows: random.int(4, 12) }));
    if (section === 2) builder.add(rowGroupsTable(builder)).paragraph().quote();
    if (section === 3) builder.add(wordyTable(builder, { caption: builder.phrase() }));
    const parts = random.int(0, 2);
    for (let part = 0; part < parts; part++) {
      builder.heading(3).paragraphs(1, 2);
      if (random.chance(0.35)) builder.heading(4).paragraph().list(true, 3, 4);
    }
  }
  builder.heading(2).paragraph({ hasFootnote: true }).list(true, 3, 5);
};
