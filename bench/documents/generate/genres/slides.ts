import type { WriteGenre } from '../generate-documents.ts';
import { figuresTable } from '../tables.ts';

/** Little text on many pages. */
export const writeSlides: WriteGenre = (builder) => {
  const { random } = builder;
  builder.text(builder.phrase());
  const count = random.int(6, 9);
  for (let slide = 0; slide < count; slide++) {
    builder.pageBreak().heading(2);
    if (slide === 2) builder.add(figuresTable(builder, { rows: 4, columns: 4 }));
    else if (slide === 4) builder.figure('Chart:');
    else builder.list(false, 3, 5, slide % 2 === 1);
    if (random.chance(0.4)) builder.paragraph({ min: 1, max: 1 });
  }
};
