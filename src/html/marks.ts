/**
 * The facts that the browser knows and HTML has no word for, as attributes of ours in a rendered page. A page that
 * writes them itself says no more than it could with `hidden` and with a frame; they are in no answer.
 */
const MARK_PREFIX = 'data-decant-';
/** The mark on elements that are not displayed. */
export const HIDDEN_MARK = `${MARK_PREFIX}hidden`;
/** The mark on a `div` that stands for a frame and holds its content; the value is the frame's address. */
export const FRAME_MARK = `${MARK_PREFIX}frame`;

/** Text up to the next thing of interest: a tag's bounds, or a mark as `capture` writes it. */
const STEPS = new RegExp(`<!--|<(/?[a-z][a-z0-9-]*)|>| (?:${HIDDEN_MARK}|${FRAME_MARK})="[^"<>]*"`, 'gi');
/** Their text is no markup. */
const RAW_TEXT = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'noscript',
]);

/** A rendered page without our marks; texts and scripts that mention them stay as they are. Linear. */
export function withoutMarks(html: string): string {
  if (!html.includes(` ${MARK_PREFIX}`)) return html;
  const parts: string[] = [];
  let from = 0;
  let tag: string | undefined;
  STEPS.lastIndex = 0;
  for (let step = STEPS.exec(html); step !== null; step = STEPS.exec(html)) {
    const [found, name] = step;
    if (found === '<!--') STEPS.lastIndex = endOf(html, '-->', step.index);
    else if (name !== undefined) tag ??= name.toLowerCase();
    else if (found === '>') {
      if (tag !== undefined && RAW_TEXT.has(tag)) STEPS.lastIndex = endOf(html, `</${tag}`, step.index);
      tag = undefined;
    } else if (tag !== undefined) {
      parts.push(html.slice(from, step.index));
      from = STEPS.lastIndex;
    }
  }
  parts.push(html.slice(from));
  return parts.join('');
}

/** Where a text begins, for what follows it to be read next; the end when there is none. */
function endOf(html: string, text: string, from: number): number {
  const at = html.indexOf(text, from);
  return at === -1 ? html.length : at;
}
