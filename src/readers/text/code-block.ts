import { escapeText } from '../markup.ts';

/** Text as a code block of HTML; `language` becomes the class that Markdown fences and highlighters know. */
export function codeBlockHtml(text: string, language: string): string {
  return `<pre><code class="language-${language}">${escapeText(text)}</code></pre>`;
}

/** Lines ended by LF alone, without white space at the end of the file. */
export function normaliseLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trimEnd();
}
