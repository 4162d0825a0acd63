import { ServiceError } from './service-error.ts';

/** The 16 bytes of a UUIDv7 in base64url. */
const CURSOR = /^[\w-]{22}$/;
const UUID_V7 = /^[\da-f]{12}7[\da-f]{3}[89ab][\da-f]{15}$/;

/** Encodes the end of a page of the list, behind the entry with this id. Opaque to callers. */
export function encodeCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The id of the last entry seen; BAD_REQUEST when the text is no cursor of ours. */
export function decodeCursor(cursor: string): string {
  const bytes = CURSOR.test(cursor) ? Buffer.from(cursor, 'base64url') : Buffer.alloc(0);
  const hex = bytes.toString('hex');
  if (!UUID_V7.test(hex) || bytes.toString('base64url') !== cursor) {
    throw new ServiceError('BAD_REQUEST', {
      message: 'cursor is not valid: send the cursor of the page before as it came, or none',
    });
  }
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
