import type { ParagraphRole } from './style.ts';

/**
 * Names of headings. Word keeps the English name of its own styles in every language; other programs write what their
 * menus say. Latin, Greek and Cyrillic scripts, Chinese, Japanese and Korean.
 */
const HEADING =
  /^(?:heading|head|überschrift|ueberschrift|berschrift|titre|título|titulo|ttulo|titolo|título|kop|rubrik|overskrift|otsikko|nagłówek|naglowek|nadpis|naslov|címsor|cmsor|titlu|başlık|balk|virsraksts|antraštė|pealkiri|заголовок|επικεφαλίδα|标题|標題|見出し|제목)[\s_-]*([1-9])(?:$|[\s,;:(])/;
const TITLE =
  /^(?:title|titel|titre|título|titulo|titolo|tytuł|название|标题|標題|表題|제목|document title|doc title)$/;
const SUBTITLE =
  /^(?:subtitle|untertitel|sous-titre|subtítulo|subtitulo|sottotitolo|ondertitel|podtytuł|подзаголовок|副标题|副標題|副題|부제)$/;
const CONTENTS = /^(?:toc|verzeichnis|inhaltsverzeichnis|contents|tm|tdc|sommario)[\s_-]*([1-9])$/;
const FIGURES = /^(?:table of figures|table of authorities|abbildungsverzeichnis)$/;
/** Without a level of their own. */
const TOP_HEADING = /^(?:heading|toc heading|contents heading|inhaltsverzeichnisüberschrift)$/;
const CODE =
  /(?:^|[\s_-])(?:code|source code|sourcecode|verbatim|listing|preformatted|html preformatted|preformatted text|plain ?code|code ?block|code ?snippet|macro text|quelltext|quellcode|programlisting)(?:$|[\s_-])/;
const NOT_CODE = /(?:country|postal|zip|post|qr|bar|area|dress|tax|conduct|caption|title|heading|char)/;
const QUOTE =
  /^(?:quote|intense quote|block ?text|block ?quote|block quotation|quotation|quotations|zitat|intensives zitat|citation|citation intense|cita|citazione|引用|인용)$/;
const CODE_CHARACTER =
  /(?:^|[\s_-])(?:code|html (?:code|keyboard|sample|typewriter)|source text|verbatim|verbatim char|teletype|inline ?code|source ?code|code char|monospace)(?:$|[\s_-])/;

/** What a paragraph style means by its name alone, in lower case; undefined when the name says nothing. */
export function roleOfName(name: string): { role: ParagraphRole; level: number } | undefined {
  const heading = HEADING.exec(name)?.[1];
  if (heading !== undefined) return { role: 'heading', level: Number(heading) - 1 };
  if (TITLE.test(name)) return { role: 'title', level: 0 };
  // Based on the title in many files, and no title.
  if (SUBTITLE.test(name)) return { role: 'text', level: 0 };
  if (TOP_HEADING.test(name)) return { role: 'heading', level: 0 };
  const contents = CONTENTS.exec(name)?.[1];
  if (contents !== undefined) return { role: 'contents', level: Number(contents) - 1 };
  if (FIGURES.test(name)) return { role: 'contents', level: 0 };
  if (CODE.test(name) && !NOT_CODE.test(name)) return { role: 'code', level: 0 };
  return QUOTE.test(name) ? { role: 'quote', level: 0 } : undefined;
}

/** True for character styles of code, by their name in lower case. */
export function isCodeName(name: string): boolean {
  return CODE_CHARACTER.test(name);
}
