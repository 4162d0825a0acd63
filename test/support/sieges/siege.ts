import type { TestPage } from '../test-site.ts';

/** Names below it are never answered for. */
export const SILENT_ZONE = 'silent.test';

/** Where a siege is laid. */
export interface Field {
  /** The service, `http://127.0.0.1:PORT`. */
  url: string;
  /** The attacker's site, `http://127.0.0.1:PORT`. */
  origin: string;
  /** Calls the service with the attacker's key; a body makes it a POST. Resolves with the status; 0: cut off. */
  call(path: string, body?: unknown, init?: RequestInit): Promise<number>;
  /** Aborts when the siege is over. */
  signal: AbortSignal;
}

/** What one caller, or one page that strangers made, does to stop the service for everybody else. */
export interface Siege {
  name: string;
  /** Options of the neighbours' scrapes that bring them to the part that is under siege. */
  neighbourOptions?: object;
  /** Too large for every run of the tests. */
  isLarge?: boolean;
  /** Of the attacker's site. */
  pages: Readonly<Record<string, TestPage>>;
  /** Attacks until it has done its worst or the siege is over. */
  attack(field: Field): Promise<void>;
}

/** `count` of these at once; resolves when all have ended. */
export async function atOnce(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}
