import { convertPage } from '../../src/scraper/convert/convert-page.ts';
import type { Peer } from './peer.ts';

export const decantMainContent = createDecant(true, 'main content: Markdown, links, metadata');
export const decantWholePage = createDecant(false, 'whole page: Markdown, links, metadata');

/** What a scrape does between fetch and reply. */
function createDecant(onlyMainContent: boolean, output: string): Peer {
  return {
    name: 'Decant',
    output,
    convert: (body, url) =>
      convertPage({
        body,
        url,
        kind: 'html',
        contentType: 'text/html; charset=utf-8',
        contentLanguage: undefined,
        formats: [{ type: 'markdown' }, { type: 'links' }],
        onlyMainContent,
        includeTags: [],
        excludeTags: [],
        removeBase64Images: true,
        isExplained: false,
        isDiscovering: false,
      }).content.markdown ?? '',
  };
}
