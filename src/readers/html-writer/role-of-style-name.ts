import type { ParagraphRole } from './block-writer.ts';

/** What word processors call their headings in the languages that they are translated to. */
const HEADING =
  /^(?:heading|überschrift|titre|título|encabezado|titolo|intestazione|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|címsor|naslov|antraštė|virsraksts|pealkiri|başlık|titlu|cabeçalho|заголовок|επικεφαλίδα|heading level|标题|標題|見出し|제목|כותרת|عنوان)\s*([1-9])(?:\s.*)?$/i;
const TITLE =
  /^(?:title|titel|titre|título|titolo|otsikko|tytuł|název|cím|naslov|başlık|titlu|tittel|название|заголовок|τίτλος|标题|標題|表題|제목|doc title|document title)$/i;
const QUOTE =
  /^(?:quotations?|quote|intense quote|block ?quot(?:e|ation)|block text|zitat|intensives zitat|citation|citation intense|cita|cita destacada|citazione|citat|citaat|citação|cytat|цитата)$/i;
const CODE =
  /^(?:preformatted text|html preformatted|source (?:code|text)|code|code block|listing|program ?listing|verbatim|vorformatierter text|html vorformatiert|quelltext|texte préformaté|préformaté html|código|texto preformateado|testo preformattato|macro text)$/i;
const CONTENTS =
  /^(?:contents|toc|verzeichnis|inhaltsverzeichnis|table des matières|tm|tdc|sommario|tdm)\s*([1-9])$/i;

/** What a paragraph is by the name of its style; undefined for names that do not tell. */
export function roleOfStyleName(name: string): ParagraphRole | undefined {
  const trimmed = name.trim();
  const heading = HEADING.exec(trimmed)?.[1];
  if (heading !== undefined) return { type: 'heading', level: Math.min(6, Number(heading)) };
  if (TITLE.test(trimmed)) return { type: 'heading', level: 1 };
  if (QUOTE.test(trimmed)) return { type: 'quote' };
  if (CODE.test(trimmed)) return { type: 'code' };
  const contents = CONTENTS.exec(trimmed)?.[1];
  return contents === undefined ? undefined : { type: 'contents', level: Number(contents) };
}

/** Names of styles for pieces of code within a text. */
export function isCodeStyleName(name: string): boolean {
  return /^(?:source text|source code|code|html code|html typewriter|html sample|html keyboard|teletype|verbatim char|user entry|inline code|quelltext|texte source|code char)$/i.test(
    name.trim(),
  );
}

/** Fonts whose characters are all of one width. */
export function isMonospacedFont(name: string): boolean {
  return /\b(?:courier|consolas|monaco|menlo|inconsolata|fixedsys|terminal|lucida console|lucida sans typewriter|andale mono|monospace|typewriter)\b|\bmono\b|\bcode\b/i.test(
    name,
  );
}
