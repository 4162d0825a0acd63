import type { WriteGenre } from '../generate-documents.ts';
import { pairsTable, wordyTable } from '../tables.ts';

/** Labels with what was filled in, notes, and a declaration. */
export const writeForm: WriteGenre = (builder) => {
  const { random } = builder;
  builder
    .paragraph({ min: 1, max: 2 })
    .heading(2, 'A. Applicant')
    .add(
      pairsTable([
        ['Family name', random.pick(['Moreau', 'Eriksen', 'Takahashi'])],
        ['First name', random.pick(['Louise', 'Anders', 'Kenji'])],
        ['Date of birth', `${random.int(1, 28)}/0${random.int(1, 9)}/19${random.int(60, 99)}`],
        ['Telephone', `+44 20 7946 0${random.int(100, 999)}`],
        ['E-mail', 'applicant@example.org'],
      ]),
    )
    .heading(2, 'B. Equipment')
    .add(wordyTable(builder, { rows: 3 }))
    .heading(2, 'C. Declaration')
    .list(true, 3, 4)
    .paragraph({ min: 2, max: 3, hasFootnote: true });
};
