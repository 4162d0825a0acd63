import type { Protocol } from 'devtools-protocol';

/**
 * The state that a browser keeps for its user. Texts of pages are passed on unread: they are made and read by page
 * scripts.
 */
export interface ProfileState {
  /** The version of this shape. */
  format: 1;
  cookies: Protocol.Network.CookieParam[];
  origins: OriginStorage[];
}

/** The storage of one origin in pages that are opened by themselves, not as frames of other sites. */
export interface OriginStorage {
  /** For example `https://example.com`. */
  origin: string;
  /** JSON of `[key, value]` pairs; null: nothing. */
  localStorage: string | null;
  databases: StoredDatabase[];
}

export interface StoredDatabase {
  /** As JSON. */
  name: string;
  /** Version, stores, indexes and records, see `page-scripts/database/store-facts.js`. */
  text: string;
}

/** Characters of everything together. */
export const MAX_CHARACTERS = 20_000_000;
export const MAX_ORIGINS = 50;
export const MAX_DATABASES = 50;

/** Characters that an origin's data take. */
export function sizeOf({ origin, localStorage, databases }: OriginStorage): number {
  return databases.reduce(
    (sum, { name, text }) => sum + name.length + text.length,
    origin.length + (localStorage?.length ?? 0),
  );
}
