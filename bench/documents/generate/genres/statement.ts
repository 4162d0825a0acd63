import type { WriteGenre } from '../generate-documents.ts';
import { figuresTable, statementTable } from '../tables.ts';

/** One table over several pages. */
export const writeStatement: WriteGenre = (builder) => {
  const { random } = builder;
  builder
    .text(
      `Account ${random.int(1_000, 9_999)} ${random.int(1_000, 9_999)}, sort code 20-45-${random.int(10, 99)}`,
    )
    .paragraph({ min: 1, max: 2 })
    .heading(2, 'Transactions')
    .add(statementTable(builder, { rows: random.int(40, 75) }))
    .heading(2, 'Summary')
    .add(figuresTable(builder, { rows: 4, columns: 3 }))
    .paragraph({ min: 2, max: 3 });
};
