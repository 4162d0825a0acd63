import { slug, title, words } from './prose.ts';
import type { Random } from './random.ts';

/** None of them says what an element is for: with such a name any block would pass for surroundings. */
const CLASSES =
  `flex block grid relative items-center justify-between px-4 py-2 mx-auto mt-6 text-sm text-gray-700 font-medium
w-full max-w-7xl rounded-lg border shadow-sm bg-white hover:bg-gray-50 focus:outline-none md:grid-cols-3 lg:px-8 c-card
c-card__body o-layout o-layout__item u-mb-4 is-active js-toggle tracking-tight leading-6 space-y-4`.split(
    /\s+/,
  );

/** A `class` attribute as long as those of real pages. */
export function classes(random: Random, max = 8): string {
  return ` class="${Array.from({ length: random.int(1, max) }, () => random.pick(CLASSES)).join(' ')}"`;
}

/** What analytics and scripts leave on elements. */
export function dataAttributes(random: Random): string {
  return ` data-testid="${slug(random)}" data-track="{&quot;area&quot;:&quot;${words(random, 1, 2)}&quot;,&quot;pos&quot;:${random.int(1, 40)}}"`;
}

/** An inline icon of a few hundred bytes. */
export function icon(random: Random): string {
  const path = random.repeat(
    6,
    16,
    () => `${random.pick(['l', 'c', 'h', 'v', 'a'])}${random.int(-90, 90) / 10} ${random.int(-90, 90) / 10} `,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" viewBox="0 0 24 24" fill="none" aria-hidden="true"${classes(random, 3)}><path stroke-linecap="round" stroke-width="1.5" d="M12 4${path}z"/></svg>`;
}

/** A picture with the sources that a responsive page offers. */
export function picture(random: Random): string {
  const file = `https://cdn.example/media/${random.int(1e6, 1e7)}/${slug(random)}`;
  const sources = [320, 640, 960, 1280].map((width) => `${file}-${width}.webp ${width}w`).join(', ');
  return `<img src="${file}-640.jpg" srcset="${sources}" sizes="(min-width: 64em) 50vw, 100vw" width="640" height="360" loading="lazy" decoding="async" alt="${title(random)}"${classes(random, 5)}>`;
}

function linkList(random: Random, count: number): string {
  const items = random.repeat(
    count,
    count,
    () =>
      `<li${classes(random, 5)}${random.chance(0.4) ? dataAttributes(random) : ''}><a href="/${slug(random)}/${slug(random)}"${classes(random)}>${random.chance(0.25) ? icon(random) : ''}<span${classes(random, 3)}>${title(random, 1, 4)}</span></a></li>\n`,
  );
  return `<ul${classes(random)} role="list">\n${items}</ul>\n`;
}

/** The rest of the head: what follows title and canonical address. */
export function headRest(random: Random, cssBytes: number): string {
  const description = words(random, 15, 30);
  const image = `https://cdn.example/share/${random.int(1e6, 1e7)}.jpg`;
  return `<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
<meta name="author" content="${title(random, 2, 2)}">
<meta name="keywords" content="${words(random, 5, 10).replaceAll(' ', ', ')}">
<meta property="og:type" content="article"><meta property="og:title" content="${title(random)}">
<meta property="og:description" content="${description}"><meta property="og:image" content="${image}">
<meta property="og:site_name" content="${title(random, 2, 3)}"><meta property="article:published_time" content="2026-0${random.int(1, 9)}-1${random.int(0, 9)}T08:00:00Z">
<meta name="twitter:card" content="summary_large_image"><meta name="twitter:image" content="${image}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="alternate" type="application/rss+xml" href="/feed.xml" title="Feed">
${random.repeat(3, 8, () => `<link rel="preload" as="script" href="/static/chunks/${random.int(1e6, 1e7)}.${random.int(1e6, 1e7)}.js">\n`)}
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"${title(random)}","author":{"@type":"Person","name":"${title(random, 2, 2)}"},"datePublished":"2026-05-1${random.int(0, 9)}","image":["${image}"],"description":"${description}"}</script>
<style>${css(random, cssBytes)}</style>
</head>
`;
}

function css(random: Random, bytes: number): string {
  return fillUpTo(
    bytes,
    () =>
      `.${slug(random)}{margin:${random.int(0, 40)}px auto;padding:${random.int(0, 4)}rem;color:#${random.int(0x100000, 0xffffff).toString(16)}}@media(min-width:${random.int(30, 90)}em){.${slug(random)}>li{display:${random.pick(['grid', 'flex', 'none'])}}}`,
  );
}

/** What surrounds the main content; `scale` is 1 on a large page and less on a small one. */
export function siteHeader(random: Random, scale: number): string {
  return `<a class="skip-link" href="#main">Skip to content</a>
<header${classes(random)} role="banner"><div${classes(random)}><a href="/" aria-label="Home">${icon(random)}</a>
<form action="/search" role="search"${classes(random)}><label for="q" class="sr-only">Search</label><input id="q" name="q" type="search" placeholder="Search"><button type="submit"${classes(random)}>${icon(random)}Search</button></form>
<nav${classes(random)} aria-label="Main">${linkList(random, Math.ceil(14 * scale))}</nav></div></header>
<div class="cookie-banner" role="dialog" aria-live="polite"><p>We use cookies to improve this site. <a href="/privacy">Read more</a></p><button>Accept all</button><button>Only necessary</button></div>
`;
}

export function sideColumn(random: Random, scale: number): string {
  const teaser = (): string =>
    `<div${classes(random)}${dataAttributes(random)}><a href="/${slug(random)}"${classes(random)}>${picture(random)}<h3${classes(random, 4)}>${title(random)}</h3></a><p${classes(random, 4)}>${words(random, 8, 18)}</p></div>\n`;
  return `<aside class="widget widget--related" aria-label="Related"><h2>Related</h2>\n${random.repeat(1, Math.ceil(5 * scale), teaser)}<h2>Popular</h2>${linkList(random, Math.ceil(8 * scale))}</aside>\n`;
}

export function siteFooter(random: Random, scale: number): string {
  const column = (): string =>
    `<div${classes(random)}><h4>${title(random, 1, 2)}</h4>${linkList(random, Math.ceil(6 * scale))}</div>\n`;
  return `<footer${classes(random)} role="contentinfo">${random.repeat(3, 4, column)}<p class="legal">© 2026 ${title(random, 2, 3)}. All rights reserved.</p></footer>\n`;
}

/** Page state and inline scripts, about as many bytes as asked for. */
export function scripts(random: Random, bytes: number): string {
  const state = fillUpTo(
    bytes * 0.7,
    () =>
      `{"id":${random.int(1e5, 1e7)},"slug":"${slug(random)}","title":"${title(random)}","tags":["${words(random, 1, 1)}"],"isOpen":${random.chance(0.5)}},`,
  );
  const code = fillUpTo(
    bytes * 0.3,
    () =>
      `window.dataLayer.push({event:"${slug(random)}",value:${random.int(1, 1e6)}});if(document.cookie.indexOf("${random.int(1e4, 1e6)}")<0&&window.innerWidth>${random.int(300, 1200)}){document.documentElement.className+=" ${slug(random)}"}\n`,
  );
  return `<script id="__DATA__" type="application/json">{"items":[${state}{}]}</script>
<script>window.dataLayer=window.dataLayer||[];
${code}</script>
<script src="/static/main.${random.int(1e6, 1e7)}.js" defer></script>
<noscript><img height="1" width="1" alt="" src="https://pixel.example/t?id=${random.int(1, 1e6)}"></noscript>
`;
}

function fillUpTo(bytes: number, make: () => string): string {
  const parts: string[] = [];
  for (let length = 0; length < bytes;) {
    const part = make();
    parts.push(part);
    length += part.length;
  }
  return parts.join('');
}
