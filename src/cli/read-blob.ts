/** Where the usual ending is not the type's own name. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  mpeg: 'mp3',
  mp2t: 'ts',
  'x-matroska': 'mkv',
};

/** A file that a document holds as `data:TYPE;base64,...`; undefined for any other text. */
export function readDataUri(text: string): { bytes: Buffer; extension: string } | undefined {
  const [head, type, subtype = 'bin'] =
    /^data:(image|audio|video|application)\/([\w.+-]+);base64,/.exec(text) ?? [];
  if (head === undefined || type === undefined) return undefined;
  const extension = EXTENSIONS[subtype] ?? (subtype.replace(/[^a-z0-9]/g, '').slice(0, 8) || 'bin');
  return { bytes: Buffer.from(text.slice(head.length), 'base64'), extension };
}
