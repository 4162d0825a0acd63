import type { SeenTemplate } from '../../html/main-content/site-frame/block-keys.ts';
import { MOST_TEMPLATES, type Site } from './site-templates.ts';
import { TemplateMemory } from './template-memory.ts';

/** Other processes may have learned since. */
const READ_EVERY_MS = 60_000;
const WRITE_EVERY_MS = 10 * 60_000;
/** Pages at which a template is written at once: soon for other processes, then seldom. */
const WRITE_AT: ReadonlySet<number> = new Set([4, 8, 16, 32]);

/** The templates of a site as this process knows them, and how much of that the database has. */
export class KnownSite {
  readonly site: Site;
  /** In the order of their last page. */
  readonly #templates = new Map<number, TemplateMemory>();
  /** When each template was last written, and the pages that it had then. */
  readonly #written = new Map<number, { at: number; pages: number }>();
  #readAt: number;

  constructor(site: Site, now: number) {
    this.site = site;
    this.#readAt = now;
  }

  /** Adds what the database has. */
  merge(memories: readonly TemplateMemory[]): void {
    for (const memory of memories) {
      const known = this.#templates.get(memory.template);
      if (known) known.merge(memory);
      else this.#putLast(memory);
    }
  }

  /** The blocks of the other pages, by template. */
  seenBy(page: number): SeenTemplate[] {
    return [...this.#templates.values()].map((memory) => memory.seenBy(page));
  }

  /** Remembers the blocks of a page. Gives the template when it is time to write it. */
  learn(page: number, template: number, keys: Int32Array, now: number): TemplateMemory | undefined {
    const memory = this.#templates.get(template) ?? new TemplateMemory(template);
    if (!memory.learn(page, keys)) return undefined;
    this.#putLast(memory);
    const last = this.#written.get(template);
    const isNews = memory.pages !== last?.pages && WRITE_AT.has(memory.pages);
    return isNews || (last !== undefined && now - last.at >= WRITE_EVERY_MS) ? memory : undefined;
  }

  /** Tells whether it is time to read the database again; true once. */
  takeReading(now: number): boolean {
    if (now - this.#readAt < READ_EVERY_MS) return false;
    this.#readAt = now;
    return true;
  }

  noteWriting({ template, pages }: TemplateMemory, now: number): void {
    this.#written.set(template, { at: now, pages });
  }

  /** The templates of which the database lacks pages. */
  unwritten(): TemplateMemory[] {
    return [...this.#templates.values()].filter(
      ({ template, pages }) => pages > (this.#written.get(template)?.pages ?? 0),
    );
  }

  /** The template whose last page is the oldest makes room. */
  #putLast(memory: TemplateMemory): void {
    this.#templates.delete(memory.template);
    this.#templates.set(memory.template, memory);
    if (this.#templates.size > MOST_TEMPLATES) this.#templates.delete(this.#templates.keys().next().value!);
  }
}
