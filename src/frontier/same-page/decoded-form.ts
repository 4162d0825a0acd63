/** A path, or a part of one, with its percent-encoding undone; unchanged where that does not come to valid UTF-8. */
export function decodedForm(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
