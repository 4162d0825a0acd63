const CAPTION_NAME =
  /^(?:fig(?:ure|\.)?|table|tab\.|abb(?:ildung|\.)|tabelle|tableau|figura|tabla|scheme|chart|exhibit|listing|algorithm|box|plate|map)\s*/i;
/** The number behind that name, and the end or a title; `Figure 2 shows` begins a sentence. */
const CAPTION_NUMBER = /^(?:\d+|[A-Z]\d*|[IVXLC]+)(?:[.-]\d+)*[a-z]?\s*(?:[.:|–—-]|$|\s\p{Lu})/u;

/** Whether a text begins as the caption of a figure or a table does. */
export function isCaption(text: string): boolean {
  const name = CAPTION_NAME.exec(text)?.[0];
  return name !== undefined && CAPTION_NUMBER.test(text.slice(name.length));
}
