import { TextDecoder } from '@exodus/bytes/encoding.js';

/** Text of an XML file: by its byte order mark, else by the declaration, else UTF-8 (XML 1.0, appendix F). */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0x3c && bytes[1] === 0)) {
    return new TextDecoder('utf-16le').decode(bytes);
  }
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString('latin1');
  const label = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  return decoderFor(label).decode(bytes);
}

function decoderFor(label = 'utf-8'): InstanceType<typeof TextDecoder> {
  try {
    // UTF-16 that begins with single bytes is none.
    return new TextDecoder(/^utf-?16/i.test(label) ? 'utf-8' : label);
  } catch {
    return new TextDecoder();
  }
}
