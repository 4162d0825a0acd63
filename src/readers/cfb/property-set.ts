import { TextDecoder } from '@exodus/bytes/encoding.js';
import { ByteView } from './byte-view.ts';

/** A value of a property: text, a number, a flag, or a time as ISO 8601. */
export type PropertyValue = string | number | boolean;

/** Properties of one section by their number, and the names of those that the user made. */
export interface PropertySection {
  values: Map<number, PropertyValue>;
  names: Map<number, string>;
}

const BYTE_ORDER = 0xff_fe;
const MAX_SECTIONS = 2;
/** A stated number of properties may be any. */
const MAX_PROPERTIES = 2_000;
const DICTIONARY = 0;
const CODE_PAGE = 1;
const UTF_16 = 1200;
const TYPE = { i2: 2, i4: 3, r8: 5, flag: 11, text: 30, wideText: 31, time: 64 } as const;
/** 1 January 1970 in units of 100 ns since 1601. */
const UNIX_EPOCH = 116_444_736_000_000_000n;
const MAX_TIME = 8_640_000_000_000_000n;

/**
 * Reads a stream of document properties ([MS-OLEPS] 2.21), such as `\x05SummaryInformation`. Properties that cannot be
 * read are left out. `encodingOf` knows the encoding of a Windows code page.
 */
export function readPropertySet(
  bytes: Uint8Array,
  encodingOf: (codePage: number) => string | undefined,
): PropertySection[] {
  const view = new ByteView(bytes);
  if (view.u16(0) !== BYTE_ORDER) return [];
  const count = Math.min(view.u32(24), MAX_SECTIONS);
  return Array.from({ length: count }, (_, i) =>
    readSection(view.part(view.u32(44 + i * 20), view.length), encodingOf),
  );
}

function readSection(
  section: ByteView,
  encodingOf: (codePage: number) => string | undefined,
): PropertySection {
  const read: PropertySection = { values: new Map(), names: new Map() };
  const count = Math.min(section.u32(4), MAX_PROPERTIES, Math.floor(section.length / 8));
  const offsets = new Map<number, number>();
  for (let i = 0; i < count; i++) offsets.set(section.u32(8 + i * 8), section.u32(12 + i * 8));
  const codePage = section.u16((offsets.get(CODE_PAGE) ?? section.length) + 4);
  const decode = (at: number, length: number): string =>
    codePage === UTF_16
      ? untilNull(section.utf16(at, length >> 1))
      : untilNull(
          new TextDecoder(encodingOf(codePage) ?? 'windows-1252').decode(section.part(at, length).bytes),
        );
  for (const [id, at] of offsets) {
    if (id === DICTIONARY) read.names = readNames(section, at, codePage, decode);
    else if (id !== CODE_PAGE) {
      const value = readValue(section, at, decode);
      if (value !== undefined) read.values.set(id, value);
    }
  }
  return read;
}

function readValue(
  section: ByteView,
  at: number,
  decode: (at: number, length: number) => string,
): PropertyValue | undefined {
  const type = section.u16(at);
  if (type === TYPE.text) return decode(at + 8, section.u32(at + 4));
  if (type === TYPE.wideText) return untilNull(section.utf16(at + 8, section.u32(at + 4)));
  if (type === TYPE.i2) return section.i16(at + 4);
  if (type === TYPE.i4) return section.i32(at + 4);
  if (type === TYPE.flag) return section.u16(at + 4) !== 0;
  if (type === TYPE.r8) {
    const { bytes } = section.part(at + 4, 8);
    return bytes.length < 8 ? undefined : Buffer.from(bytes).readDoubleLE();
  }
  return type === TYPE.time ? toTime(section.u32(at + 4), section.u32(at + 8)) : undefined;
}

function toTime(low: number, high: number): string | undefined {
  const milliseconds = ((BigInt(high) << 32n) + BigInt(low) - UNIX_EPOCH) / 10_000n;
  // Times before 1980 are empty ones.
  if (milliseconds < 315_532_800_000n || milliseconds > MAX_TIME) return undefined;
  return new Date(Number(milliseconds)).toISOString();
}

function readNames(
  section: ByteView,
  start: number,
  codePage: number,
  decode: (at: number, length: number) => string,
): Map<number, string> {
  const names = new Map<number, string>();
  const count = Math.min(section.u32(start), MAX_PROPERTIES);
  let at = start + 4;
  for (let i = 0; i < count && at < section.length; i++) {
    const length = section.u32(at + 4) * (codePage === UTF_16 ? 2 : 1);
    names.set(section.u32(at), decode(at + 8, length));
    // Wide names fill whole words.
    at += 8 + (codePage === UTF_16 ? Math.ceil(length / 4) * 4 : length);
  }
  return names;
}

function untilNull(text: string): string {
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}
