import { createHash } from 'node:crypto';
import { CATALOG, HELLO, HELVETICA, ONE_PAGE, pdfStream, rawPdf } from './raw-pdf.ts';

/** ISO 32000-1, 7.6.3.3: what passwords are filled up with. */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const KEY_BYTES = 5;
const PERMISSIONS = -4;
const ID = Buffer.alloc(16, 7);

/** A file of one page under the standard security handler, revision 2: without its user password it cannot be read. */
export function encryptedPdf(userPassword: string): Buffer {
  const owner = rc4(md5(padded('owner')).subarray(0, KEY_BYTES), padded(userPassword));
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const key = md5(Buffer.concat([padded(userPassword), owner, permissions, ID])).subarray(0, KEY_BYTES);
  const content = rc4(objectKey(key, 4), Buffer.from(HELLO));
  return rawPdf(
    [
      CATALOG,
      ONE_PAGE,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      pdfStream(content),
      HELVETICA,
      `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${rc4(key, PADDING).toString('hex')}> /P ${PERMISSIONS} >>`,
    ],
    `/Encrypt 6 0 R /ID [<${ID.toString('hex')}> <${ID.toString('hex')}>]`,
  );
}

/** Algorithm 1: each object has a key of its own. */
function objectKey(key: Buffer, object: number): Buffer {
  return md5(Buffer.concat([key, Buffer.from([object, 0, 0, 0, 0])])).subarray(0, KEY_BYTES + 5);
}

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number): void => {
    [state[a], state[b]] = [state[b]!, state[a]!];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    swap(i, j);
  }
  let j = 0;
  return Buffer.from(
    bytes.map((byte, index) => {
      const i = (index + 1) & 255;
      j = (j + state[i]!) & 255;
      swap(i, j);
      return byte ^ state[(state[i]! + state[j]!) & 255]!;
    }),
  );
}
