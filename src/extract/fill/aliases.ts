/**
 * Names that pages and callers use for one thing, the plainest first. A property of a caller's schema that is in a line
 * takes the facts of that line, in this order where several are there.
 */
const LINES: readonly string[] = [
  'title, heading, headline, og title, twitter title, citation title, dc title, name, titel',
  'name, product name, full name, heading, nombre, nom, og title, headline, title, twitter title',
  'price, offers price, product price amount, og price amount, offers low price, price amount, sale price, current price, offers price specification price, low price, cost, amount, preis, prix, precio, prezzo, prijs, value',
  'currency, price currency, offers price currency, product price currency, og price currency, offers price specification price currency, currency code, waehrung, devise, moneda',
  'description, og description, twitter description, summary, abstract, excerpt, about, beschreibung, descripcion, dc description',
  'author, author name, creator, creator name, byline, authors, written by, writer, article author, dc creator, citation author, parsely author, sailthru author, autor, auteur',
  'date published, article published time, publish date, published date, publication date, published, published at, published on, published time, posted, post date, date posted, citation publication date, dc date, parsely pub date, upload date, date created, release date, date, datum, fecha',
  'date modified, article modified time, og updated time, modified date, last modified, last updated, updated, updated at, updated date, modified time',
  'image, og image, image url, twitter image, photo, picture, thumbnail, thumbnail url, main image, cover, cover image, bild',
  'url, canonical, og url, link, href, page url, source url, web address, website, permalink',
  'sku, product id, item number, article number, product number, product retailer item id, artikelnummer, art nr, reference, item no, product code',
  'mpn, part number, manufacturer part number, model number, model',
  'gtin, gtin13, gtin12, gtin14, gtin8, ean, upc, barcode',
  'isbn, isbn13, isbn10, book isbn',
  'brand, brand name, product brand, og brand, manufacturer, manufacturer name, maker, marke, hersteller, marque, marca',
  'rating, aggregate rating rating value, rating value, average rating, stars, score, review rating',
  'review count, aggregate rating review count, aggregate rating rating count, rating count, number of reviews, num reviews, reviews count, total reviews',
  'availability, offers availability, product availability, og availability, in stock, stock, is available, available, stock status',
  'condition, offers item condition, item condition, product condition',
  'category, article section, product category, section, genre, breadcrumb, kategorie',
  'keywords, tags, article tag, topics, news keywords, labels',
  'language, in language, og locale, lang, locale, sprache',
  'site name, og site name, publisher, publisher name, site, source, application name',
  'telephone, phone, phone number, tel, contact phone, contact point telephone, telefon, mobile, fon',
  'email, e mail, mail, email address, contact email, contact point email',
  'address, street address, postal address, address street address, location address, adresse, direccion, anschrift',
  'city, address address locality, locality, location address address locality, town, stadt, ville',
  'postal code, address postal code, zip, zip code, postcode, plz',
  'country, address address country, country name, land, pays',
  'opening hours, opening hours specification, hours, business hours, oeffnungszeiten, öffnungszeiten, horaires, horario',
  'ingredients, recipe ingredient, ingredient, zutaten, ingredientes',
  'instructions, recipe instructions, steps, directions, method, preparation, zubereitung',
  'servings, recipe yield, yield, serves, portions, makes',
  'prep time, preparation time',
  'cook time, cooking time',
  'total time, duration, time required, running time, length, reading time',
  'calories, nutrition calories, energy',
  'number of pages, pages, page count, print length',
  'start date, starts, begins, start time, from',
  'end date, ends, end time, until, valid through',
  'venue, location name, location, place, ort, lieu, where',
  'organizer, organizer name, organiser, host',
  'company, hiring organization name, hiring organization, organization, employer, organisation, firma, legal name',
  'salary, base salary, base salary value value, base salary value, pay, compensation, wage',
  'employment type, job type, contract type',
  'job location, job location address address locality, location',
  'license, licence, license name, rights, dc rights',
  'version, software version, latest version, current version',
  'operating system, os, platform, platforms',
  'weight, item weight, gewicht, poids, peso',
  'dimensions, size, product dimensions, abmessungen, masse',
  'color, colour, farbe, couleur',
  'material, materials, fabric',
  'features, key features, highlights, feature list',
];

/** Words before a name that say what it is of: `product_name` is the name of what the page is about. */
const OWNERS =
  /^(?:the|page|item|product|article|post|blog|news|story|book|event|recipe|job|film|movie|video|company|business|restaurant|hotel|listing|main|current|total) (?=\S)/;

const INDEX = new Map<string, { line: number; place: number }[]>();
const NAMES = LINES.map((line) => line.split(', '));
for (const [line, names] of NAMES.entries()) {
  for (const [place, name] of names.entries()) {
    const places = INDEX.get(name);
    if (places === undefined) INDEX.set(name, [{ line, place }]);
    else places.push({ line, place });
  }
}

/**
 * How well the name of a fact fits that of a property, both as words: 1 for the same, 0 for nothing in common. Names of
 * one line of the table are as good as the same, the more so the plainer the fact's is.
 */
export function nameFit(property: string, fact: string): number {
  if (property === fact) return 1;
  const bare = property.replace(OWNERS, '');
  if (bare === fact) return 0.98;
  const alias = Math.max(aliasFit(property, fact), bare === property ? 0 : aliasFit(bare, fact));
  return alias > 0 ? alias : wordFit(bare, fact);
}

/** All names of the lines of a property, which is in words. */
export function kindredNames(property: string): string[] {
  const bare = property.replace(OWNERS, '');
  const places = [property, singular(property), bare, singular(bare)].flatMap(
    (name) => INDEX.get(name) ?? [],
  );
  return [...new Set(places.map(({ line }) => line))].flatMap((line) => NAMES[line]!);
}

/** The words of a name, each as if there were one of the thing. */
export function singularWords(name: string): string[] {
  return name.split(' ').map(singular);
}

function aliasFit(property: string, fact: string): number {
  const places = INDEX.get(fact);
  if (places === undefined) return 0;
  const lines = INDEX.get(property) ?? INDEX.get(singular(property));
  let best = 0;
  for (const { line, place } of places) {
    const own = lines?.find((other) => other.line === line);
    // A line in which the property is no plain word is another thing's.
    if (own !== undefined) best = Math.max(best, 0.97 - 0.004 * place - 0.01 * Math.min(own.place, 10));
  }
  return best;
}

/** All words of one in the other: `screen size` of `screen size inches`. */
function wordFit(property: string, fact: string): number {
  const [own, other] = [singularWords(property), singularWords(fact)];
  const [fewer, more] = own.length <= other.length ? [own, other] : [other, own];
  if (!fewer.every((word) => more.includes(word))) return 0;
  // A single word of many says little.
  return 0.55 + 0.4 * (fewer.length / more.length) - (fewer.length === 1 && more.length > 2 ? 0.2 : 0);
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word;
}
