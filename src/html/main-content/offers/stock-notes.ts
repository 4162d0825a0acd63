/** How shops say that there is some left, in English, German, French, Spanish, Portuguese, Italian and Dutch. */
const IN_STOCK =
  /^(?:(?:\d+ |only \d+ (?:left )?)?in[ -]stock|available(?: now)?|auf lager|sofort lieferbar|vorrätig|verfügbar|en stock|disponible|em estoque|disponível|disponibile|op voorraad)\b/iu;
const OUT_OF_STOCK =
  /^(?:(?:currently |temporarily )?(?:out[ -]of[ -]stock|sold[ -]out|unavailable|not available)|ausverkauft|nicht (?:verfügbar|vorrätig)|rupture de stock|épuisé|agotado|esgotado|indisponível|esaurito|non disponibile|uitverkocht)\b/iu;

/** True for a short text that says that a product is in stock, or that it is not. */
export function isStockNote(text: string, isInStock: boolean): boolean {
  return (isInStock ? IN_STOCK : OUT_OF_STOCK).test(text.trim());
}
