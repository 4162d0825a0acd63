export interface Doctype {
  /** Name in lower case; '' when missing. */
  readonly name: string;
  /** Whether it asks for quirks mode (WHATWG HTML 13.2.6.4.1); limited quirks do not count. */
  readonly isQuirks: boolean;
}

const DECLARATION =
  /^[\t\n\f\r ]*([^\t\n\f\r >]*)[\t\n\f\r ]*(?:(public|system)[\t\n\f\r ]*(?:"([^">]*)("?)|'([^'>]*)('?))?[\t\n\f\r ]*(?:"([^">]*)("?)|'([^'>]*)('?))?)?/i;

const QUIRKS_PUBLIC_IDS = new Set([
  '-//w3o//dtd w3 html strict 3.0//en//',
  '-/w3c/dtd html 4.0 transitional/en',
  'html',
]);
const QUIRKS_SYSTEM_ID = 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd';
const QUIRKS_PREFIXES = [
  '+//silmaril//dtd html pro v0r11 19970101//',
  '-//as//dtd html 3.0 aswedit + extensions//',
  '-//advasoft ltd//dtd html 3.0 aswedit + extensions//',
  '-//ietf//dtd html 2.0 level 1//',
  '-//ietf//dtd html 2.0 level 2//',
  '-//ietf//dtd html 2.0 strict level 1//',
  '-//ietf//dtd html 2.0 strict level 2//',
  '-//ietf//dtd html 2.0 strict//',
  '-//ietf//dtd html 2.0//',
  '-//ietf//dtd html 2.1e//',
  '-//ietf//dtd html 3.0//',
  '-//ietf//dtd html 3.2 final//',
  '-//ietf//dtd html 3.2//',
  '-//ietf//dtd html 3//',
  '-//ietf//dtd html level 0//',
  '-//ietf//dtd html level 1//',
  '-//ietf//dtd html level 2//',
  '-//ietf//dtd html level 3//',
  '-//ietf//dtd html strict level 0//',
  '-//ietf//dtd html strict level 1//',
  '-//ietf//dtd html strict level 2//',
  '-//ietf//dtd html strict level 3//',
  '-//ietf//dtd html strict//',
  '-//ietf//dtd html//',
  '-//metrius//dtd metrius presentational//',
  '-//microsoft//dtd internet explorer 2.0 html strict//',
  '-//microsoft//dtd internet explorer 2.0 html//',
  '-//microsoft//dtd internet explorer 2.0 tables//',
  '-//microsoft//dtd internet explorer 3.0 html strict//',
  '-//microsoft//dtd internet explorer 3.0 html//',
  '-//microsoft//dtd internet explorer 3.0 tables//',
  '-//netscape comm. corp.//dtd html//',
  '-//netscape comm. corp.//dtd strict html//',
  "-//o'reilly and associates//dtd html 2.0//",
  "-//o'reilly and associates//dtd html extended 1.0//",
  "-//o'reilly and associates//dtd html extended relaxed 1.0//",
  '-//sq//dtd html 2.0 hotmetal + extensions//',
  '-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//',
  '-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//',
  '-//spyglass//dtd html 2.0 extended//',
  '-//sun microsystems corp.//dtd hotjava html//',
  '-//sun microsystems corp.//dtd hotjava strict html//',
  '-//w3c//dtd html 3 1995-03-24//',
  '-//w3c//dtd html 3.2 draft//',
  '-//w3c//dtd html 3.2 final//',
  '-//w3c//dtd html 3.2//',
  '-//w3c//dtd html 3.2s draft//',
  '-//w3c//dtd html 4.0 frameset//',
  '-//w3c//dtd html 4.0 transitional//',
  '-//w3c//dtd html experimental 19960712//',
  '-//w3c//dtd html experimental 970421//',
  '-//w3c//dtd w3 html//',
  '-//w3o//dtd w3 html 3.0//',
  '-//webtechs//dtd mozilla html 2.0//',
  '-//webtechs//dtd mozilla html//',
];
/** Quirks only without a system identifier. */
const QUIRKS_PREFIXES_ALONE = ['-//w3c//dtd html 4.01 frameset//', '-//w3c//dtd html 4.01 transitional//'];

/** Reads what stands between `<!DOCTYPE` and `>`; `isCut` says that the source ended before the `>`. */
export function readDoctype(declaration: string, isCut: boolean): Doctype {
  const match = DECLARATION.exec(declaration);
  const name = (match?.[1] ?? '').replaceAll('\0', '\uFFFD').toLowerCase();
  const { first, publicId, systemId } = readIdentifiers(match);
  const isUnclosed = [4, 6, 8, 10].some((group) => match?.[group] === '');
  const isBroken = isCut || isUnclosed || name === '' || isMalformed(declaration, match, first);
  return { name, isQuirks: isBroken || name !== 'html' || isQuirksId(publicId, systemId) };
}

/** In lower case, but the first one as it stands. */
function readIdentifiers(match: RegExpExecArray | null) {
  const [first, second] = [match?.[3] ?? match?.[5], match?.[7] ?? match?.[9]];
  if (match?.[2]?.toLowerCase() === 'system') {
    return { first, publicId: undefined, systemId: first?.toLowerCase() };
  }
  return { first, publicId: first?.toLowerCase(), systemId: second?.toLowerCase() };
}

/** A keyword without its identifier, or something else than a keyword behind the name. */
function isMalformed(declaration: string, match: RegExpExecArray | null, first: string | undefined): boolean {
  if (match === null) return true;
  if (match[2] !== undefined) return first === undefined;
  return declaration.slice(match[0].length).trim() !== '';
}

function isQuirksId(publicId: string | undefined, systemId: string | undefined): boolean {
  if (systemId === QUIRKS_SYSTEM_ID) return true;
  if (publicId === undefined) return false;
  if (QUIRKS_PUBLIC_IDS.has(publicId)) return true;
  if (QUIRKS_PREFIXES.some((prefix) => publicId.startsWith(prefix))) return true;
  return systemId === undefined && QUIRKS_PREFIXES_ALONE.some((prefix) => publicId.startsWith(prefix));
}
