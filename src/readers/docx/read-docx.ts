import type { DocumentContent, DocumentProperties, DocumentSource } from '../document.ts';
import { DocumentError } from '../document-error.ts';
import { OutputBudget } from '../html-writer/output-budget.ts';
import { readDocumentProperties } from '../ooxml/document-properties.ts';
import { mainPartOf, openOoxml, type OoxmlPackage } from '../ooxml/open-ooxml.ts';
import { OOXML_NAMESPACES } from '../ooxml/ooxml-namespaces.ts';
import { partOfType } from '../ooxml/relationships.ts';
import { walkChildren } from '../xml/walk-children.ts';
import { DAMAGED_ARCHIVE } from '../zip/open-zip.ts';
import { BlockReader } from './blocks/read-blocks.ts';
import { NoteRegister } from './notes/note-register.ts';
import { type NoteParts, notesHtml, registerNotes } from './notes/read-notes.ts';
import { ListCounters } from '../text-document/list-counters.ts';
import { readNumbering } from './numbering/read-numbering.ts';
import { ReadingEnded } from './reading-ended.ts';
import { type DocxDocument, openStory } from './story.ts';
import { readStyles } from './styles/read-styles.ts';

const USUAL_MAIN_PART = 'word/document.xml';
/** Time that is kept for handing over what was read, ms. */
const TIME_TO_FINISH = 300;

/**
 * Reads a document of Word (.docx, .docm, .dotx, .dotm; ECMA-376, transitional or strict). Text that was deleted, hidden,
 * or belongs to headers, footers and comments is left out. Throws SCRAPE_DOCUMENT_ENCRYPTED, SCRAPE_DOCUMENT_DAMAGED,
 * SCRAPE_DOCUMENT_EMPTY or SCRAPE_DOCUMENT_TOO_COMPLEX.
 */
export async function readDocx(source: DocumentSource): Promise<DocumentContent> {
  const file = await openOoxml(source.bytes);
  const main = mainPartOf(file, USUAL_MAIN_PART);
  const bytes = file.read(main);
  if (bytes === undefined) {
    throw new DocumentError(
      'SCRAPE_DOCUMENT_DAMAGED',
      'The file is damaged: it has no text of a Word document',
    );
  }
  const { document, notes } = openDocument(file, main, source.hasImages);
  const html = readBody(document, { main, bytes, notes }, source);
  return { html, properties: propertiesOf(file, document), warnings: [...document.warnings] };
}

function openDocument(
  file: OoxmlPackage,
  main: string,
  hasImages: boolean,
): { document: DocxDocument; notes: NoteParts } {
  const warnings = new Set<string>(file.isDamaged ? [DAMAGED_ARCHIVE] : []);
  const optional = (type: string): Uint8Array | undefined => {
    const part = partOfType(file.relationshipsOf(main), type) ?? `word/${type}.xml`;
    const bytes = file.readIfWhole(part);
    if (bytes === undefined && file.names.includes(part)) {
      warnings.add('The file is damaged: headings and lists of the document may be missing');
    }
    return bytes;
  };
  const styles = readStyles(optional('styles'));
  const lists = new ListCounters(readNumbering(optional('numbering'), (style) => styles.listOf(style)));
  const document: DocxDocument = {
    file,
    styles,
    lists,
    notes: new NoteRegister(),
    budget: new OutputBudget(),
    hasImages,
    ids: new Set(),
    warnings,
  };
  return { document, notes: registerNotes(file, main, document.notes) };
}

interface Body {
  main: string;
  bytes: Uint8Array;
  notes: NoteParts;
}

/** The text and its notes; as much as there is room and time for. */
function readBody(document: DocxDocument, { main, bytes, notes }: Body, source: DocumentSource): string {
  const reader = new BlockReader(openStory(document, main));
  let html = '';
  const untilEnded = (read: () => void): void => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof ReadingEnded)) throw error;
      document.warnings.add(error.message);
    }
  };
  untilEnded(() =>
    walkChildren(bytes, OOXML_NAMESPACES, 'w:body', (block) => {
      if (source.remainingMs() < TIME_TO_FINISH) {
        throw new ReadingEnded('There was not enough time to read the whole document: its end is missing');
      }
      reader.read(block);
      if (document.budget.isExceeded) throw new ReadingEnded('The document is too long: its end is missing');
    }),
  );
  html += reader.finish();
  untilEnded(() => {
    if (!document.budget.isExceeded) html += notesHtml(document, notes);
  });
  return html;
}

function propertiesOf(file: OoxmlPackage, { styles }: DocxDocument): DocumentProperties {
  const properties = readDocumentProperties(file);
  const language = properties.language ?? styles.language;
  return language === undefined ? properties : { ...properties, language };
}
