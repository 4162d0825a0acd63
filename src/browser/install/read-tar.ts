/** A plain file of an archive. */
export interface TarFile {
  /** As the archive has it, with `/`. */
  path: string;
  content: Buffer;
}

const BLOCK_BYTES = 512;

/** The plain files of a ustar archive (POSIX.1-1988: 512-byte headers); folders are left out. Throws when it is broken. */
export function readTar(archive: Buffer): TarFile[] {
  const files: TarFile[] = [];
  for (let at = 0; at + BLOCK_BYTES <= archive.length;) {
    const header = archive.subarray(at, at + BLOCK_BYTES);
    if (header[0] === 0) return files;
    const path = textAt(header, 0, 100);
    const bytes = Number.parseInt(textAt(header, 124, 12), 8);
    const start = at + BLOCK_BYTES;
    if (!(bytes >= 0) || start + bytes > archive.length) throw new Error(`The archive is broken at ${path}`);
    const type = textAt(header, 156, 1);
    if (type === '0' || type === '') files.push({ path, content: archive.subarray(start, start + bytes) });
    at = start + Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return files;
}

function textAt(header: Buffer, start: number, bytes: number): string {
  const field = header.subarray(start, start + bytes);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? bytes : end);
}
