import CFB from 'cfb';

/** A record of a presentation; containers hold others. */
export function record(type: number, content: Uint8Array, instance = 0, version = 0): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE((instance << 4) | version, 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

export function container(type: number, parts: readonly Uint8Array[], instance = 0): Buffer {
  return record(type, Buffer.concat(parts), instance, 0xf);
}

export function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, at * 4);
  return bytes;
}

export const chars = (content: string): Buffer => record(4000, Buffer.from(content, 'utf16le'));

/** A text with its type: 0 title, 1 body, 4 other. */
export function text(type: number, content: string, ...more: readonly Uint8Array[]): Buffer {
  return Buffer.concat([record(3999, words(type)), chars(content), ...more]);
}

export interface ShapeParts {
  textbox?: Uint8Array;
  clientData?: readonly Uint8Array[];
  /** Left, top, right, bottom. */
  box?: readonly [number, number, number, number];
  /** Options of the shape that are numbers or texts, by id. */
  options?: Readonly<Record<number, number | string>>;
  flags?: number;
}

export function shape({
  textbox,
  clientData,
  box = [0, 0, 10, 10],
  options = {},
  flags = 0,
}: ShapeParts): Buffer {
  const [left, top, right, bottom] = box;
  const parts = [record(0xf00a, words(1, flags), 1, 2)];
  const entries = Object.entries(options);
  const fixed = entries.map(([id, value]) => {
    const entry = Buffer.alloc(6);
    const isText = typeof value === 'string';
    entry.writeUInt16LE(Number(id) | (isText ? 0x8000 : 0), 0);
    entry.writeUInt32LE(isText ? value.length * 2 + 2 : value, 2);
    return entry;
  });
  const texts = entries.flatMap(([, value]) =>
    typeof value === 'string' ? [Buffer.from(`${value}\0`, 'utf16le')] : [],
  );
  if (entries.length > 0) parts.push(record(0xf00b, Buffer.concat([...fixed, ...texts]), entries.length, 3));
  parts.push(record(0xf010, words(top, left, right, bottom)));
  if (clientData !== undefined) parts.push(container(0xf011, clientData));
  if (textbox !== undefined) parts.push(container(0xf00d, [textbox]));
  return container(0xf004, parts);
}

export function group(shapes: readonly Uint8Array[], whole: ShapeParts = {}): Buffer {
  return container(0xf003, [shape(whole), ...shapes]);
}

export interface PptSlide {
  shapes: readonly Uint8Array[];
  /** Texts in the list of slides. */
  listed?: Uint8Array;
  notes?: readonly Uint8Array[];
  isHidden?: boolean;
  /** An older version of the slide, which an earlier edit wrote. */
  older?: readonly Uint8Array[];
}

export interface PptParts {
  slides: readonly PptSlide[];
  /** Further parts of the document, such as links. */
  document?: readonly Uint8Array[];
  /** Text styles of the master. */
  master?: readonly Uint8Array[];
  pictures?: Uint8Array;
  isEncrypted?: boolean;
}

const MASTER = 0x8000_0000;

/** The stream `PowerPoint Document`, and where its newest edit stands. */
export function pptStream({ slides, document = [], master = [] }: PptParts): { bytes: Buffer; edit: number } {
  const chunks: Buffer[] = [];
  let length = 0;
  const add = (chunk: Buffer): number => {
    chunks.push(chunk);
    length += chunk.length;
    return length - chunk.length;
  };
  const persist = (id: number, slideId: number): Buffer => record(1011, words(id, 0, 0, slideId, 0));
  const offsets = new Map<number, number>();
  const older = new Map<number, number>();
  for (const [at, slide] of slides.entries()) {
    const { shapes, notes, isHidden = false } = slide;
    const notesId = notes === undefined ? 0 : 500 + at;
    const slideOf = (content: readonly Uint8Array[]): Buffer =>
      container(1006, [
        record(1007, words(0, 0, 0, MASTER, notesId, 0)),
        record(1017, words(0, 0, isHidden ? 0x0004_0000 : 0, 0)),
        container(1036, [container(0xf002, [group(content)])]),
      ]);
    if (slide.older !== undefined) older.set(10 + at, add(slideOf(slide.older)));
    offsets.set(10 + at, add(slideOf(shapes)));
    if (notes !== undefined)
      offsets.set(5000 + at, add(container(1008, [container(1036, [container(0xf002, [group(notes)])])])));
  }
  offsets.set(2, add(container(1016, master)));
  const notesList = slides.flatMap(({ notes }, at) =>
    notes === undefined ? [] : [persist(5000 + at, 500 + at)],
  );
  const slideList = slides.map(({ listed = Buffer.alloc(0) }, at) =>
    Buffer.concat([persist(10 + at, 256 + at), listed]),
  );
  offsets.set(
    1,
    add(
      container(1000, [
        ...document,
        container(4080, [persist(2, MASTER)], 1),
        container(4080, slideList, 0),
        container(4080, notesList, 2),
      ]),
    ),
  );
  const directory = (entries: ReadonlyMap<number, number>): Buffer =>
    record(6002, Buffer.concat([...entries].map(([id, offset]) => words((1 << 20) | id, offset))));
  const edit = (before: number, entries: ReadonlyMap<number, number>): number => {
    const at = add(directory(entries));
    return add(record(4085, words(0, 0, before, at, 1, 0, 0)));
  };
  const first = older.size === 0 ? 0 : edit(0, older);
  const newest = edit(first, offsets);
  return { bytes: Buffer.concat(chunks), edit: newest };
}

/** A compound file with a stream `PowerPoint Document` and the way into it. */
export function pptFile(
  bytes: Uint8Array,
  edit: number,
  { isEncrypted = false, pictures = Buffer.alloc(0) }: Partial<PptParts> = {},
): Buffer {
  const file = CFB.utils.cfb_new();
  const user = record(4086, words(20, isEncrypted ? 0xf3d1_c4df : 0xe391_c05f, edit, 0, 0));
  CFB.utils.cfb_add(file, '/Current User', user);
  CFB.utils.cfb_add(file, '/PowerPoint Document', Buffer.from(bytes));
  CFB.utils.cfb_add(file, '/Pictures', Buffer.from(pictures));
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

export function buildPpt(parts: PptParts): Buffer {
  const { bytes, edit } = pptStream(parts);
  return pptFile(bytes, edit, parts);
}
