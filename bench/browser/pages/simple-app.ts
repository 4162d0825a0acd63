import { title, words } from '../../pages/prose.ts';
import { createRandom } from '../../pages/random.ts';
import { SAY_SHOWN } from './shown-mark.ts';

const ITEMS = 30;

/** An application that fetches a list from beside its own address and shows it: nothing of it is in the HTML. */
export function simpleApp(number: number): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>List ${number}</title>
<style>body { font: 16px/1.5 sans-serif; margin: 2rem } li { border-bottom: 1px solid #ddd; padding: .5rem } .price { color: #060 }</style>
</head><body><div id="root"></div>
<script>
function card(item) {
  const entry = document.createElement('li');
  const heading = document.createElement('h3');
  heading.textContent = item.title;
  const text = document.createElement('p');
  text.textContent = item.text;
  const price = document.createElement('span');
  price.className = 'price';
  price.textContent = item.price;
  const link = document.createElement('a');
  link.href = '#item-' + item.id;
  link.textContent = 'Details';
  entry.append(heading, text, price, link);
  return entry;
}
fetch(location.pathname + '.json').then((answer) => answer.json()).then(({ name, items }) => {
  const main = document.createElement('main');
  const heading = document.createElement('h1');
  heading.textContent = name;
  const list = document.createElement('ul');
  list.append(...items.map(card));
  main.append(heading, list);
  document.getElementById('root').append(main);
  ${SAY_SHOWN}
});
</script></body></html>
`;
}

/** What it fetches. */
export function simpleAppData(number: number): string {
  const random = createRandom(number);
  const items = Array.from({ length: ITEMS }, (_, index) => ({
    id: index,
    title: title(random, 3, 6),
    text: words(random, 15, 30),
    price: `${random.int(1, 999)}.${random.int(10, 99)} EUR`,
  }));
  return JSON.stringify({ name: `List ${number} of the harbour`, items });
}

/** Throws unless all of the list is there. */
export function checkSimpleApp(html: string, number: number): void {
  const items = html.split('class="price"').length - 1;
  if (!html.includes(`List ${number} of the harbour`) || items !== ITEMS) {
    throw new Error(`Page ${number} came with ${items} of ${ITEMS} items`);
  }
}
