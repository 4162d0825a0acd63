import { KINDS, type ContentKind } from '../index.ts';
import type { Signature } from '../reader.ts';
import { oleKind } from './ole-kind.ts';
import { zipKind } from './zip-kind.ts';

const ZIP = { bytes: 'PK\x03\x04' };
const OLE = { bytes: '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1' };

/** WHATWG MIME Sniffing 6, and the specifications of the formats that it leaves out. */
const SIGNATURES = KINDS.flatMap(([kind, { signatures = [] }]) =>
  signatures.map((signature) => ({ kind, signature })),
);

/** The kind that the first bytes of a binary format tell; undefined for text and for formats not known here. */
export function kindByMagicBytes(bytes: Uint8Array): ContentKind | undefined {
  if (hasSignature(bytes, ZIP)) return zipKind(bytes);
  if (hasSignature(bytes, OLE)) return oleKind(bytes);
  return SIGNATURES.find(({ signature }) => hasSignature(bytes, signature))?.kind;
}

function hasSignature(bytes: Uint8Array, { bytes: signature, offset = 0, also }: Signature): boolean {
  if (bytes.length < offset + signature.length) return false;
  for (let i = 0; i < signature.length; i++) {
    if (bytes[offset + i] !== signature.charCodeAt(i)) return false;
  }
  return also === undefined || hasSignature(bytes, also);
}
