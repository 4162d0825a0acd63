/** A picture as a data URI, undefined for formats that no page can show, such as EMF; what it is its bytes tell. */
export function pictureUri(bytes: Uint8Array): string | undefined {
  const type = mediaTypeOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (type === undefined) return undefined;
  return `data:${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`;
}

function mediaTypeOf(bytes: Buffer): string | undefined {
  const head = bytes.toString('latin1', 0, 1000);
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return 'image/webp';
  return /^(?:\u00ef\u00bb\u00bf)?\s*<(?:svg\b|[?!][^<]*(?:<![^<]*)*<svg\b)/.test(head)
    ? 'image/svg+xml'
    : undefined;
}
