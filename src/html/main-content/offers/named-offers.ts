import { readJsonLd } from '../../json-ld.ts';
import type { Tree } from '../../tree.ts';
import type { PageEvidence } from '../classify/page-evidence.ts';
import { amountOf } from './amounts.ts';

/** The offer of a page's product, as the page tells it to machines. */
export interface NamedOffers {
  /** Prices in hundredths, of whatever currency. */
  readonly amounts: ReadonlySet<number>;
  /** Undefined when the page does not say, or says both. */
  readonly isInStock: boolean | undefined;
}

/** Properties of a product that lead to its own price, never to another product's. */
const WAYS = ['offers', 'hasVariant', 'priceSpecification'];
const PRICES = ['price', 'lowPrice', 'highPrice', 'minPrice', 'maxPrice'];
const MAX_OFFERS = 500;
const MAX_PRICE_LENGTH = 30;
/** schema.org/ItemAvailability, in lower case. */
const IN_STOCK = /(?:^|\/)(?:in ?stock|limitedavailability|onlineonly|instoreonly)$/;
const OUT_OF_STOCK = /(?:^|\/)(?:out ?of ?stock|oos|sold ?out|discontinued)$/;

/** Prices and availability from JSON-LD and meta tags. */
export function readNamedOffers(tree: Tree, evidence: PageEvidence): NamedOffers {
  const found = { prices: new Set(evidence.prices), availability: new Set<boolean>() };
  for (const { types, properties } of readJsonLd(tree, evidence.jsonLd)) {
    if (types.some((type) => /^product(?:group)?$/i.test(type))) readOffers(properties, found);
  }
  const amounts = Array.from(found.prices, amountOf).filter((amount) => amount !== undefined && amount > 0);
  return {
    amounts: new Set(amounts as number[]),
    isInStock: found.availability.size === 1 ? found.availability.has(true) : undefined,
  };
}

function readOffers(
  product: Readonly<Record<string, unknown>>,
  found: { prices: Set<string>; availability: Set<boolean> },
): void {
  const open: unknown[] = [product];
  for (let read = 0; open.length > 0 && read < MAX_OFFERS; read++) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      open.push(...value.slice(0, MAX_OFFERS));
      continue;
    }
    const offer = value as Readonly<Record<string, unknown>>;
    for (const name of PRICES) {
      const price = offer[name];
      if (typeof price === 'string' || typeof price === 'number')
        found.prices.add(String(price).slice(0, MAX_PRICE_LENGTH));
    }
    const availability = typeof offer['availability'] === 'string' ? offer['availability'].toLowerCase() : '';
    if (IN_STOCK.test(availability)) found.availability.add(true);
    else if (OUT_OF_STOCK.test(availability)) found.availability.add(false);
    for (const way of WAYS) if (offer[way] !== undefined) open.push(offer[way]);
  }
}
