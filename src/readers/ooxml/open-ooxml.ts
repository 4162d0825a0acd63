import { DocumentError } from '../document-error.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { openZip } from '../zip/open-zip.ts';
import { OOXML_NAMESPACES } from './ooxml-namespaces.ts';
import { relationshipsPartOf } from './part-name.ts';
import { parseRelationships, partOfType, type Relationships } from './relationships.ts';

const OLE_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Stream that holds an encrypted package ([MS-OFFCRYPTO] section 1.3.2). */
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le');

/** A file of Office Open XML: parts that refer to each other (ECMA-376 part 2). */
export interface OoxmlPackage {
  /** Names of all parts. */
  names: readonly string[];
  /** Parts may be missing, and one may be cut off. */
  isDamaged: boolean;
  /** Bytes of a part, whatever the case of its name; undefined when it is not there. */
  read(name: string): Buffer | undefined;
  /** Like `read`, for a part that the file can do without: undefined when it cannot be unpacked. */
  readIfWhole(name: string): Buffer | undefined;
  /** Root element of a part that the file can do without; undefined when it is not there, or no XML. */
  parse(name: string): XmlElement | undefined;
  /** Gives the relationships of a part, or of the package itself for the empty name; none when they cannot be read. */
  relationshipsOf(name: string): Relationships;
}

/**
 * Throws SCRAPE_DOCUMENT_EMPTY for no bytes, SCRAPE_DOCUMENT_ENCRYPTED for a file with a password, SCRAPE_DOCUMENT_DAMAGED for what is no package, and
 * SCRAPE_DOCUMENT_TOO_COMPLEX beyond the limits for archives.
 */
export async function openOoxml(bytes: Uint8Array): Promise<OoxmlPackage> {
  if (bytes.length === 0) throw new DocumentError('SCRAPE_DOCUMENT_EMPTY', 'The file is empty');
  refuseCompoundFile(bytes);
  const archive = await openZip(bytes);
  const nameByLowerCase = new Map(archive.names.toReversed().map((name) => [name.toLowerCase(), name]));
  const relationships = new Map<string, Relationships>();
  const read = (name: string): Buffer | undefined => {
    const stored = archive.has(name) ? name : nameByLowerCase.get(name.toLowerCase());
    return stored === undefined ? undefined : archive.read(stored);
  };
  const readIfWhole = (name: string): Buffer | undefined => {
    try {
      return read(name);
    } catch (error) {
      if (error instanceof DocumentError && error.code === 'SCRAPE_DOCUMENT_DAMAGED') return undefined;
      throw error;
    }
  };
  return {
    names: archive.names,
    isDamaged: archive.isDamaged,
    read,
    readIfWhole,
    parse(name) {
      const part = readIfWhole(name);
      return part === undefined ? undefined : parseXml(part, OOXML_NAMESPACES);
    },
    relationshipsOf(name) {
      let known = relationships.get(name);
      if (known === undefined) {
        known = parseRelationships(readIfWhole(relationshipsPartOf(name)), name);
        relationships.set(name, known);
      }
      return known;
    },
  };
}

/** Name of the part that the package is about; `usual` where the package does not say, or names a part that is not there. */
export function mainPartOf(file: OoxmlPackage, usual: string): string {
  const named = partOfType(file.relationshipsOf(''), 'officeDocument');
  if (named === undefined) return usual;
  const has = (name: string): boolean => file.names.some((one) => one.toLowerCase() === name.toLowerCase());
  return has(named) || !has(usual) ? named : usual;
}

/** Files with a password, and those of older programs, are compound files and not archives. */
function refuseCompoundFile(bytes: Uint8Array): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.subarray(0, OLE_SIGNATURE.length).equals(OLE_SIGNATURE)) return;
  if (buffer.includes(ENCRYPTED_STREAM)) {
    throw new DocumentError('SCRAPE_DOCUMENT_ENCRYPTED', 'The file is protected with a password');
  }
  throw new DocumentError('SCRAPE_DOCUMENT_DAMAGED', 'The file is not of the kind that its name says');
}
