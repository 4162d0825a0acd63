import type { DocumentContent, DocumentProperties, DocumentSource } from '../document.ts';
import { extractOutline } from './extract/extract-outline.ts';
import { extractProperties } from './extract/extract-properties.ts';
import { findXmp } from './metadata/find-xmp.ts';
import { readXmpProperties } from './metadata/xmp-properties.ts';
import type { PdfFacts } from './pdf-page.ts';
import { PdfSession } from './pdf-session.ts';
import { PdfText } from './read-text.ts';
import { recognisePages } from './recognise-pages.ts';
import { ReadingClock } from './reading-clock.ts';

/**
 * Reads a PDF as HTML, page by page: from its structure tree where the tree can be trusted, else from the places of its
 * words, and from its picture where it has no words. Throws a DocumentError when no page can be read; warnings name the
 * parts that are missing otherwise.
 */
export async function readPdf(source: DocumentSource): Promise<DocumentContent> {
  const clock = new ReadingClock(source);
  const session = await PdfSession.open(source.bytes);
  try {
    const properties = withXmp(await session.ask(extractProperties, {}), source.bytes);
    const facts: PdfFacts = {
      totalPages: session.pageCount,
      outline: await session.ask(extractOutline, []),
      language: properties.language,
    };
    const text = new PdfText({ source, session, facts, clock, properties });
    await text.read();
    if (text.toRecognise.length > 0) await recognisePages(text);
    return text.content();
  } finally {
    await session.close();
  }
}

/** The newer way to describe a file, for what the older one does not say. */
function withXmp(properties: DocumentProperties, bytes: Uint8Array): DocumentProperties {
  const { title, createdAt, modifiedAt } = properties;
  if (title !== undefined && createdAt !== undefined && modifiedAt !== undefined) return properties;
  const packet = findXmp(bytes);
  return packet === undefined ? properties : { ...readXmpProperties(packet), ...properties };
}
