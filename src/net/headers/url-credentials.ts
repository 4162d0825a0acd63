import { unescape } from 'node:querystring';

/** `https://user:secret@host/` as a header of basic authentication (RFC 7617); nothing without user and password. */
export function credentialHeaders({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${unescape(username)}:${unescape(password)}`;
  return { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}
