import type { SearchAnswer } from '../../features/search/search.ts';
import type { SearchItem } from '../../features/search/search-items.ts';
import { signBlobsOfDocument, type SignBlob } from '../../lib/blob-reference.ts';
import { JsonText } from '../../lib/json/json-text.ts';
import { documentJson } from '../../scraper/packed-document.ts';

/** Writes the answer of a search. Documents of results are written as they are: large ones are JSON already. */
export function writeSearchReply({ data, ...answer }: SearchAnswer, signBlob: SignBlob): JsonText {
  const head = JSON.stringify({ success: true, ...answer }).slice(0, -1);
  const texts: Array<string | JsonText> = [`${head},"data":{`];
  for (const [at, [source, items]] of Object.entries(data).entries()) {
    texts.push(`${at === 0 ? '' : ','}${JSON.stringify(source)}:[`);
    for (const [place, item] of items.entries()) texts.push(place === 0 ? '' : ',', itemJson(item, signBlob));
    texts.push(']');
  }
  return JsonText.of(...texts, '}}');
}

function itemJson({ plain, document, failure }: SearchItem, signBlob: SignBlob): JsonText {
  if (document === undefined)
    return JsonText.of(JSON.stringify({ ...plain, ...(failure && { metadata: failure }) }));
  const content = documentJson(signBlobsOfDocument(document, signBlob));
  return JsonText.of(`${JSON.stringify(plain).slice(0, -1)},`, withoutBrace(content));
}

/** A document has metadata at least, so a member follows the brace. */
function withoutBrace({ pieces: [first = new Uint8Array(), ...rest] }: JsonText): JsonText {
  return new JsonText([first.subarray(1), ...rest]);
}
