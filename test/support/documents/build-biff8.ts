/** One record of an old workbook ([MS-XLS] 2.1.4). */
export function biffRecord(type: number, ...content: ReadonlyArray<Uint8Array | number>): Buffer {
  const body = Buffer.concat(content.map((one) => (typeof one === 'number' ? uint16(one) : one)));
  return Buffer.concat([uint16(type), uint16(body.length), body]);
}

/** The stream of a workbook of Excel 97 with one sheet, from its records; `shared` stands among what sheets share. */
export function buildBiff8(shared: readonly Uint8Array[], cells: readonly Uint8Array[]): Buffer {
  const start = biffRecord(0x0809, 0x0600, 0x0005, 0, 0, 0, 0, 0, 0);
  const end = biffRecord(0x000a);
  const name = Buffer.from('\u0005\u0000Sheet', 'latin1');
  const length = start.length + Buffer.concat([...shared]).length + 4 + 6 + name.length + end.length;
  const place = Buffer.alloc(4);
  place.writeUInt32LE(length);
  const tab = biffRecord(0x0085, place, 0, name);
  const sheet = biffRecord(0x0809, 0x0600, 0x0010, 0, 0, 0, 0, 0, 0);
  return Buffer.concat([start, ...shared, tab, end, sheet, ...cells, end]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
