import { slug, title, words } from './prose.ts';
import { classes, dataAttributes, icon, picture } from './surroundings.ts';
import type { PageTemplate } from './template.ts';

/** A shop's listing: many small cards, heavy in attributes, light in text. */
export const products: PageTemplate = {
  open: (
    random,
  ) => `<main id="main"${classes(random)}><h1${classes(random)}>${title(random, 2, 4)}</h1><p>${words(random, 20, 40)}.</p>
<form${classes(random)} aria-label="Filter">${random.repeat(5, 10, (index) => `<label${classes(random)}><input type="checkbox" name="f${index}" value="${random.int(1, 99)}"${classes(random, 4)}><span${classes(random, 3)}>${title(random, 1, 2)}</span> <span>(${random.int(1, 400)})</span></label>\n`)}</form>
<ul${classes(random)} role="list">
`,
  block: (random) => {
    const price = `${random.int(3, 900)}.${random.int(10, 99)}`;
    const product = `/p/${slug(random)}-${random.int(1e4, 1e6)}`;
    const stars = random.repeat(5, 5, () => `<span${classes(random, 2)}>★</span>`);
    return `<li${classes(random)}${dataAttributes(random)}><article${classes(random)} itemscope itemtype="https://schema.org/Product">
<a href="${product}"${classes(random)}>${picture(random)}</a>
<h3${classes(random, 4)} itemprop="name"><a href="${product}">${title(random)}</a></h3>
<div${classes(random)} aria-label="${random.int(1, 5)} of 5 stars">${stars}<span>${random.int(1, 999)} reviews</span></div>
<p${classes(random, 4)}>${words(random, 6, 22)}.</p>
<p itemprop="offers"${classes(random, 3)}><span class="price"><sup>$</sup>${price}</span> <del>$${random.int(3, 999)}.00</del></p>
<button type="button"${classes(random)}${dataAttributes(random)}>${icon(random)}Add to basket</button></article></li>
`;
  },
  close:
    '</ul><nav aria-label="Pages"><a href="?page=1">1</a> <a href="?page=2">2</a> <a href="?page=3">3</a></nav></main>\n',
};
