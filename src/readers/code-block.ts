/** Text as a code block of HTML; `language` becomes the class that Markdown fences and highlighters know. */
export function codeBlock(text: string, language: string): string {
  return `<pre><code class="language-${language}">${escapeText(text)}</code></pre>`;
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Lines ended by LF alone, without white space at the end of the file. */
export function normaliseLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trimEnd();
}
