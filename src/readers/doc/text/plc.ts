import type { ByteView } from '../../cfb/byte-view.ts';
import type { Extent } from '../fib.ts';

/** Positions with data between them ([MS-DOC] 2.2.2): `positions` has one more than `data`. */
interface Plc {
  positions: number[];
  data: ByteView[];
}

/** Reads a PLC whose data elements have `dataLength` bytes; empty when the file has none. */
export function readPlc(table: ByteView, { at, length }: Extent, dataLength: number): Plc {
  const bytes = table.part(at, length);
  const count = Math.floor((bytes.length - 4) / (4 + dataLength));
  if (length === 0 || count < 0) return { positions: [], data: [] };
  const positions: number[] = [];
  const data: ByteView[] = [];
  for (let i = 0; i <= count; i++) positions.push(bytes.u32(i * 4));
  for (let i = 0; i < count; i++) data.push(bytes.part((count + 1) * 4 + i * dataLength, dataLength));
  return { positions, data };
}
