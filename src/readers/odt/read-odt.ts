import type { DocumentContent, DocumentSource } from '../document.ts';
import { DocumentError } from '../document-error.ts';
import { TextDocumentWriter } from '../text-document/text-document-writer.ts';
import { decodeXml } from '../xml/decode-xml.ts';
import { readOdfProperties } from '../odf/odf-properties.ts';
import type { OdtContext } from './odt-context.ts';
import { openOdf, type OdfPackage } from './open-odf.ts';
import { readOdfStyles, startOdtContext } from './start-context.ts';
import { walkOdf } from './walk-odf.ts';
import { writeBlocks } from './write-blocks.ts';

/** Beyond this share of the letters, a monospaced font is the font of the text and means nothing. */
const MAX_CODE_SHARE = 0.6;

/**
 * Reads a text of OpenDocument (ODF 1.3), as a package or as one flat XML file. Throws a DocumentError when nothing of
 * it can be read.
 */
export async function readOdt(source: DocumentSource): Promise<DocumentContent> {
  const file = await openOdf(source.bytes);
  const bytes = file.read('content.xml');
  if (bytes === undefined) {
    throw new DocumentError('SCRAPE_DOCUMENT_DAMAGED', 'The file is damaged: it has no text (content.xml)');
  }
  const targets = linkedTargets(bytes);
  const first = readContent(file, bytes, targets, { hasImages: source.hasImages, isMonospacedCode: true });
  const { all, monospaced } = first.letters;
  if (monospaced <= all * MAX_CODE_SHARE) return first.content;
  return readContent(file, bytes, targets, { hasImages: source.hasImages, isMonospacedCode: false }).content;
}

function readContent(
  file: OdfPackage,
  bytes: Uint8Array,
  targets: ReadonlySet<string>,
  choices: Pick<OdtContext, 'hasImages' | 'isMonospacedCode'>,
): { content: DocumentContent; letters: OdtContext['letters'] } {
  const context = startOdtContext(file, targets, choices);
  const out = new TextDocumentWriter(context.budget);
  const metaChildren = readOdfStyles(file, context);
  let hasText = false;
  walkOdf(bytes, (container, child) => {
    if (
      container === 'office:text' ||
      container === 'office:presentation' ||
      container === 'office:drawing'
    ) {
      hasText = true;
      writeBlocks(context, [child], out, { indent: 0 });
    } else if (container === 'office:meta') {
      metaChildren.push(child);
    } else {
      context.styles.add(child, container === 'office:automatic-styles');
      context.listStyles.add(child);
    }
  });
  if (!hasText && !isOdf(bytes)) {
    throw new DocumentError('SCRAPE_DOCUMENT_DAMAGED', 'The file is damaged: it holds no OpenDocument text');
  }
  if (context.budget.isExceeded)
    context.warnings.add('The file has more text than can be read; the end is left out.');
  const properties = readOdfProperties({ name: 'office:meta', attributes: {}, children: metaChildren });
  const { language } = context.styles;
  return {
    content: {
      html: out.finish() + context.footnotes.list(),
      properties:
        properties.language === undefined && language !== undefined
          ? { ...properties, language }
          : properties,
      warnings: [...context.warnings],
    },
    letters: context.letters,
  };
}

/** Names of the bookmarks that links of the file lead to; the others need no anchor. */
function linkedTargets(bytes: Uint8Array): Set<string> {
  const targets = new Set<string>();
  for (const [, name] of decodeXml(bytes).matchAll(/xlink:href="#([^"|&]{1,200})"/g)) targets.add(name!);
  return targets;
}

function isOdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4_000)).toString('latin1');
  return /<(?:\w+:)?document(?:-content)?\b/.test(head);
}
