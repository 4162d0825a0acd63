/** Values that servers send when they do not know the type. */
const UNKNOWN_TYPES = new Set([
  '*/*',
  'unknown/unknown',
  'application/unknown',
  'application/octet-stream',
  'binary/octet-stream',
  'application/download',
  'application/x-download',
  'application/force-download',
]);

/** The media type of a Content-Type header in lower case; undefined when it is missing, malformed or says nothing. */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  const mediaType = contentType?.split(';', 1)[0]!.trim().toLowerCase();
  if (mediaType === undefined || UNKNOWN_TYPES.has(mediaType)) return undefined;
  return /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/.test(mediaType) ? mediaType : undefined;
}

/** The file name extension of a URL in lower case, without dot. */
export function extensionOf(url: URL): string | undefined {
  return /\.([a-z0-9]{1,12})$/i.exec(url.pathname.slice(-20))?.[1]?.toLowerCase();
}
