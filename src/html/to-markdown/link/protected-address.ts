import type { Tree } from '../../tree.ts';

const PROTECTED_PATH = '/cdn-cgi/';
const PROTECTED_LINK = /\/cdn-cgi\/l\/email-protection(?:#([\dA-Fa-f]+))?$/;
/** The text that stands in place of an address: its blank may be one that does not break. */
const STAND_IN = /^\[email\sprotected\]$/;
const STAND_IN_LENGTH = 17;
const LONGEST_CODE = 1000;

/** The text of a node as a reader sees it, with mail addresses that Cloudflare hides from programs. */
export function shownText(tree: Tree, node: number): string {
  const text = tree.text(node);
  if (text.length !== STAND_IN_LENGTH || !STAND_IN.test(text)) return text;
  return addressOf(tree, tree.parent[node]!) ?? text;
}

/** Where a link leads, `mailto:` for one to a hidden mail address. */
export function shownHref(tree: Tree, link: number): string | undefined {
  const href = tree.attribute(link, 'href');
  const match = href?.includes(PROTECTED_PATH) === true ? PROTECTED_LINK.exec(href) : null;
  if (match === null) return href;
  const address = decode(match[1]) ?? addressOf(tree, link) ?? addressOf(tree, link + 1);
  return address === undefined ? href : `mailto:${address}`;
}

function addressOf(tree: Tree, node: number): string | undefined {
  return decode(tree.attribute(node, 'data-cfemail'));
}

/** The first byte is combined with each of the others by exclusive or. */
function decode(code: string | undefined): string | undefined {
  if (code === undefined || code.length > LONGEST_CODE || !/^(?:[\dA-Fa-f]{2}){4,}$/.test(code))
    return undefined;
  const [key = 0, ...bytes] = Buffer.from(code, 'hex');
  const address = Buffer.from(bytes.map((byte) => byte ^ key)).toString();
  return /^[^\s@<>]+@[^\s@<>]+$/.test(address) ? address : undefined;
}
