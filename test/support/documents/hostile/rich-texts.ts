import { pickSize } from '../../pick-size.ts';
import type { HostileFile } from './hostile-file.ts';

const KIND = { kind: 'rtf', expect: 'either' } as const;
const rtf = (body: string): Buffer =>
  Buffer.from(`{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Arial;}}${body}}`, 'latin1');

/** Rich texts that are hard on whoever reads them. */
export const richTexts: readonly HostileFile[] = [
  {
    ...KIND,
    name: 'groups-200k-deep.rtf',
    make: () => rtf(`${'{'.repeat(200_000)}deep${'}'.repeat(200_000)}`),
  },
  {
    ...KIND,
    name: 'groups-that-never-end.rtf',
    make: () => rtf('{\\b '.repeat(pickSize(100_000, 1_000_000))),
  },
  { ...KIND, name: 'ends-of-groups-1m.rtf', make: () => rtf('}'.repeat(1_000_000)) },
  { ...KIND, name: 'binary-of-2-gigabytes.rtf', make: () => rtf('before {\\bin2147483647 x} after') },
  { ...KIND, name: 'binary-of-negative-length.rtf', make: () => rtf('before {\\bin-2147483648 x} after') },
  {
    ...KIND,
    name: 'skip-2-billion-after-unicode.rtf',
    make: () => rtf('{\\uc2147483647 \\u8364 xxxx}{\\uc-5 \\u-1 y} end'),
  },
  { ...KIND, name: 'control-word-1m-letters.rtf', make: () => rtf(`\\${'a'.repeat(1_000_000)} text`) },
  { ...KIND, name: 'number-1m-digits.rtf', make: () => rtf(`\\fs${'9'.repeat(1_000_000)} text`) },
  {
    ...KIND,
    name: 'many-cells-in-a-row.rtf',
    make: () =>
      rtf(
        `\\trowd${'\\cellx1'.repeat(pickSize(10_000, 100_000))}\\intbl ${'a\\cell '.repeat(pickSize(30_000, 300_000))}\\row`,
      ),
  },
  {
    ...KIND,
    name: 'tables-nested-10k-deep.rtf',
    make: () =>
      rtf(Array.from({ length: 10_000 }, (_, index) => `\\intbl\\itap${index + 1} a\\nestcell `).join('')),
  },
  {
    ...KIND,
    name: 'table-level-2-billion.rtf',
    make: () => rtf('\\trowd\\cellx999\\intbl\\itap2147483647 a\\nestcell\\cell\\row after\\par'),
  },
  {
    ...KIND,
    name: 'fonts-many.rtf',
    make: () =>
      rtf(
        `{\\fonttbl${Array.from({ length: pickSize(70_000, 200_000) }, (_, index) => `{\\f${index} F;}`).join('')}}text`,
      ),
  },
  {
    ...KIND,
    name: 'styles-based-on-each-other.rtf',
    make: () =>
      rtf('{\\stylesheet{\\s1\\sbasedon2 a;}{\\s2\\sbasedon1 b;}{\\s3\\sbasedon3 c;}}\\s1 text\\par'),
  },
  {
    ...KIND,
    name: 'footnotes-in-footnotes.rtf',
    make: () => rtf(`text${'{\\footnote note '.repeat(5_000)}${'}'.repeat(5_000)}`),
  },
  {
    ...KIND,
    name: 'fields-in-fields.rtf',
    make: () =>
      rtf(
        `${'{\\field{\\*\\fldinst HYPERLINK "http://example.org"}{\\fldrslt '.repeat(5_000)}x${'}}'.repeat(5_000)}`,
      ),
  },
  {
    ...KIND,
    name: 'list-level-2-billion.rtf',
    make: () =>
      rtf(
        "{\\*\\listtable{\\list\\listid1{\\listlevel\\levelnfc0{\\leveltext\\'ff;}}}}{\\*\\listoverridetable{\\listoverride\\listid1\\ls1}}\\ls1\\ilvl2147483647 item\\par\\ls-9\\ilvl-1 item\\par",
      ),
  },
  {
    ...KIND,
    name: 'picture-4m-digits.rtf',
    make: () => rtf(`{\\pict\\pngblip ${'89504e47'.repeat(500_000)}}text`),
  },
  { ...KIND, name: 'many-paragraphs.rtf', make: () => rtf('a\\par '.repeat(pickSize(25_000, 500_000))) },
  { ...KIND, name: 'truncated.rtf', make: () => rtf('a line of text\\par '.repeat(50)).subarray(0, 500) },
  { ...KIND, name: 'header-only.rtf', make: () => Buffer.from('{\\rtf') },
  { kind: 'rtf', expect: 'error', name: 'zero-bytes.rtf', make: () => Buffer.alloc(0) },
];
