import { resolveHttpUrl } from './url.ts';

/** Where uploaded files are said to be: a name that no host can have (RFC 6761). */
export const UPLOAD_ORIGIN = 'https://upload.invalid';

/** The address that stands for an uploaded file (wire contract 5.12). */
export function uploadUrl(fileName: string): URL {
  return new URL(`/${encodeURIComponent(fileName)}`, UPLOAD_ORIGIN);
}

export function isUpload({ origin }: URL): boolean {
  return origin === UPLOAD_ORIGIN;
}

/** As `resolveHttpUrl`, but what would lead to where an upload is said to be stays as it was written: `#chapter-2`. */
export function resolveReference(raw: string, base: URL): string | undefined {
  const url = resolveHttpUrl(raw, base);
  return url !== undefined && isUpload(base) && url.startsWith(`${UPLOAD_ORIGIN}/`) ? raw.trim() : url;
}
