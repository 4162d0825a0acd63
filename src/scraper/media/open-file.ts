import { mediaTypeOfLink, sniffMediaType, type MediaType } from './media-type.ts';
import type { OpenMediaStream, OpenMedium } from './media-source.ts';
import { MediumError, refusedMedium } from './medium-error.ts';
import { peek } from './peek.ts';

export type OpenedFile =
  | { kind: 'medium'; medium: OpenMedium }
  /** The text of an HLS playlist is still to be read; `url` is where it was in the end. */
  | { kind: 'playlist'; stream: OpenMedium['stream']; url: string };

const HEAD_BYTES = 512;

/** Begins to fetch a file and tells by its first bytes what it is, whatever its server says. */
export async function openFile(
  url: string,
  mimeType: string,
  fetchStream: OpenMediaStream,
  signal: AbortSignal,
): Promise<OpenedFile> {
  const {
    status,
    contentType,
    body,
    url: finalUrl = url,
  } = await fetchStream(url, { accept: '*/*' }, signal);
  if (status !== 200) {
    body.destroy();
    throw refusedMedium('the file', status);
  }
  const { head, stream } = await peek(body, HEAD_BYTES);
  if (sniffMediaType(head)?.isStream) return { kind: 'playlist', stream, url: finalUrl };
  const declared = mediaTypeOfLink(url, mimeType);
  const type =
    sniffMediaType(head) ??
    (isText(head, contentType) ? undefined : (mediaTypeOfLink('', contentType) ?? declared));
  if (type === undefined || type.isStream) {
    stream.destroy();
    throw noMedium(declared, contentType);
  }
  // A container of film is also that of sound alone: the page knows better.
  const isSound = type.kind === 'audio' || (declared?.kind === 'audio' && /mp4|webm|ogg/.test(type.mimeType));
  const kind = isSound ? 'audio' : 'video';
  return {
    kind: 'medium',
    medium: { stream, kind, mimeType: isSound ? type.mimeType.replace('video/', 'audio/') : type.mimeType },
  };
}

function noMedium(declared: MediaType | undefined, contentType = 'no type'): MediumError {
  return new MediumError(
    declared?.mimeType.includes('dash')
      ? 'it is a DASH stream, which cannot be put together here'
      : `the file is not a medium (${contentType})`,
  );
}

/** Pages of errors are sent under any type; no medium is without a byte that text does not have. */
function isText(head: Buffer, contentType = ''): boolean {
  if (/^(?:text\/html|application\/json)/i.test(contentType)) return true;
  return /^(?:\s*[<{]|[\t\n\r\x20-\x7e]*$)/.test(head.toString('latin1'));
}
