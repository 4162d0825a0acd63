import type { LocalWeb } from './local-web.ts';
import type { Table } from './table.ts';

/** What every section is given. */
export interface Bench {
  web: LocalWeb;
  /** Less of everything, for a first impression. */
  isQuick: boolean;
  /** Variables of the service beyond those that it needs. */
  environment: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

export interface SectionReport {
  tables: Table[];
  /** The numbers behind the tables, for `--json`. */
  raw: Record<string, unknown>;
}

/** One thing that is measured. It starts what it needs and ends it. */
export type Section = (bench: Bench) => Promise<SectionReport>;
