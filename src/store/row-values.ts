import { statement, type Queryable } from './queryable.ts';

/** Columns with their PostgreSQL types, in the order of a row's values. */
export type RowColumns = Readonly<Record<string, string>>;

/** Rows that one statement writes. Few sizes, because each is a prepared statement. */
const BATCH_SIZES = [32, 16, 8, 4, 2, 1] as const;

/** `($1::uuid, $2::text), ($3::uuid, …)`: so many rows of these columns, for a `values` list. */
export function rowPlaceholders(columns: RowColumns, rows: number): string {
  const types = Object.values(columns);
  return Array.from({ length: rows }, (_, row) => {
    const cells = types.map((type, column) => `$${row * types.length + column + 1}::${type}`);
    return `(${cells.join(', ')})`;
  }).join(', ');
}

/**
 * Makes a function that writes rows with large binary values, some at a time. Binary values travel as they are in a
 * `values` list; in an array they would be written out as hexadecimal text, twice as long and slow to make.
 *
 * `sql` gets the text of a table of the rows, `(values …) as r (columns)`, and its name must stand for it alone.
 */
export function createRowWriter(
  name: string,
  columns: RowColumns,
  sql: (rows: string) => string,
): (db: Queryable, rows: readonly (readonly unknown[])[]) => Promise<void> {
  const names = Object.keys(columns).join(', ');
  const statements = new Map(
    BATCH_SIZES.map((size) => [
      size as number,
      statement(`${name}_${size}`, sql(`(values ${rowPlaceholders(columns, size)}) as r (${names})`)),
    ]),
  );
  return async function writeRows(db, rows) {
    for (let from = 0; from < rows.length;) {
      const size = BATCH_SIZES.find((each) => each <= rows.length - from) ?? 1;
      const write = statements.get(size);
      if (write === undefined) return;
      await db.query(write, rows.slice(from, from + size).flat());
      from += size;
    }
  };
}
