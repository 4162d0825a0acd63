/** The user that the browser runs as. */
export interface BrowserIdentity {
  uid: number;
  gid: number;
}

/**
 * Chromium's sandbox refuses to run as root. This id is nobody else's, the embedded database's neither: a renderer that
 * escaped its sandbox can reach no file of ours. It needs no entry in /etc/passwd.
 */
const DEDICATED_ID = 61_802;

/**
 * Chooses the user that the browser runs as; undefined when this process is not root and the browser runs as the same
 * user.
 */
export function chooseBrowserIdentity(): BrowserIdentity | undefined {
  return process.getuid?.() === 0 ? { uid: DEDICATED_ID, gid: DEDICATED_ID } : undefined;
}
