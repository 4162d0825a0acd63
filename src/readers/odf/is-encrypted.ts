/** Parts with a password are named as such in the manifest; other parts than the text may be readable (section 4.8). */
export function isEncrypted(manifest: Buffer | undefined): boolean {
  if (manifest === undefined) return false;
  const text = manifest.toString('utf8', 0, 5_000_000);
  const entry = /full-path\s*=\s*["'](?:content\.xml|encrypted-package)["']/.exec(text);
  if (entry === null) return false;
  const end = text.indexOf('file-entry', entry.index);
  return text.slice(entry.index, end === -1 ? undefined : end).includes('encryption-data');
}
