import { decodeHTML } from 'entities';
import { decodeXml } from '../xml/decode-xml.ts';

const XML_ENTITIES = new Set(['&amp;', '&lt;', '&gt;', '&quot;', '&apos;']);

/**
 * A chapter as XML in UTF-8: entities of HTML, which older books use and XML does not know, become the characters that
 * they stand for.
 */
export function chapterSource(bytes: Uint8Array): Buffer {
  const text = decodeXml(bytes).replace(/^[\s\ufeff]*<\?xml[^>]*\?>/, '');
  return Buffer.from(
    text.replace(/&[a-z][a-z0-9]{1,30};/gi, (entity) =>
      XML_ENTITIES.has(entity) ? entity : decodeHTML(entity),
    ),
  );
}
