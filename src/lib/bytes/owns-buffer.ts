/** Whether bytes are alone in their buffer, so that it can be handed to a thread: a view of a larger one is not. */
export function ownsBuffer(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.byteLength;
}
