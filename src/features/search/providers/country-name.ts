/** Names that people write beside those of Unicode. */
const ALSO_CALLED: ReadonlyArray<readonly [name: string, code: string]> = [
  ['usa', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['czech republic', 'CZ'],
  ['turkey', 'TR'],
];
/** Countries by the names that Tavily takes: English, lower case, as its reference lists them. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    'AF AL DZ AD AO AR AM AU AT AZ BS BH BD BB BY BE BZ BJ BT BO BA BW BR BN BG BF BI KH CM CA CV CF TD CL CN CO KM CG CR ' +
    'HR CU CY CZ DK DJ DO EC EG SV GQ ER EE ET FJ FI FR GA GM GE DE GH GR GT GN HT HN HU IS IN ID IR IQ IE IL IT JM JP JO ' +
    'KZ KE KW KG LV LB LS LR LY LI LT LU MG MW MY MV ML MT MR MU MX MD MC MN ME MA MZ MM NA NP NL NZ NI NE NG KP MK NO OM ' +
    'PK PA PG PY PE PH PL PT QA RO RU RW SA SN RS SG SK SI SO ZA KR SS ES LK SD SE CH SY TW TJ TZ TH TG TT TN TR TM UG UA ' +
    'AE GB US UY UZ VE VN YE ZM ZW'
  ).split(' '),
);
/** Names that have changed since, or that Unicode writes in another way. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  BA: 'bosnia and herzegovina',
  CG: 'congo',
  CZ: 'czech republic',
  MM: 'myanmar',
  TR: 'turkey',
  TT: 'trinidad and tobago',
};
const made: { names?: Intl.DisplayNames } = {};
/** They take some 20 ms to make: a start does not wait for them. */
const englishNames = (): Intl.DisplayNames =>
  (made.names ??= new Intl.DisplayNames(['en'], { type: 'region' }));

/** The name of a country of two letters; undefined for one that Tavily does not know. */
export function countryName(code: string | undefined): string | undefined {
  if (code === undefined || !KNOWN.has(code)) return undefined;
  return OTHER_NAMES[code] ?? englishNames().of(code)?.toLowerCase();
}

const codes = new Map<string, string>();

/** The code of a country by its English name, or by itself; undefined for anything else. */
export function countryCode(name: string): string | undefined {
  if (codes.size === 0) fillCodes();
  return codes.get(name.trim().toLowerCase());
}

function fillCodes(): void {
  const names = englishNames();
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code);
    // Codes that are nobody's are named by themselves, and former countries have a code that is another one's alias.
    if (name === undefined || name === code || Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`)
      continue;
    codes.set(name.toLowerCase(), code).set(code.toLowerCase(), code);
  }
  for (const [name, code] of ALSO_CALLED) codes.set(name, code);
}
