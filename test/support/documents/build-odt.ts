import { buildZip } from './build-zip.ts';

const OASIS = 'urn:oasis:names:tc:opendocument:xmlns:';
const NAMESPACES = [
  ...['office', 'style', 'text', 'table', 'meta', 'manifest', 'presentation'].map((name) => [
    name,
    `${OASIS}${name}:1.0`,
  ]),
  ['draw', `${OASIS}drawing:1.0`],
  ['fo', `${OASIS}xsl-fo-compatible:1.0`],
  ['svg', `${OASIS}svg-compatible:1.0`],
  ['xlink', 'http://www.w3.org/1999/xlink'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['math', 'http://www.w3.org/1998/Math/MathML'],
]
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

export interface OdtParts {
  /** Content of `office:text`, or of what else holds the content of the file. */
  text: string;
  /** A text when absent. */
  kind?: 'text' | 'presentation';
  /** Content of the `office:automatic-styles` of the text. */
  automaticStyles?: string;
  /** Content of the `office:styles`. */
  styles?: string;
  /** Content of `office:meta`. */
  meta?: string;
  manifest?: string;
  /** Further parts by name, such as pictures. */
  parts?: Readonly<Record<string, string | Uint8Array>>;
}

/** A package of OpenDocument (ODF 1.3 part 2). */
export function buildOdt({
  text,
  kind = 'text',
  automaticStyles = '',
  styles = '',
  meta = '',
  manifest = '',
  parts = {},
}: OdtParts): Buffer {
  return buildZip(
    {
      mimetype: `application/vnd.oasis.opendocument.${kind}`,
      'content.xml': root(
        'document-content',
        `<office:automatic-styles>${automaticStyles}</office:automatic-styles><office:body><office:${kind}>${text}</office:${kind}></office:body>`,
      ),
      'styles.xml': root('document-styles', `<office:styles>${styles}</office:styles>`),
      'meta.xml': root('document-meta', `<office:meta>${meta}</office:meta>`),
      'META-INF/manifest.xml': `<manifest:manifest${NAMESPACES}>${manifest}</manifest:manifest>`,
      ...parts,
    },
    { stored: ['mimetype'] },
  );
}

/** The same text as one XML file. */
export function buildFlatOdt({ text, automaticStyles = '', styles = '', meta = '' }: OdtParts): Buffer {
  const content = root(
    'document',
    `<office:meta>${meta}</office:meta><office:styles>${styles}</office:styles><office:automatic-styles>${automaticStyles}</office:automatic-styles><office:body><office:text>${text}</office:text></office:body>`,
  );
  return Buffer.from(content);
}

function root(name: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><office:${name}${NAMESPACES}>${content}</office:${name}>`;
}
