import { buildZip } from './build-zip.ts';

export interface EpubParts {
  /** Content of the `body` of each chapter, by its name below `OEBPS/`; those that begin with `<?xml` or `<html` are whole. */
  chapters: Readonly<Record<string, string | Uint8Array>>;
  /** Content of the `metadata`. */
  metadata?: string;
  /** Names of chapters in the order of the spine; all of them in theirs when absent. */
  spine?: readonly string[];
  others?: Readonly<Record<string, string | Uint8Array>>;
}

/** A book of EPUB 3. */
export function buildEpub({
  chapters,
  metadata = '',
  spine = Object.keys(chapters),
  others = {},
}: EpubParts): Buffer {
  const names = Object.keys(chapters);
  const parts: Record<string, string | Uint8Array> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'OEBPS/book.opf': `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata}</metadata><manifest>${names
      .map(
        (name, at) =>
          `<item id="i${at}" href="${encodeURI(name)}" media-type="application/xhtml+xml"${name === 'nav.xhtml' ? ' properties="nav"' : ''}/>`,
      )
      .join(
        '',
      )}</manifest><spine>${spine.map((name) => `<itemref idref="i${names.indexOf(name)}"/>`).join('')}</spine></package>`,
  };
  for (const [name, content] of Object.entries(chapters)) {
    const isWhole = typeof content !== 'string' || /^<(?:\?xml|html)/.test(content);
    parts[`OEBPS/${name}`] = isWhole
      ? content
      : `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title><style>p{}</style></head><body>${content}</body></html>`;
  }
  return buildZip({ ...parts, ...others }, { stored: ['mimetype'] });
}
