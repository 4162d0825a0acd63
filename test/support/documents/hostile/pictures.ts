import { crc32 } from 'node:zlib';
import { zlibRepeated } from './deflate-repeated.ts';
import type { HostileFile } from './hostile-file.ts';

const KIND = { kind: 'image', expect: 'either' } as const;

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(content.length, 0);
  body.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(body), bytes.length - 4);
  return bytes;
}

/** A PNG of grey pixels (RFC 2083) of the given size, with whatever is in it. */
function png(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Pictures that are larger than they look. */
export const pictures: readonly HostileFile[] = [
  {
    ...KIND,
    name: '50k-by-50k.png',
    make: () => png(50_000, 50_000, zlibRepeated(Buffer.alloc(2 ** 20), 2_400)),
  },
  {
    ...KIND,
    name: '2-billion-by-2-billion.png',
    make: () => png(0x7fff_ffff, 0x7fff_ffff, zlibRepeated(Buffer.alloc(1_000), 1)),
  },
  { ...KIND, name: '20k-by-20k-without-data.png', make: () => png(20_000, 20_000, Buffer.alloc(20)) },
  {
    ...KIND,
    name: 'header-only.jpg',
    make: () =>
      Buffer.from('ffd8ffe000104a46494600010101006000600000ffc0001108ffffffff03012200021101031101', 'hex'),
  },
  {
    ...KIND,
    name: 'cut-off.gif',
    make: () => Buffer.from('474946383961ffffffffff00002c00000000ffffffff00', 'hex'),
  },
  {
    ...KIND,
    name: 'cut-off.tiff',
    make: () => Buffer.from('49492a00080000000a00000104000100000000ffffff0101040001000000ffffff00', 'hex'),
  },
  {
    ...KIND,
    name: 'cut-off.webp',
    make: () => Buffer.from('52494646ffffffff574542505650382000ffffff30010001', 'hex'),
  },
  { kind: 'image', expect: 'error', name: 'zero-bytes.png', make: () => Buffer.alloc(0) },
];
