import type { RenderNeed } from '../../html/render-need.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { PackedPage } from '../convert/conversion-threads.ts';
import { convertRequest, type ConvertParts } from '../convert/convert-request.ts';
import type { EngineRequest, PageWay } from '../engines/engine.ts';
import type { BrowserEngine, Engines } from '../engines/index.ts';
import { refusePageOnly } from '../engines/refuse-page-only.ts';
import { whyBrowser } from '../engines/why-browser.ts';
import { withCookie } from '../engines/with-cookie.ts';
import { missingMedia, wantedMedia } from '../media/wanted-media.ts';
import type { Page } from '../page.ts';
import type { RenderMemory } from './render-memory.ts';
import type { RunningScrape } from '../page-task.ts';
import { sleep } from '../../lib/time/sleep.ts';

/** A page as fetched, and its conversion, which tells whether a browser is needed. */
export interface ConvertedFetch {
  page: Page;
  converted: PackedPage;
  /** Sentences for the document's `warning`. */
  warnings: string[];
}

/** The result of a plain request, kept while a browser has a look at the page. */
interface PlainPage {
  characters: number;
  /** The page itself; undefined when it is large and there was no memory to keep it in. */
  fetched: ConvertedFetch | undefined;
}

/** The engines, the conversion, and the memory of which pages needed a browser. */
export interface PageFetcherParts extends ConvertParts {
  engines: Engines;
  memory: RenderMemory;
  /** Says why no browser can be had here at all; undefined when one can, though perhaps not at this moment. */
  browserProblem?: () => Promise<string | undefined>;
}

/**
 * Characters; where fewer came, a render is tried each time, whatever pages like it brought before: an interface that
 * failed once must not hide what they say now.
 */
const NEXT_TO_NOTHING = 100;

/** Chooses the engine: a plain request where that is enough, else a browser. */
export class PageFetcher {
  readonly #engines: Engines;
  readonly #convertParts: ConvertParts;
  readonly #memory: RenderMemory;

  readonly #browserProblem: () => Promise<string | undefined>;

  constructor({ engines, memory, browserProblem, ...convertParts }: PageFetcherParts) {
    this.#engines = engines;
    this.#browserProblem = browserProblem ?? (async () => undefined);
    this.#convertParts = convertParts;
    this.#memory = memory;
  }

  convert(request: RunningScrape, page: Page): Promise<PackedPage> {
    return convertRequest(this.#convertParts, request, page);
  }

  /** Fetches on the way that `throughProxies` chose. */
  async fetch(scrape: RunningScrape, way: PageWay): Promise<ConvertedFetch> {
    const request: EngineRequest = { ...scrape, ...way };
    const { browser } = this.#engines;
    const isEnhanced = way.identity === 'enhanced';
    const reason = whyBrowser(request.options) ?? (isEnhanced && browser ? 'proxy: enhanced' : undefined);
    if (reason === undefined) return this.#fetchCheaply(request);
    request.trace.note('engine', { engine: 'browser', reason });
    if (browser === undefined) throw new ServiceError('FEATURE_NOT_AVAILABLE');
    return this.#fetchInBrowser(browser, request);
  }

  /** Fetches by plain request, and by a browser when the converted page shows that there is more to see. */
  async #fetchCheaply(request: EngineRequest): Promise<ConvertedFetch> {
    const { browser } = this.#engines;
    const place = { teamId: request.teamId ?? '', url: request.url };
    const advice = this.#memory.adviseFor(place);
    if (browser && advice === 'browser') {
      request.trace.note('engine', { engine: 'browser', reason: 'pages like this one needed it before' });
      return this.#fetchInBrowser(browser, request);
    }
    const page = await this.#fetchOverHttp(request);
    const plain = { page, converted: await this.convert(request, page), warnings: [] };
    const isError = page.status >= 400;
    const need = isError ? undefined : plain.converted.renderNeed;
    if (!need) {
      const httpCharacters = charactersOf(plain.converted);
      if (!isError) this.#memory.note(place, { httpCharacters, renderedCharacters: undefined });
    }
    if (!need || (advice === 'http' && charactersOf(plain.converted) >= NEXT_TO_NOTHING)) {
      const { isHtml, media } = plain.converted;
      // A browser makes nothing of a file, which would be read twice.
      const missing = isError || !isHtml ? [] : missingMedia(wantedMedia(request.options), media);
      return browser && missing.length > 0
        ? this.#lookForMedia(browser, request, setAside(request, plain), missing)
        : plain;
    }
    if (!browser) return { ...plain, warnings: [shellWarning(need)] };
    request.trace.note('escalate', { engine: 'http', ...need });
    return this.#renderInstead(browser, request, setAside(request, plain), need);
  }

