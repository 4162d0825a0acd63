import type { QueryConfig, QueryResult } from 'pg';
import type { Statement } from '../queryable.ts';

/** Our statement in the driver's words. */
export function toQueryConfig(statement: Statement, values: readonly unknown[] = []): QueryConfig {
  // The driver does not change the array.
  const config = { values: values as unknown[] };
  return typeof statement === 'string' ? { ...config, text: statement } : { ...config, ...statement };
}

/** The driver's result in our words. */
export function rowsFrom<Row>({ rows, rowCount }: QueryResult): { rows: Row[]; rowCount: number } {
  return { rows: rows as Row[], rowCount: rowCount ?? 0 };
}
