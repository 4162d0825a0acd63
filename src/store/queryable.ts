/**
 * SQL text, or SQL text with a name. A named statement is prepared once a connection and costs less each time; its name
 * must stand for one text in the whole program.
 */
export type Statement = string | { name: string; text: string };

/** A named statement, for what runs often. */
export function statement(name: string, text: string): { name: string; text: string } {
  return { name, text };
}

/**
 * Runs one statement with `$1 …` values. `bigint` and `count(*)` come as numbers, `timestamptz` as Date, `date` as
 * `YYYY-MM-DD` text, `numeric` as text, `json` parsed, `bytea` as Buffer.
 *
 * Rejects with the driver's `DatabaseError` (SQLSTATE in `code`) when the server refuses the statement, with a
 * SERVICE_UNAVAILABLE when the connection is lost or the disk is full.
 */
export interface Queryable {
  query<Row = Record<string, unknown>>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<{ rows: Row[]; rowCount: number }>;
}

export interface TransactionOptions {
  /**
   * Commits without waiting for the disk: a crash may lose it although it was acknowledged. For heartbeats and
   * telemetry only.
   */
  isRelaxed?: boolean;
}

export interface Transactional {
  /**
   * Runs `work` on one connection, commits what it did, or rolls back when it throws. Rejects also when a statement failed
   * and `work` went on, and when the connection is lost; a connection lost during the commit leaves open which it was.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
}
