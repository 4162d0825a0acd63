import CFB from 'cfb';
import type { HostileFile } from './hostile-file.ts';

const SECTOR = 512;
const FREE = 0xffff_ffff;

/** A compound file (MS-CFB) with these streams. */
function compound(streams: Readonly<Record<string, Uint8Array>>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, bytes] of Object.entries(streams))
    CFB.utils.cfb_add(file, `/${name}`, Buffer.from(bytes));
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

/** MS-DOC 2.5.1: the fixed part of a file information block, with all offsets and lengths set to one value. */
function informationBlock(fill: number, flags = 0x0200): Buffer {
  const block = Buffer.alloc(1_500);
  block.writeUInt16LE(0xa5ec, 0);
  block.writeUInt16LE(0x00c1, 2);
  block.writeUInt16LE(flags, 10);
  block.writeUInt16LE(14, 32);
  block.writeUInt16LE(22, 62);
  for (let at = 64; at < 152; at += 4) block.writeUInt32LE(fill, at);
  block.writeUInt16LE(93, 152);
  for (let at = 154; at < 154 + 93 * 8; at += 4) block.writeUInt32LE(fill, at);
  return block;
}

const big = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(Math.max(0, 5_000 - bytes.length))]);

function docWith(fill: number, table = Buffer.alloc(6_000, 0x11)): Buffer {
  return compound({ WordDocument: big(informationBlock(fill)), '1Table': table });
}

/** Changes the table of sectors that follow each other. */
function withSectors(file: Buffer, change: (table: Buffer) => void): Buffer {
  const copy = Buffer.from(file);
  const at = (copy.readUInt32LE(0x4c) + 1) * SECTOR;
  change(copy.subarray(at, at + SECTOR));
  return copy;
}

const DOC = { kind: 'doc', expect: 'either' } as const;
const XLS = { kind: 'xls', expect: 'either' } as const;

/** One record of a workbook (MS-XLS 2.1.4). */
function record(type: number, content: Buffer, length = content.length): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(length, 2);
  return Buffer.concat([head, content]);
}

const BOF = record(0x0809, Buffer.from('0006050000000000000000000000000000', 'hex').subarray(0, 16));
const EOF = record(0x000a, Buffer.alloc(0));

