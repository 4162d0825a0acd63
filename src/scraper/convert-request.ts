import { detectContentKind } from '../readers/detect-content-kind.ts';
import { readerFor } from '../readers/index.ts';
import type { ConvertedPage } from './convert-page.ts';
import type { Converter } from './converter.ts';
import { formats } from './formats/index.ts';
import { wantedMedia } from './media/wanted-media.ts';
import type { Page } from './page.ts';
import type { ScrapeRequest } from './scrape-page.ts';

/** Converts a page as a request asks for it. Throws for kinds that cannot be read. */
export async function convertRequest(
  converter: Converter,
  request: ScrapeRequest,
  page: Page,
): Promise<ConvertedPage> {
  const { options, deadline, trace } = request;
  // What a browser showed is HTML; a file that it only told of is what it is.
  const isRendered = page.isSnapshot === true;
  const kind = isRendered ? 'html' : detectContentKind(page.contentType, page.body, new URL(page.url));
  // Throws before a thread is woken for them.
  readerFor(kind);
  return trace.measure('convert', async (details) => {
    const converted = await converter.convert(
      {
        body: page.body,
        kind,
        contentType: page.contentType,
        isRendered,
        contentLanguage: page.headers['content-language'],
        url: page.url,
        formats: options.formats.filter(({ type }) => formats[type].write !== undefined),
        onlyMainContent: options.onlyMainContent,
        includeTags: options.includeTags ?? [],
        excludeTags: options.excludeTags ?? [],
        removeBase64Images: options.removeBase64Images,
        isExplained: request.isExplained ?? false,
        isDiscovering: request.isDiscovering ?? false,
        media: wantedMedia(options).length > 0 ? { live: page.rendered?.media } : undefined,
      },
      deadline,
      { isBackground: request.isBackground ?? false },
    );
    Object.assign(details, { kind, timings: converted.timings });
    if (converted.pageType) details['pageType'] = converted.pageType;
    if (converted.removals) details['removals'] = converted.removals;
    return converted;
  });
}
