import { resolvePartName } from '../ooxml/part-name.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { childOf, childrenOf } from '../xml/xml-element.ts';
import type { ZipArchive } from '../zip/open-zip.ts';

const NAMESPACES = {
  'urn:oasis:names:tc:opendocument:xmlns:container': '',
  'http://www.w3.org/2001/04/xmlenc#': 'enc',
};

/** Names of the parts that cannot be read without a key (EPUB OCF 3.3, section 4.2.6.3.2), fonts among them. */
export function encryptedParts(archive: ZipArchive): Set<string> {
  const bytes = archive.read('META-INF/encryption.xml');
  const root = bytes === undefined ? undefined : parseXml(bytes, NAMESPACES);
  const names = childrenOf(root, 'enc:EncryptedData').map(
    (data) => childOf(childOf(data, 'enc:CipherData'), 'enc:CipherReference')?.attributes['URI'],
  );
  return new Set(names.filter((name) => name !== undefined).map((name) => resolvePartName('', name)));
}
