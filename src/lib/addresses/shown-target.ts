const MAX_TARGET = 120;
const MAX_ERROR = 200;

/** Host and path of a URL as a log may show them: user, password, query and fragment may be secrets. */
export function shownTarget(given: string): string {
  const url = URL.parse(given.includes('://') ? given : `http://${given}`);
  if (url === null) return '';
  const text = `${url.host}${url.pathname === '/' ? '' : url.pathname}`;
  return shortened(text, MAX_TARGET);
}

/** A message as a log may show it: one line, its URLs without what `shownTarget` leaves out. */
export function shownError(message: string): string {
  const text = message
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#"'@]*@/gi, '$1')
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/[^\s?#"']*)[?#][^\s"']*/gi, '$1?…')
    .replaceAll(/\s+/g, ' ');
  return shortened(text, MAX_ERROR);
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
