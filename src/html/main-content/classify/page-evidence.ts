import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';

/** The signs of a page's type outside its visible text. All values in lower case. */
export interface PageEvidence {
  /** JSON-LD `@type` and microdata `itemtype` names, with how often each occurs. */
  readonly schemaTypes: ReadonlyMap<string, number>;
  /** `og:type`, '' when absent. */
  readonly ogType: string;
  /** `generator`, '' when absent. */
  readonly generator: string;
  /** Names of all meta tags that have content. */
  readonly metaNames: ReadonlySet<string>;
  /** Path segments of the page's own address, undefined when it does not name one. */
  readonly path: readonly string[] | undefined;
  /** Labels of the host name of that address. */
  readonly host: readonly string[];
  /** Ids and classes of html and body. */
  readonly bodyNames: string;
  /** JSON-LD scripts, in document order. */
  readonly jsonLd: readonly number[];
  /** Fields that ask for a mail address, in document order. */
  readonly mailFields: readonly number[];
  /** Prices from meta tags, as written. */
  readonly prices: readonly string[];
}

/** JSON-LD longer than this is cut: the types that matter stand at its front. */
const MAX_JSON_LD = 200_000;
const SCHEMA_TYPE = /"@type"\s*:\s*\[?\s*"(?:https?:\/\/schema\.org\/)?(\w+)"/g;

const PRICE_METAS = ['product:price:amount', 'og:price:amount', 'product:sale_price:amount'];

/** Reads head, scripts and the classes of the outermost elements, in one pass. */
export function readEvidence(tree: Tree): PageEvidence {
  const reader = new EvidenceReader(tree);
  for (let node = 1; node < tree.length; node++) reader.read(node);
  return reader.evidence();
}

class EvidenceReader {
  readonly #tree: Tree;
  readonly #schemaTypes = new Map<string, number>();
  readonly #metas = new Map<string, string>();
  readonly #jsonLd: number[] = [];
  readonly #mailFields: number[] = [];
  #canonical = '';
  #alternate = '';
  #bodyNames = '';

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  read(node: number): void {
    switch (this.#tree.tag[node]) {
      case T.META:
        return this.#readMeta(node);
      case T.LINK:
        return this.#readLink(node);
      case T.SCRIPT:
        return this.#readScript(node);
      case T.HTML:
      case T.BODY:
        this.#bodyNames += `${this.#tree.attribute(node, 'id') ?? ''} ${this.#tree.attribute(node, 'class') ?? ''} `;
        return this.#readItemType(node);
      case T.INPUT:
        if (asksForMail(this.#tree, node)) this.#mailFields.push(node);
        return;
      case T.MAIN:
      case T.ARTICLE:
        return this.#readItemType(node);
      case T.DIV:
      case T.SECTION:
        return this.#readProduct(node);
      default:
    }
  }

  evidence(): PageEvidence {
    const address = this.#canonical || (this.#metas.get('og:url') ?? '') || this.#alternate;
    return {
      schemaTypes: this.#schemaTypes,
      ogType: (this.#metas.get('og:type') ?? '').toLowerCase(),
      generator: (this.#metas.get('generator') ?? '').toLowerCase(),
      metaNames: new Set(this.#metas.keys()),
      bodyNames: this.#bodyNames.toLowerCase(),
      jsonLd: this.#jsonLd,
      mailFields: this.#mailFields,
      prices: PRICE_METAS.flatMap((name) => this.#metas.get(name) ?? []),
      ...partsOf(address),
    };
  }

  #readMeta(node: number): void {
    const name = this.#tree.attribute(node, 'property') ?? this.#tree.attribute(node, 'name');
    const content = name === undefined ? undefined : this.#tree.attribute(node, 'content');
    if (name !== undefined && content) this.#metas.set(name.toLowerCase(), content);
  }

  /** The canonical address; else an address that the page gives for itself in another form or language. */
  #readLink(node: number): void {
    const relation = this.#tree.attribute(node, 'rel')?.toLowerCase();
    if (relation === 'canonical') {
      this.#canonical ||= this.#tree.attribute(node, 'href') ?? '';
    } else if (relation === 'amphtml' || relation === 'shortlink') {
      this.#alternate ||= this.#tree.attribute(node, 'href') ?? '';
    } else if (relation === 'alternate' && this.#tree.attribute(node, 'hreflang') !== undefined) {
      this.#alternate ||= this.#tree.attribute(node, 'href') ?? '';
    }
  }

  #readScript(node: number): void {
    if (node + 1 === this.#tree.end[node]) return;
    if (this.#tree.attribute(node, 'type')?.toLowerCase() !== 'application/ld+json') return;
    this.#jsonLd.push(node);
    const json = this.#tree.text(node + 1).slice(0, MAX_JSON_LD);
    for (const match of json.matchAll(SCHEMA_TYPE)) this.#count(match[1]!);
  }

  #readItemType(node: number): void {
    const type = this.#tree.attribute(node, 'itemtype');
    if (type !== undefined) this.#count(type.slice(type.lastIndexOf('/') + 1));
  }

  /** Shops mark a product wherever it stands. */
  #readProduct(node: number): void {
    const type = this.#tree.attribute(node, 'itemtype');
    if (type !== undefined && /\/Product\/?$/i.test(type)) this.#count('product');
  }

  #count(schemaType: string): void {
    const name = schemaType.toLowerCase();
    this.#schemaTypes.set(name, (this.#schemaTypes.get(name) ?? 0) + 1);
  }
}

function partsOf(address: string): Pick<PageEvidence, 'path' | 'host'> {
  const url = address === '' ? null : URL.parse(address, 'http://page.invalid/');
  if (url === null) return { path: undefined, host: [] };
  return { path: url.pathname.toLowerCase().split('/').filter(Boolean), host: url.hostname.split('.') };
}

/** A field for a mail address, by its type or by its name. */
function asksForMail(tree: Tree, field: number): boolean {
  const type = tree.attribute(field, 'type')?.toLowerCase();
  if (type === 'email') return true;
  return (type === undefined || type === 'text') && /e-?mail/i.test(tree.attribute(field, 'name') ?? '');
}
