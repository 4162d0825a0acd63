/** Bytes before the first tag, at most. */
const HEAD_BYTES = 1_000;

/** Whether a file of OpenDocument is one XML document, not a package of several (ODF 1.3 part 3, section 3.1.2). */
export function isFlatXml(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  return /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?[\s\0]*</.test(head.toString('latin1'));
}
