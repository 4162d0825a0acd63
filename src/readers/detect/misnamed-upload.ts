import { extensionOf } from '../declared-type.ts';
import { isDocumentKind, READERS, type ContentKind } from '../index.ts';
import { kindByName } from './detect-content-kind.ts';

/** Under the names of old Office programs others save HTML, XML and lists of values, which those programs open. */
const OPENED_BY_OFFICE: ReadonlySet<ContentKind> = new Set(['doc', 'xls']);
const FOR_OFFICE: ReadonlySet<ContentKind> = new Set(['html', 'xml', 'csv']);

/**
 * Names the kind that an uploaded file is called, in words, when its name says document or picture and its bytes are
 * text; undefined when name and bytes go together (wire contract 12).
 */
export function misnamedUpload(
  kind: ContentKind,
  url: URL,
  contentType: string | undefined,
): string | undefined {
  if (isDocumentKind(kind) || !('read' in READERS[kind])) return undefined;
  const { named, declared } = kindByName(`x.${extensionOf(url) ?? ''}`, contentType);
  const claimed = named ?? declared;
  if (claimed === undefined || !isDocumentKind(claimed)) return undefined;
  if (OPENED_BY_OFFICE.has(claimed) && FOR_OFFICE.has(kind)) return undefined;
  return READERS[claimed].label;
}
