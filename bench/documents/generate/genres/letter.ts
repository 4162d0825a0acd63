import type { WriteGenre } from '../generate-documents.ts';

/** Sender, date, prose, and a name below. */
export const writeLetter: WriteGenre = (builder) => {
  builder
    .text('The Friends of the Old Mill, 3 Church Row, Lower Wenfield')
    .text(`${builder.random.int(1, 28)} October 2025`)
    .text('Dear neighbours,')
    .paragraphs(3, 6)
    .list(false, 2, 4)
    .paragraphs(2, 4)
    .text('With kind regards,')
    .text('Margaret Ashdown, secretary');
};
