/** Gives the content type of the document that the browser shows, without parameters. */
export function documentType() {
  return document.contentType;
}
