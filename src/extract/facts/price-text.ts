import type { Tree } from '../../html/tree.ts';
import { DEL, S, STRIKE } from '../../html/tags.ts';

const PRICE_CLASS =
  /(?:^|[\s_-])(?:price|preis|prix|precio|prezzo|cost|amount)(?:[\s_-]|$)|[a-z]Price(?![a-z])/i;
/** A price that is the only one, or the one before a sale. */
const REGULAR = /(?:^|[\s_-])regular(?:[\s_-]|$)/i;
const NAMING = ['class', 'id', 'data-testid', 'data-test', 'data-slot', 'data-qa'];
const OLD =
  /(?:^|[\s_-])(?:old|was|list|compare|strike|crossed|before|rrp|msrp|uvp|saving|save|shipping|unit|from|deposit|total|subtotal|filter|range|min|max)(?:[\s_-]|$)|(?:old|was|list|compare|strike)Price/i;
/** Parts of a price within the element of its class say what kind it is. */
const MOST_LEVELS = 4;
const LONGEST_BARE = 20;

const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₴': 'UAH',
  zł: 'PLN',
  kč: 'CZK',
  r$: 'BRL',
  a$: 'AUD',
  au$: 'AUD',
  c$: 'CAD',
  ca$: 'CAD',
  us$: 'USD',
  nz$: 'NZD',
  hk$: 'HKD',
  $: 'USD',
};
const AMOUNT = /\d(?:[\d.,'’ \u00a0\u202f]*\d)?/g;
const SIGN =
  /(?:us|au|ca|nz|hk|a|c|r)?\$|[€£¥₹₽₩₺₴]|zł|kč|\b(?:USD|EUR|GBP|JPY|CHF|SEK|NOK|DKK|PLN|CZK|AUD|CAD|INR|CNY|BRL|MXN|NZD|SGD|HKD|ZAR)\b/i;

/** The one price of a short text, and its currency where it is told. */
export interface PriceText {
  text: string;
  currency: string | undefined;
}

/** Reads a text that shows one price; undefined when it shows none, or several. */
export function priceIn(text: string): PriceText | undefined {
  const amounts = text.replace(/(?<=\d)\s+(?=[.,]\d\d\b)/g, '').match(AMOUNT) ?? [];
  const [amount] = amounts;
  if (amount === undefined || new Set(amounts).size > 1) return undefined;
  const sign = SIGN.exec(text)?.[0].toLowerCase();
  // A number without a currency may be anything, unless it looks like money.
  if (sign === undefined && !/[.,]\d{2}$/.test(amount)) return undefined;
  return { text: amount, currency: sign === undefined ? undefined : (SIGNS[sign] ?? sign.toUpperCase()) };
}

/** Whether the names of an element say that it shows a price. */
export function priceNameOf(tree: Tree, node: number): 'price' | 'regular' | undefined {
  const names = namesOf(tree, node);
  if (!PRICE_CLASS.test(names)) return undefined;
  return REGULAR.test(names) ? 'regular' : 'price';
}

/** Nothing but money: `$19.99`, `2,98 €`, `USD 99.60`. */
export function isBareAmount(text: string): boolean {
  return text.length <= LONGEST_BARE && SIGN.test(text) && !/\p{L}{4}/u.test(text);
}

function namesOf(tree: Tree, node: number): string {
  return NAMING.map((name) => tree.attribute(node, name) ?? '').join(' ');
}

/** A price that was, is saved, is for shipping: not the one that is to be paid. */
export function isOldPrice(tree: Tree, node: number): boolean {
  for (let at = node, level = 0; at > 0 && level < MOST_LEVELS; at = tree.parent[at]!, level++) {
    const tag = tree.tag[at];
    if (tag === DEL || tag === S || tag === STRIKE) return true;
    if (OLD.test(namesOf(tree, at))) return true;
  }
  return false;
}
