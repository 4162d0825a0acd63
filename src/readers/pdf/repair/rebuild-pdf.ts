import { findObjects, type FoundObject } from './find-objects.ts';

const HEADER = Buffer.from('%PDF-');
/** The header stands within the first kilobyte. */
const HEADER_AREA = 1_024;
const TRAILER = Buffer.from('trailer');
const TRAILER_LENGTH = 2_048;
const MAX_TRAILERS = 100;

/**
 * A damaged PDF whose catalogue is lost, with a new one at its end: a page tree of all pages that stand in it and a table of
 * where its objects are (ISO 32000-1, 7.5.4). Undefined when no page is found, as in a file whose pages stand in compressed object
 * streams.
 */
export function rebuildPdf(file: Uint8Array): Buffer | undefined {
  const bytes = fromHeader(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  const objects = findObjects(bytes);
  const pages = inTreeOrder(objects);
  if (pages.length === 0) return undefined;
  const last = objects.reduce((most, { number }) => Math.max(most, number), 0);
  // A stream that the end of the file has cut ends here.
  const parts = ['\nendstream\nendobj\n'];
  let offset = bytes.length + parts[0]!.length;
  const write = (number: number, body: string): FoundObject => {
    const text = `${number} 0 obj\n${body}\nendobj\n`;
    const object = { number, generation: 0, offset, kind: undefined, kids: [] };
    parts.push(text);
    offset += text.length;
    return object;
  };
  const kids = pages.map(({ number, generation }) => `${number} ${generation} R`).join(' ');
  const tree = write(last + 1, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  const catalog = write(last + 2, `<< /Type /Catalog /Pages ${last + 1} 0 R >>`);
  parts.push(crossReferences([...objects, tree, catalog]));
  const entries = `/Size ${last + 3} /Root ${last + 2} 0 R ${keptEntries(bytes)}`;
  parts.push(`trailer\n<< ${entries} >>\nstartxref\n${offset}\n%%EOF\n`);
  return Buffer.concat([bytes, Buffer.from(parts.join(''), 'latin1')]);
}

/** Offsets count from the header, which is there for sure afterwards. */
function fromHeader(bytes: Buffer): Buffer {
  const at = bytes.subarray(0, HEADER_AREA).indexOf(HEADER);
  return at === -1 ? Buffer.concat([Buffer.from('%PDF-1.7\n'), bytes]) : bytes.subarray(at);
}

/** Pages in the order of what is left of the page tree, then those that it does not name in that of the file. */
function inTreeOrder(objects: readonly FoundObject[]): FoundObject[] {
  const pages = new Map<number, FoundObject>();
  const nodes = new Map<number, readonly number[]>();
  for (const object of objects) {
    if (object.kind === 'page') pages.set(object.number, object);
    else if (object.kind === 'pages') nodes.set(object.number, object.kids);
  }
  const inner = new Set([...nodes.values()].flat());
  // Nodes that no other one names come first; a node that is part of a loop is reached in any case.
  const roots = [...nodes.keys()].toSorted((a, b) => Number(inner.has(a)) - Number(inner.has(b)));
  const open = roots.toReversed();
  const seen = new Set<number>();
  const ordered: FoundObject[] = [];
  while (open.length > 0) {
    const number = open.pop()!;
    if (seen.has(number)) continue;
    seen.add(number);
    const page = pages.get(number);
    if (page !== undefined) ordered.push(page);
    const kids = nodes.get(number) ?? [];
    for (let index = kids.length - 1; index >= 0; index--) open.push(kids[index]!);
  }
  return [...ordered, ...[...pages.values()].filter(({ number }) => !seen.has(number))];
}

function crossReferences(objects: readonly FoundObject[]): string {
  const sorted = objects.toSorted((a, b) => a.number - b.number);
  const parts = ['xref\n0 1\n0000000000 65535 f \n'];
  for (let start = 0; start < sorted.length;) {
    const first = sorted[start]!.number;
    let end = start + 1;
    while (sorted[end]?.number === first + end - start) end++;
    parts.push(`${first} ${end - start}\n`);
    for (const { offset, generation } of sorted.slice(start, end)) {
      parts.push(`${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`);
    }
    start = end;
  }
  return parts.join('');
}

/**
 * Gives the entries to keep, from the last trailer that has them: without them, an encrypted file cannot be read, and
 * its title would be lost.
 */
function keptEntries(bytes: Buffer): string {
  let at = bytes.length;
  const kept = new Map<string, string>();
  for (let count = 0; count < MAX_TRAILERS && at > 0; count++) {
    at = bytes.lastIndexOf(TRAILER, at - 1);
    if (at === -1) break;
    const text = bytes.toString('latin1', at, at + TRAILER_LENGTH);
    for (const [name, pattern] of KEPT) {
      const match = pattern.exec(text);
      if (match !== null && !kept.has(name)) kept.set(name, match[0]);
    }
  }
  return [...kept.values()].join(' ');
}

const KEPT: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ['Encrypt', /\/Encrypt\s+\d{1,8}\s+\d{1,5}\s+R/],
  ['Info', /\/Info\s+\d{1,8}\s+\d{1,5}\s+R/],
  ['ID', /\/ID\s*\[\s*<[\da-fA-F]*>\s*<[\da-fA-F]*>\s*\]/],
];
