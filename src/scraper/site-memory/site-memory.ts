import { hash } from 'node:crypto';
import type { BlockKeys, SeenTemplate } from '../../html/main-content/site-frame/block-keys.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Log } from '../../lib/log/log.ts';
import { untilAborted } from '../../lib/time/until-aborted.ts';
import type { Queryable, Transactional } from '../../store/queryable.ts';
import { KnownSite } from './known-site.ts';
import { readTemplates, writeTemplate } from './site-templates.ts';
import type { TemplateMemory } from './template-memory.ts';

/**
 * The memory of what pages of a site have in common, by team, host and template: other pages tell frame from content
 * where a page alone does not. It holds hashes, no text, and is shared by processes through the database.
 */
export interface SiteMemory extends AsyncDisposable {
  /**
   * Gives the blocks of the other pages of the site; reads the database for a site that is new to this process. Gives
   * none when the database does not answer: the page is converted without. Rejects with the reason of the signal.
   */
  recall(page: SitePage, signal: AbortSignal): Promise<readonly SeenTemplate[]>;
  /** Remembers the blocks of a page. */
  note(page: SitePage, blocks: BlockKeys): void;
}

/** A page of a team. */
export interface SitePage {
  teamId: string;
  url: URL;
}

export interface SiteMemoryOptions {
  db: Queryable & Transactional;
  clock: Clock;
  log: Log;
}

/** Sites that a process knows at a time. */
const MOST_SITES = 300;

/** Opens the memory. Disposing writes what was learned since. */
export function openSiteMemory({ db, clock, log }: SiteMemoryOptions): SiteMemory {
  // In the order of their last use.
  const sites = new Map<string, Promise<KnownSite>>();
  const { begin, ignore, settled } = createBackgroundWork(log);

  function write(known: KnownSite, memory: TemplateMemory): void {
    known.noteWriting(memory, clock.now());
    begin(writeTemplate(db, known.site, memory, new Date(clock.now())));
  }

  function writeAll(known: KnownSite): void {
    for (const memory of known.unwritten()) write(known, memory);
  }

  function open({ teamId, url: { host } }: SitePage): Promise<KnownSite> {
    const key = `${teamId} ${host}`;
    const found = sites.get(key);
    sites.delete(key);
    const known = found ?? readSite(db, new KnownSite({ teamId, host }, clock.now()));
    sites.set(key, known);
    // The next page tries again.
    if (!found) known.catch(() => sites.delete(key));
    if (sites.size > MOST_SITES) closeOldest();
    return known;
  }

  function closeOldest(): void {
    const [key, known] = sites.entries().next().value!;
    sites.delete(key);
    begin(known.then(writeAll));
  }

  return {
    async recall(page, signal) {
      const known = await untilAborted(open(page).catch(ignore), signal);
      if (known === undefined) return [];
      if (known.takeReading(clock.now())) begin(readSite(db, known).then(() => undefined));
      return known.seenBy(addressHash(page.url));
    },
    note(page, { template, keys }) {
      async function learn(): Promise<void> {
        const known = await open(page);
        const memory = known.learn(addressHash(page.url), template, keys, clock.now());
        if (memory) write(known, memory);
      }
      begin(learn());
    },
    async [Symbol.asyncDispose]() {
      // Pages that were noted are learned first.
      await settled();
      for (const opened of await Promise.allSettled(sites.values())) {
        if (opened.status === 'fulfilled') writeAll(opened.value);
      }
      await settled();
    },
  };
}

async function readSite(db: Queryable, known: KnownSite): Promise<KnownSite> {
  known.merge(await readTemplates(db, known.site));
  return known;
}

/** Work that nobody waits for: a failure loses what a few pages taught. */
function createBackgroundWork(log: Log) {
  const work = new Set<Promise<void>>();
  const ignore = (error: unknown): undefined => {
    log.debug('the memory of a site was not read or written', { error });
  };
  return {
    ignore,
    begin(task: Promise<void>): void {
      const begun: Promise<void> = task.catch(ignore).finally(() => work.delete(begun));
      work.add(begun);
    },
    settled: () => Promise.all(work),
  };
}

/** 32 bits of the digest of an address without its fragment; never 0. */
function addressHash(url: URL): number {
  const address = url.href.slice(0, url.href.length - url.hash.length);
  return hash('sha1', address, 'buffer').readInt32LE(0) || 1;
}
