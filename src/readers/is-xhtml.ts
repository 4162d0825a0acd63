import { extensionOf, mediaTypeOf } from './declared-type.ts';
import type { TextSource } from './reader.ts';

/**
 * Tells whether a web page is read by the rules of XML: by its media type, as browsers do it, else by the name of the
 * file. A doctype of XHTML says nothing: most pages that have one are sent as `text/html`.
 */
export function isXhtml({ contentType, url }: Pick<TextSource, 'contentType' | 'url'>): boolean {
  const mediaType = mediaTypeOf(contentType);
  return mediaType === undefined ? extensionOf(url) === 'xhtml' : /[/+]xml$/.test(mediaType);
}