  /** Shows the page in a browser; when that fails, the result of the plain request is better than nothing. */
  async #renderInstead(
    browser: BrowserEngine,
    request: EngineRequest,
    { characters, fetched }: PlainPage,
    need: RenderNeed,
  ): Promise<ConvertedFetch> {
    try {
      await keepDistance(request);
      const got = await this.#fetchInBrowser(browser, request);
      // A render that was cut short tells nothing of similar pages.
      if (got.warnings.length === 0) {
        this.#memory.note(
          { teamId: request.teamId ?? '', url: request.url },
          {
            httpCharacters: characters,
            renderedCharacters: charactersOf(got.converted),
            reason: need.reason,
          },
        );
      }
      // A script that never came may have kept back what the plain request brought.
      const isPoorer = charactersOf(got.converted) < characters / 2;
      const isMissed = isPoorer && need.reason !== 'challenge' && need.reason !== 'script redirect';
      return isMissed && fetched ? fetched : got;
    } catch (error) {
      if (!(error instanceof ServiceError) || isFinal(error) || !fetched) throw error;
      if (await this.#isAway(error)) throw error;
      request.trace.note('renderFailed', { code: error.code, error: error.message });
      return { ...fetched, warnings: [shellWarning(need, error.message)] };
    }
  }

  /**
   * Looks for sound and film in a browser: players are often made by scripts, also on pages whose text is in the HTML.
   */
  async #lookForMedia(
    browser: BrowserEngine,
    request: EngineRequest,
    { fetched }: PlainPage,
    missing: readonly string[],
  ): Promise<ConvertedFetch> {
    request.trace.note('escalate', { engine: 'http', reason: `no ${missing.join(' or ')} in the HTML` });
    try {
      await keepDistance(request);
      return await this.#fetchInBrowser(browser, request);
    } catch (error) {
      if (!(error instanceof ServiceError) || isFinal(error) || !fetched) throw error;
      if (await this.#isAway(error)) throw error;
      request.deadline.check();
      request.trace.note('renderFailed', { code: error.code, error: error.message });
      return {
        ...fetched,
        warnings: [`No browser could look for ${missing.join(' and ')}: ${error.message}`],
      };
    }
  }

  /** Whether browsers are away that will be back: the page is better fetched then than taken for an empty one now. */
  async #isAway({ code }: ServiceError): Promise<boolean> {
    return code === 'SERVICE_UNAVAILABLE' && (await this.#browserProblem()) === undefined;
  }

  async #fetchInBrowser(browser: BrowserEngine, request: EngineRequest): Promise<ConvertedFetch> {
    await request.memory.expectArrival();
    const result = await browser.fetch(request);
    if (result.kind === 'page') {
      const { page } = result;
      request.memory.noteArrival(page.body.length);
      const converted = await this.convert(request, page);
      return {
        page,
        converted,
        warnings: [...(page.rendered?.warnings ?? []), ...stillEmpty(page, converted)],
      };
    }
    // A file, or text that a browser would only wrap.
    request.memory.noteSmall();
    const { reason, rendered, cookie } = result;
    request.trace.note('escalate', { engine: browser.name, reason });
    // Actions that ran have led to the file.
    if (rendered === undefined) refusePageOnly(request.options, reason);
    await keepDistance(request);
    const page: Page = { ...(await this.#fetchOverHttp(withCookie(request, cookie))), rendered };
    const converted = await this.convert(request, page);
    return { page, converted, warnings: [...(rendered?.warnings ?? [])] };
  }

  async #fetchOverHttp(request: EngineRequest): Promise<Page> {
    request.deadline.check();
    const result = await this.#engines.http.fetch(request);
    if (result.kind === 'page') return result.page;
    throw new ServiceError('SCRAPE_ALL_ENGINES_FAILED', {
      message: `Every way to fetch this page failed (http: ${result.reason})`,
    });
  }
}

/**
 * Waits as long as the site asks for before it is asked for the same page again; the wait does not count against the
 * page's time.
 */
async function keepDistance({ job, deadline }: RunningScrape): Promise<void> {
  const { spacingMs = 0 } = job ?? {};
  if (spacingMs <= 0) return;
  using pause = deadline.pause();
  await sleep(spacingMs, deadline.signal);
}

/**
 * Gives memory back while the scrape waits for a browser; large pages are dropped where there is no room to keep them.
 */
function setAside({ memory }: RunningScrape, plain: ConvertedFetch): PlainPage {
  const characters = charactersOf(plain.converted);
  return { characters, fetched: memory.setAside() ? plain : undefined };
}

function charactersOf({ content }: PackedPage): number {
  return content.markdown?.length ?? content.html?.length ?? content.rawHtml?.length ?? 0;
}

/** Errors that another way to the page would not change. */
function isFinal({ code }: ServiceError): boolean {
  return code === 'SCRAPE_ADDRESS_NOT_ALLOWED' || code === 'SCRAPE_PROXY_SELECTION_ERROR';
}

/** A page without its content looks like a result, so a warning must say that it is none. */
function shellWarning({ reason }: RenderNeed, failure?: string): string {
  const why = failure === undefined ? '' : ` (${failure})`;
  return `The page shows next to nothing without JavaScript (${reason}), and no browser could run it${why}: the content may be missing.`;
}

/** Warns of a page that came to rest without its content, because an interface that it loads from failed. */
function stillEmpty({ status, rendered }: Page, { renderNeed }: PackedPage): string[] {
  const isNews = status < 400 && rendered?.warnings.length === 0;
  if (!isNews || renderNeed?.reason !== 'loading text') return [];
  return [`The page came to rest and still says that it is loading (${renderNeed.evidence ?? 'no text'}).`];
}
