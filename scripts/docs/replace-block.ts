/**
 * The text of a document with other content between the marks of a block: `<!-- name: where it is from, by npm run fix -->`
 * and `<!-- /name -->`.
 */
export function replaceBlock(text: string, name: string, content: string): string {
  const open = new RegExp(`<!-- ${name}: [^\\n]*, by npm run fix -->`).exec(text);
  const to = text.indexOf(`<!-- /${name} -->`);
  if (open === null || to < open.index)
    throw new Error(`There is no block of the name ${name} in the document`);
  return `${text.slice(0, open.index + open[0].length)}\n\n${content}\n\n${text.slice(to)}`;
}
