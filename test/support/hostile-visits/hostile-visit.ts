import type { TestPage } from '../test-site.ts';

/** A page that does not want to be read, and what reading it may come to. */
export interface HostileVisit {
  /** By path: `/` is the one that is scraped. */
  pages: Readonly<Record<string, TestPage>>;
  /** Text that its reader may get. */
  text?: RegExp;
  /** The code of the error that its reader may get. */
  code?: RegExp;
  /** Another name of this machine: `127.0.0.1` when absent. */
  host?: string;
}

export type HostileVisits = Readonly<Record<string, HostileVisit>>;

export const HONEST = /Honest text/;

/** What can be had of it, or an error that says why not. */
export const EITHER = { text: HONEST, code: /^SCRAPE_(?:TIMEOUT|SITE_ERROR)$/ };

export function honestPage(rest: string): string {
  return `<!doctype html><title>t</title><h1>Honest text</h1>${rest}`;
}

export function scripted(code: string): Record<string, TestPage> {
  return { '/': honestPage(`<script>${code}</script>`) };
}
