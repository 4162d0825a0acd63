/** Names that never stand for anything but a visitor's session: PHP, Java, ASP, ColdFusion and hand-written ones. */
const SESSION_NAME =
  /^(?:phpsessid|jsessionid|aspsessionid[a-z]*|asp\.net_sessionid|cfid|cftoken|sessionid|session_id|sessid|sess_id|oscsid|zenid|xtcsid)$/i;

/** `sid` also names stories and sections: it counts with a random-looking value only. */
const RANDOM_VALUE = /^(?=.*\d)[\da-z]{16,}$/i;

/** `;jsessionid=...` at the end of a path segment (Jakarta Servlet 6.0, section 7.1.3), and its likes. */
const PATH_PARAMETER = /;(?:jsessionid|phpsessid|sessionid|sid)=[^;]*/gi;

/** ASP.NET's cookieless session: a segment such as `(S(lit3py55t21z5v55vlm25s55))`. */
const COOKIELESS_SEGMENT = /^\((?:[afsx]\([\w-]+\))+\)$/i;

/** True for a query parameter that carries a session id. Both parts are as they stand in the URL. */
export function isSessionParameter(name: string, value: string): boolean {
  return SESSION_NAME.test(name) || (name.toLowerCase() === 'sid' && RANDOM_VALUE.test(value));
}

/** A path segment without the session id that it carries; undefined when it is nothing else. */
export function withoutSession(segment: string): string | undefined {
  const bare = segment.includes(';') ? segment.replace(PATH_PARAMETER, '') : segment;
  if (bare.startsWith('(') && COOKIELESS_SEGMENT.test(bare)) return undefined;
  // The rest of a segment must not become a dot segment, which would lead elsewhere.
  return bare === '.' || bare === '..' ? segment : bare;
}
