import { prose, slug, title, words } from './prose.ts';
import { classes, icon, picture } from './surroundings.ts';
import type { PageTemplate } from './template.ts';
import type { Random } from './random.ts';

/** News and blog: long prose, pictures, quotes, share buttons. */
export const article: PageTemplate = {
  open: (
    random,
  ) => `<main id="main"${classes(random)}><article${classes(random)} itemscope itemtype="https://schema.org/Article">
<nav aria-label="Breadcrumb"><ol><li><a href="/">Home</a></li><li><a href="/${slug(random)}">${title(random, 1, 2)}</a></li></ol></nav>
<h1${classes(random, 4)} itemprop="headline">${title(random, 5, 10)}</h1>
<p class="byline">By <a href="/authors/${slug(random)}" rel="author">${title(random, 2, 2)}</a> <time datetime="2026-05-12">12 May 2026</time></p>
<div${classes(random)}>${random.repeat(4, 4, () => `<button type="button"${classes(random)} aria-label="Share">${icon(random)}</button>`)}</div>
`,
  block: (random, index) => {
    const kind = random.int(0, 19);
    if (kind === 0)
      return `<figure${classes(random)}>${picture(random)}<figcaption>${words(random, 6, 16)}</figcaption></figure>\n`;
    if (kind === 1) return `<blockquote${classes(random, 4)}><p>${prose(random, 1, 3)}</p></blockquote>\n`;
    if (kind === 2) return list(random);
    if (kind === 3) return relatedBox(random);
    if (kind <= 6) return `<h2 id="s${index}"${classes(random, 3)}>${title(random)}</h2>\n`;
    return `<div${classes(random)} data-component="text-block"><p${classes(random, 6)} data-block="${random.int(1e8, 1e9)}">${prose(random, 2, 5)}</p></div>\n`;
  },
  close: '</article></main>\n',
};

function list(random: Random): string {
  return `<ul${classes(random, 3)}>\n${random.repeat(3, 7, () => `<li>${prose(random, 1, 2)}</li>\n`)}</ul>\n`;
}

function relatedBox(random: Random): string {
  return `<div${classes(random)} data-widget="related"><span>Read also</span><a href="/${slug(random)}"${classes(random)}>${picture(random)}<span${classes(random)}>${title(random)}</span></a></div>\n`;
}
