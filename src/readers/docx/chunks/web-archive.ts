import { TextDecoder } from '@exodus/bytes/encoding.js';

/** Parts of an archive that are looked at. */
const MAX_PARTS = 200;

/** The page of a web archive (MHTML, RFC 2557): its first part of HTML; undefined when it has none. */
export function pageOfWebArchive(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const boundary = /boundary="?([^"\r\n;]+)"?/i.exec(text.slice(0, 4_000))?.[1];
  const parts = boundary === undefined ? [text] : text.split(`--${boundary}`, MAX_PARTS);
  for (const part of parts) {
    const whole = part.trimStart();
    const headEnd = /\r?\n\r?\n/.exec(whole);
    const head = whole.slice(0, headEnd?.index ?? 0);
    if (headEnd === null || !/content-type:\s*text\/html/i.test(head)) continue;
    const charset = /charset="?([\w-]+)"?/i.exec(head)?.[1] ?? 'utf-8';
    return decode(whole.slice(headEnd.index + headEnd[0].length), head, charset);
  }
  return undefined;
}

function decode(body: string, head: string, charset: string): string {
  const encoding = /content-transfer-encoding:\s*([\w-]+)/i.exec(head)?.[1]?.toLowerCase();
  let bytes = Buffer.from(body, 'latin1');
  if (encoding === 'base64') bytes = Buffer.from(body, 'base64');
  if (encoding === 'quoted-printable') {
    const joined = body.replace(/=\r?\n/g, '');
    const plain = joined.replace(/=([\dA-F]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    bytes = Buffer.from(plain, 'latin1');
  }
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
