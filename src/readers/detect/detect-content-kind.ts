import { extensionOf, mediaTypeOf } from '../declared-type.ts';
import { KINDS, READERS, type ContentKind } from '../index.ts';
import type { FileKind } from '../reader.ts';
import { flatOfficeKind } from './flat-office-kind.ts';
import { kindByMagicBytes } from './magic-bytes.ts';
import { hasBinaryData, sniffText, type TextKind } from './sniff-text.ts';

// The last one of a map counts, the first one of the registry.
const LAST_FIRST = KINDS.toReversed();
const KIND_BY_MEDIA_TYPE = new Map(
  LAST_FIRST.flatMap(([kind, { mediaTypes }]) => mediaTypes.map((type) => [type, kind])),
);
const KIND_BY_EXTENSION = new Map(
  LAST_FIRST.flatMap(([kind, { extensions }]) => extensions.map((name) => [name, kind])),
);

const TEXT_KINDS = kindsThat((kind) => 'read' in kind);
const ZIP_KINDS = kindsThat(({ zip }) => zip !== undefined);
const OLE_KINDS = kindsThat(({ oleStreams }) => oleStreams !== undefined);
const MEDIA_KINDS: ReadonlySet<ContentKind> = new Set(['audio', 'video']);

function kindsThat(isOne: (kind: FileKind) => boolean): ReadonlySet<ContentKind> {
  return new Set(KINDS.filter(([, kind]) => isOne(kind)).map(([name]) => name));
}

/**
 * Tells the real kind of a response. The bytes of a binary format win over a header that is wrong or missing; between
 * kinds of text the header wins, but for the mistakes that servers are known for: JSON and feeds sent as `text/html`,
 * web pages sent as a download or a document, and anything sent as `text/plain`.
 */
export function detectContentKind(contentType: string | undefined, bytes: Uint8Array, url: URL): ContentKind {
  const kind = detectKind(contentType, bytes, url);
  return kind === 'xml' ? (flatOfficeKind(bytes) ?? kind) : kind;
}

function detectKind(contentType: string | undefined, bytes: Uint8Array, url: URL): ContentKind {
  const declared = kindOfMediaType(mediaTypeOf(contentType));
  const named = KIND_BY_EXTENSION.get(extensionOf(url) ?? '');
  if (bytes.length === 0) return declared ?? named ?? 'text';
  const magic = kindByMagicBytes(bytes);
  if (magic !== undefined && !isTextByChance(magic, declared, bytes)) return refine(magic, declared ?? named);

  const sniffed = sniffText(bytes);
  switch (declared) {
    case 'html':
      return sniffed === 'json' || sniffed === 'xml' ? sniffed : 'html';
    case 'json':
    case 'xml':
    case 'csv':
      return sniffed === 'html' ? 'html' : declared;
    case 'markdown':
    case 'code':
      return declared;
    case 'text':
      if (sniffed === 'html-fragment' || (sniffed === 'binary' && isUtf16(contentType)))
        return textKind('text', named);
      return textKind(sniffed, named);
    case undefined:
      return textKind(sniffed, named);
    default:
      return withoutMagicBytes(declared, sniffed, named, bytes);
  }
}

/** Tells the kinds that the extension of a file name and a content type mean, each for itself. */
export function kindByName(
  name: string,
  contentType: string | undefined,
): { named: ContentKind | undefined; declared: ContentKind | undefined } {
  const extension = /\.([a-z0-9]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return { named: KIND_BY_EXTENSION.get(extension), declared: kindOfMediaType(mediaTypeOf(contentType)) };
}

function kindOfMediaType(mediaType: string | undefined): ContentKind | undefined {
  if (mediaType === undefined) return undefined;
  const known = KIND_BY_MEDIA_TYPE.get(mediaType);
  if (known !== undefined) return known;
  if (mediaType.endsWith('+json')) return 'json';
  if (mediaType.endsWith('+xml')) return 'xml';
  if (mediaType.endsWith('+zip')) return 'archive';
  const family = mediaType.slice(0, mediaType.indexOf('/'));
  if (family === 'font') return 'binary';
  return family === 'text' || family === 'image' || family === 'audio' || family === 'video'
    ? family
    : undefined;
}

/** A text may begin with "ID3" or "BZh". */
function isTextByChance(magic: ContentKind, declared: ContentKind | undefined, bytes: Uint8Array): boolean {
  const isText = declared !== undefined && TEXT_KINDS.has(declared);
  const { canLookLikeText = false }: FileKind = READERS[magic];
  return isText && !canLookLikeText && !hasBinaryData(bytes);
}

/** Containers whose content the bytes do not tell are what they are called, when such a container can hold it. */
function refine(magic: ContentKind, claimed: ContentKind | undefined): ContentKind {
  if (claimed === undefined) return magic;
  const isPossible =
    (magic === 'archive' && ZIP_KINDS.has(claimed)) ||
    (magic === 'binary' && OLE_KINDS.has(claimed)) ||
    (MEDIA_KINDS.has(magic) && MEDIA_KINDS.has(claimed));
  return isPossible ? claimed : magic;
}

/** Text whose header says nothing more: a whole HTML document is one, else the file name decides before the content. */
function textKind(sniffed: TextKind, named: ContentKind | undefined): ContentKind {
  const isNamedText = named !== undefined && TEXT_KINDS.has(named);
  if (sniffed === 'binary') return named === undefined || isNamedText ? 'binary' : named;
  // The name of a program, such as `index.php`, often is the name of what made the page.
  if (sniffed === 'html' || (sniffed === 'html-fragment' && named === 'code')) return 'html';
  if (isNamedText) return named;
  return sniffed === 'html-fragment' ? 'html' : sniffed;
}

/** A file that is called a binary format but does not begin like it. */
function withoutMagicBytes(
  declared: ContentKind,
  sniffed: TextKind,
  named: ContentKind | undefined,
  bytes: Uint8Array,
): ContentKind {
  // PDF viewers accept up to 1,024 bytes before the header (ISO 32000-1, implementation note 13).
  if (sniffed === 'binary' || (declared === 'pdf' && hasPdfHeader(bytes))) return declared;
  const kind = textKind(sniffed, named);
  // Many sites send CSV to Excel under Excel's own type.
  return kind === 'text' && declared === 'xls' ? 'csv' : kind;
}

function hasPdfHeader(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-');
}

function isUtf16(contentType: string | undefined): boolean {
  return /charset\s*=\s*"?utf-?16/i.test(contentType ?? '');
}
