import { ServiceError } from '../lib/service-error.ts';
import type { CallOptions } from './cdp/pending-calls.ts';
import type { LivePage } from './page/live-page.ts';
import { readBrandAssets } from './page-scripts/read-brand-assets.js';
import { readBrandStyles } from './page-scripts/read-brand-styles.js';
import type { BrandingFacts } from './branding-facts.ts';

export type { BrandingFacts };

const STYLE_LIMITS = { maxElements: 1_500, maxVisited: 8_000 };
const STYLES_MS = 60;
const ASSET_LIMITS = {
  maxSvgLength: 60_000,
  maxLogosLength: 150_000,
  maxSvgElements: 300,
  maxJsonLdLength: 200_000,
  maxVariables: 5_000,
};

interface ReadBrandingOptions extends CallOptions {
  /** Elements that the page's thread has not got to in that time are left out. */
  stylesMs?: number;
}

/**
 * Reads how a settled page looks, in a part of it that does not grow with the page. Throws
 * SCRAPE_BRANDING_NOT_SUPPORTED when the document is not HTML: a picture or a data file has no look of a site.
 */
export async function readBranding(
  live: LivePage,
  { stylesMs = STYLES_MS, ...call }: ReadBrandingOptions,
): Promise<BrandingFacts> {
  const assets = await live.call(readBrandAssets, [ASSET_LIMITS], call);
  if (!/^(?:text\/html|application\/xhtml\+xml)$/.test(assets.contentType)) {
    throw new ServiceError('SCRAPE_BRANDING_NOT_SUPPORTED', {
      message: `Branding can be read from HTML pages only, not from ${assets.contentType}`,
    });
  }
  return { assets, styles: await live.call(readBrandStyles, [{ ...STYLE_LIMITS, maxMs: stylesMs }], call) };
}
