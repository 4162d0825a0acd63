import { DocumentError } from '../document-error.ts';
import { isEncrypted } from '../odf/is-encrypted.ts';
import { isFlatXml } from '../odf/is-flat-xml.ts';
import { openZip } from '../zip/open-zip.ts';

/** The parts of a file of OpenDocument. */
export interface OdfPackage {
  /** True for a file that is one XML document, with everything in `content.xml`. */
  isFlat: boolean;
  /** Parts may be missing, and one may be cut off. */
  isDamaged: boolean;
  /** Undefined when there is none; throws like the reading of an archive. */
  read(name: string): Buffer | undefined;
  /** Undefined as well when the part is broken. */
  readIfWhole(name: string): Buffer | undefined;
}

/**
 * Opens a package (ODF 1.3 part 2) or a flat file. Throws SCRAPE_DOCUMENT_EMPTY, SCRAPE_DOCUMENT_ENCRYPTED for a file
 * with a password, SCRAPE_DOCUMENT_DAMAGED for what is neither, and SCRAPE_DOCUMENT_TOO_COMPLEX.
 */
export async function openOdf(bytes: Uint8Array): Promise<OdfPackage> {
  if (bytes.length === 0) throw new DocumentError('SCRAPE_DOCUMENT_EMPTY', 'The file is empty');
  if (isFlatXml(bytes)) {
    const flat = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const read = (name: string): Buffer | undefined => (name === 'content.xml' ? flat : undefined);
    return { isFlat: true, isDamaged: false, read, readIfWhole: read };
  }
  const archive = await openZip(bytes);
  const readIfWhole = (name: string): Buffer | undefined => {
    try {
      return archive.read(name);
    } catch (error) {
      if (error instanceof DocumentError && error.code === 'SCRAPE_DOCUMENT_DAMAGED') return undefined;
      throw error;
    }
  };
  if (archive.has('encrypted-package') || isEncrypted(readIfWhole('META-INF/manifest.xml'))) {
    throw new DocumentError('SCRAPE_DOCUMENT_ENCRYPTED', 'The file is protected with a password');
  }
  return {
    isFlat: false,
    isDamaged: archive.isDamaged,
    read: (name) => archive.read(name),
    readIfWhole,
  };
}