/** Files of Office 97 and protected ones of later versions, whose sectors, tables and lengths lie. */
export const compoundFiles: readonly HostileFile[] = [
  { ...DOC, name: 'lengths-of-4-gigabytes.doc', make: () => docWith(0xffff_ffff) },
  { ...DOC, name: 'lengths-of-2-gigabytes.doc', make: () => docWith(0x7fff_ffff) },
  { ...DOC, name: 'lengths-of-zero.doc', make: () => docWith(0) },
  { ...DOC, name: 'lengths-that-overlap.doc', make: () => docWith(200) },
  { ...DOC, name: 'all-bytes-alike.doc', make: () => docWith(100, Buffer.alloc(200_000, 2)) },
  { ...DOC, name: 'without-table.doc', make: () => compound({ WordDocument: big(informationBlock(100)) }) },
  {
    ...DOC,
    name: 'block-cut-off.doc',
    make: () => compound({ WordDocument: informationBlock(100).subarray(0, 40), '1Table': Buffer.alloc(10) }),
  },
  {
    ...DOC,
    name: 'word-6-cut-off.doc',
    make: () => {
      const block = big(informationBlock(0xffff));
      block.writeUInt16LE(0x65, 2);
      block.writeUInt16LE(0xa5dc, 0);
      return compound({ WordDocument: block });
    },
  },
  {
    kind: 'doc',
    expect: 'error',
    name: 'password.doc',
    make: () =>
      compound({ WordDocument: big(informationBlock(0, 0x0300)), '1Table': Buffer.alloc(6_000, 0x5a) }),
  },
  {
    ...DOC,
    name: 'sectors-in-a-circle.doc',
    make: () =>
      withSectors(docWith(100), (table) => {
        for (let at = 0; at < SECTOR; at += 4)
          if (table.readUInt32LE(at) < 0xffff_0000) table.writeUInt32LE(at / 4, at);
      }),
  },
  {
    ...DOC,
    name: 'sectors-beyond-the-end.doc',
    make: () => withSectors(docWith(100), (table) => table.fill(0x7f)),
  },
  {
    ...DOC,
    name: 'sectors-all-free.doc',
    make: () =>
      withSectors(docWith(100), (table) => {
        for (let at = 0; at < SECTOR; at += 4) table.writeUInt32LE(FREE, at);
      }),
  },
  {
    ...DOC,
    name: 'directory-in-a-circle.doc',
    make: () => {
      const file = docWith(100);
      const at = (file.readUInt32LE(0x30) + 1) * SECTOR;
      for (let entry = 0; entry < 4; entry++) {
        for (const link of [0x44, 0x48, 0x4c])
          file.writeUInt32LE(entry === 0 ? 1 : 0, at + entry * 128 + link);
      }
      return file;
    },
  },
  {
    ...DOC,
    name: 'header-asks-for-4-billion-sectors.doc',
    make: () => {
      const file = docWith(100);
      for (const at of [0x2c, 0x40, 0x48]) file.writeUInt32LE(FREE - 1, at);
      file.writeUInt16LE(31, 0x1e);
      return file;
    },
  },
  { ...DOC, name: 'truncated.doc', make: () => docWith(100).subarray(0, 1_400) },
  { kind: 'doc', expect: 'error', name: 'zero-bytes.doc', make: () => Buffer.alloc(0) },
  {
    kind: 'doc',
    expect: 'either',
    name: 'text.doc',
    make: () => Buffer.from('Only text with a wrong extension.\n'.repeat(50)),
  },
  {
    kind: 'docx',
    expect: 'error',
    name: 'password.docx',
    make: () =>
      compound({ EncryptionInfo: Buffer.alloc(300, 4), EncryptedPackage: Buffer.alloc(9_000, 0x5a) }),
  },
  {
    kind: 'xlsx',
    expect: 'error',
    name: 'password.xlsx',
    make: () =>
      compound({ EncryptionInfo: Buffer.alloc(300, 4), EncryptedPackage: Buffer.alloc(9_000, 0x5a) }),
  },
  {
    kind: 'xls',
    expect: 'error',
    name: 'password.xls',
    make: () => compound({ Workbook: big(Buffer.concat([BOF, record(0x002f, Buffer.alloc(54, 1)), EOF])) }),
  },
  {
    ...XLS,
    name: 'record-longer-than-the-file.xls',
    make: () => compound({ Workbook: Buffer.concat([BOF, record(0x00fc, Buffer.alloc(6_000), 0xffff)]) }),
  },
  {
    ...XLS,
    name: 'strings-4-billion.xls',
    make: () => compound({ Workbook: Buffer.concat([BOF, record(0x00fc, Buffer.alloc(8_000, 0xff)), EOF]) }),
  },
  {
    ...XLS,
    name: 'far-cells.xls',
    make: () => {
      const cell = Buffer.from('ffffff0000000000000000005940', 'hex');
      const dimensions = Buffer.from('00000000ffffffff0000ffff0000', 'hex');
      return compound({
        Workbook: Buffer.concat([
          BOF,
          record(0x0200, dimensions),
          ...Array.from({ length: 500 }, () => record(0x0203, cell)),
          EOF,
        ]),
      });
    },
  },
  {
    ...XLS,
    name: 'continue-records-200k.xls',
    make: () =>
      compound({
        Workbook: Buffer.concat([
          BOF,
          record(0x00fc, Buffer.alloc(20)),
          ...Array.from({ length: 200_000 }, () => record(0x003c, Buffer.alloc(4, 0x41))),
          EOF,
        ]),
      }),
  },
  {
    ...XLS,
    name: 'truncated.xls',
    make: () => compound({ Workbook: big(Buffer.concat([BOF, EOF])) }).subarray(0, 900),
  },
  { kind: 'xls', expect: 'error', name: 'zero-bytes.xls', make: () => Buffer.alloc(0) },
];
