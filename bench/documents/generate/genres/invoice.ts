import type { WriteGenre } from '../generate-documents.ts';
import { invoiceTable, pairsTable } from '../tables.ts';

/** Addresses, terms, items with a total. */
export const writeInvoice: WriteGenre = (builder) => {
  const { random } = builder;
  builder
    .text('Harbour Supplies Ltd, 14 Quay Street, Northhaven NH4 2PX')
    .text(`Mr A. Whitlock, ${random.int(1, 90)} Mill Lane, Eastbridge EB1 7QT`)
    .add(
      pairsTable([
        ['Invoice number', `2025-${random.int(1_000, 9_999)}`],
        ['Invoice date', `${random.int(1, 28)} March 2025`],
        ['Customer number', `${random.int(10_000, 99_999)}`],
      ]),
    )
    .heading(2, 'Items')
    .add(invoiceTable(builder, { rows: random.int(4, 14) }))
    .paragraph({ min: 1, max: 2 })
    .heading(2, 'Terms of payment')
    .list(false, 2, 4)
    .paragraph({ min: 1, max: 2 });
};
