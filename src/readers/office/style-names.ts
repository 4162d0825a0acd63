/** The meaning of a style. Levels count from 1; headings have up to nine. */
export type StyleMeaning =
  | { type: 'title' }
  | { type: 'heading'; level: number }
  /** Ordinary text, also when the style is based on one that is not. */
  | { type: 'text' }
  | { type: 'code' }
  | { type: 'quote' }
  | { type: 'contents'; level: number };

/**
 * Names of headings. Word keeps the English names of its own styles in every language; other programs write what their
 * menus say. Latin, Greek, Cyrillic, Hebrew and Arabic scripts, Chinese, Japanese and Korean; some without the letters
 * that a program dropped to make an id of the name.
 */
const HEADING =
  /^(?:heading|heading level|head|überschrift|ueberschrift|berschrift|titre|título|titulo|ttulo|encabezado|cabeçalho|titolo|intestazione|kop|rubrik|overskrift|otsikko|nagłówek|naglowek|nadpis|naslov|címsor|cmsor|titlu|başlık|balk|virsraksts|antraštė|pealkiri|заголовок|επικεφαλίδα|标题|標題|見出し|제목|כותרת|عنوان)[\s_-]*([1-9])(?:$|[\s,;:(])/;
const TITLE =
  /^(?:title|titel|tittel|titre|título|titulo|titolo|otsikko|tytuł|název|cím|naslov|başlık|titlu|название|заголовок|τίτλος|标题|標題|表題|제목|document title|doc title)$/;
const SUBTITLE =
  /^(?:subtitle|untertitel|sous-titre|subtítulo|subtitulo|sottotitolo|ondertitel|podtytuł|подзаголовок|副标题|副標題|副題|부제)$/;
const CONTENTS =
  /^(?:toc|contents|verzeichnis|inhaltsverzeichnis|table des matières|tm|tdm|tdc|sommario)[\s_-]*([1-9])$/;
const FIGURES = /^(?:table of figures|table of authorities|abbildungsverzeichnis)$/;
const CONTENTS_HEADING = /^(?:toc heading|contents heading|inhaltsverzeichnisüberschrift)$/;
const CODE =
  /(?:^|[\s_-])(?:code|source code|sourcecode|source text|verbatim|listing|preformatted|html preformatted|preformatted text|plain ?code|code ?block|code ?snippet|macro text|quelltext|quellcode|vorformatierter text|html vorformatiert|texte préformaté|préformaté html|código|texto preformateado|testo preformattato|program ?listing)(?:$|[\s_-])/;
const NOT_CODE = /(?:country|postal|zip|post|qr|bar|area|dress|tax|conduct|caption|title|heading|char)/;
const QUOTE =
  /^(?:quote|intense quote|quotations?|block ?text|block ?quote|block ?quotation|zitat|intensives zitat|citation|citation intense|cita|cita destacada|citazione|citat|citaat|citação|cytat|цитата|引用|인용)$/;
const CODE_CHARACTERS =
  /(?:^|[\s_-])(?:code|html (?:code|keyboard|sample|typewriter)|source text|source ?code|verbatim|verbatim char|teletype|user entry|inline ?code|code char|monospace|quelltext|texte source)(?:$|[\s_-])/;

/** Tells the meaning of a paragraph style by its name alone, in any case; undefined for names that do not tell. */
export function meaningOfStyle(shown: string): StyleMeaning | undefined {
  const name = shown.trim().toLowerCase();
  const heading = HEADING.exec(name)?.[1];
  if (heading !== undefined) return { type: 'heading', level: Number(heading) };
  if (TITLE.test(name)) return { type: 'title' };
  // Based on the title in many files, and no title.
  if (SUBTITLE.test(name)) return { type: 'text' };
  if (CONTENTS_HEADING.test(name)) return { type: 'heading', level: 1 };
  const contents = CONTENTS.exec(name)?.[1];
  if (contents !== undefined) return { type: 'contents', level: Number(contents) };
  if (FIGURES.test(name)) return { type: 'contents', level: 1 };
  if (CODE.test(name) && !NOT_CODE.test(name)) return { type: 'code' };
  return QUOTE.test(name) ? { type: 'quote' } : undefined;
}

/** True for character styles of code, by their name in any case. */
export function isCodeStyle(name: string): boolean {
  return CODE_CHARACTERS.test(name.trim().toLowerCase());
}
