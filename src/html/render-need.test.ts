import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMainContent } from './main-content/find-main-content.ts';
import { parseHtml } from './parse.ts';
import { findRenderNeed, type RenderReason } from './render-need.ts';

const WORDS =
  'The river rises in the hills above the town and reaches the sea after eighty miles of meadows. ';
const PROSE = [
  `It begins as a spring under a wall that was built by monks, runs along the lane for a mile, and turns to the south where the mill stood until a flood took its wheel away.`,
  `Trout are taken below the second bridge in May, mostly by boys from the school; the pike that lives in the deep pool is said to be older than any of them, and nobody has weighed it.`,
  `Barges came up as far as the market until the railway opened, with coal and slate, and went down again with barley, cheese and the wool of the hill farms.`,
  `At the mouth there are salt marshes that belong to the county, a hut for those who count birds, and a path that is under water for two hours of every tide.`,
]
  .map((text) => `<p>${text}</p>`)
  .join('');
const NAV = `<nav>${'<a href="/x">Some department</a> '.repeat(30)}</nav>`;
const FOOTER = `<footer><p>${WORDS.repeat(4)}</p></footer>`;
const SIDEBAR = `<div class="sidebar"><ul>${'<li><a href="/docs/x">Chapter about it</a>'.repeat(200)}</ul></div>`;
const ANALYTICS = '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>';
const LD = `<script type="application/ld+json">{"@type":"Article","articleBody":"${WORDS.repeat(30)}"}</script>`;
const BAIL_OUT =
  '<!--$!--><template data-dgst="BAILOUT_TO_CLIENT_SIDE_RENDERING"></template><p>Loading</p><!--/$-->';
const CRA_DEMAND = '<noscript>You need to enable JavaScript to run this app.</noscript>';

/** Kinds of pages, and what they need: undefined is nothing but their HTML. */
const KINDS: Readonly<Record<string, readonly [need: RenderReason | undefined, html: string]>> = {
  'Vite, React': [
    'empty application root',
    '<!doctype html><head><title>Vite + React</title><script type="module" crossorigin src="/assets/index-4f.js"></script></head><body><div id="root"></div></body>',
  ],
  'Create React App': [
    'empty application root',
    `<head><title>React App</title><script defer src="/static/js/main.js"></script></head><body>${CRA_DEMAND}<div id="root"></div></body>`,
  ],
  'Vue CLI': [
    'empty application root',
    `<head><title>shop</title></head><body><noscript><strong>We're sorry but shop doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript><div id="app"></div><script src="/js/app.js"></script></body>`,
  ],
  Angular: [
    'empty application root',
    '<body><app-root></app-root><script src="main.js" type="module"></script></body>',
  ],
  'Angular with a splash': [
    'empty application root',
    '<body><my-app><div class="splash"><img src="logo.svg"><p>Please wait…</p></div></my-app><script src="main.js"></script></body>',
  ],
  'Next.js, rendered by the client': [
    'empty application root',
    `<body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"text":"${WORDS.repeat(20)}"}}</script><script src="/_next/static/chunks/main.js"></script></body>`,
  ],
  'Next.js, bailed out': [
    'client-side rendering bail-out',
    `<body><header><a href="/">Home</a></header>${BAIL_OUT}${FOOTER}<script src="/_next/static/chunks/main.js"></script></body>`,
  ],
  'Next.js, a widget bailed out': [
    undefined,
    `<body><article><h1>River</h1>${PROSE}</article>${BAIL_OUT}<script src="/_next/static/chunks/main.js"></script></body>`,
  ],
  'Next.js, rendered by the server': [
    undefined,
    `<body><div id="__next">${NAV}<main><h1>River</h1>${PROSE}</main></div><script src="/_next/static/chunks/main.js"></script></body>`,
  ],
  'React, cut off while it streamed': [
    'client-side rendering bail-out',
    `<body><main><template id="B:0"></template><template id="B:1"></template><template id="B:2"></template><template id="B:3"></template></main>${FOOTER}<div hidden id="S:0"><p>x</p></div><script>$RC("B:0","S:0")</script></body>`,
  ],
  'React, streamed': [
    undefined,
    `<body><main><template id="B:0"></template></main>${FOOTER}<div hidden id="S:0">${PROSE}</div><script>$RC("B:0","S:0")</script></body>`,
  ],
  'Nuxt, rendered by the client': [
    'empty application root',
    '<body><div id="__nuxt"></div><script>window.__NUXT__={}</script><script type="module" src="/_nuxt/entry.js"></script></body>',
  ],
  'Nuxt, rendered by the server': [
    undefined,
    `<body><div id="__nuxt"><div>${PROSE}</div></div><script type="module" src="/_nuxt/entry.js"></script></body>`,
  ],
  'SvelteKit, rendered by the client': [
    'script shell',
    '<body data-sveltekit-preload-data="hover"><div style="display: contents"><script>{__sveltekit_1={base:""};Promise.all([import("/_app/start.js")])}</script></div></body>',
  ],
  'SvelteKit, rendered by the server': [
    undefined,
    `<body><div style="display: contents"><h1>River</h1>${PROSE}<script>{__sveltekit_1={}}</script></div></body>`,
  ],
  Remix: [
    undefined,
    `<body><main><h1>River</h1>${PROSE}</main><script>window.__remixContext={};</script><script type="module">import("/build/root.js")</script></body>`,
  ],
  'Astro with an island': [
    undefined,
    `<body><main><h1>River</h1>${PROSE}<astro-island uid="1" client="only"></astro-island></main><script type="module">customElements.define("astro-island",class{})</script></body>`,
  ],
  Gatsby: [
    undefined,
    `<body><div id="___gatsby"><div id="gatsby-focus-wrapper">${PROSE}</div></div><script src="/app.js"></script></body>`,
  ],
  'Gatsby, not built': [
    'empty application root',
    '<body><noscript id="gatsby-noscript">This app works best with JavaScript enabled.</noscript><div id="___gatsby"></div><script src="/commons.js"></script></body>',
  ],
  Flutter: [
    'script shell',
    '<head><base href="/"><title>counter</title></head><body><script src="flutter_bootstrap.js" async></script></body>',
  ],
  Ember: [
    'script shell',
    '<head><meta name="blog/config/environment" content="%7B%7D"></head><body><script src="/assets/vendor.js"></script><script src="/assets/blog.js"></script><div id="ember-basic-dropdown-wormhole"></div></body>',
  ],
  'forum software that shows a spinner': [
    'script shell',
    '<body><section id="d-splash"><div class="dots"></div></section><section id="main"></section><form id="hidden-login-form" style="display: none;"><input name="username"><input type="password" name="password"></form><script src="/start.js"></script></body>',
  ],
  'declared shadow root': [
    undefined,
    `<body><my-app><template shadowrootmode="open"><main><h1>River</h1>${PROSE}</main></template></my-app><script src="/app.js"></script></body>`,
  ],
  'WordPress article': [
    undefined,
    `<body class="single-post">${NAV}<article><h1>River</h1>${PROSE}</article>${FOOTER}<script src="/wp-includes/js/jquery.js"></script><script>var ajaxurl="/x"</script></body>`,
  ],
  'small static page': [
    undefined,
    `<head><title>It works</title>${ANALYTICS}</head><body><h1>It works!</h1><p>This is the default page.</p></body>`,
  ],
  'one paragraph': [undefined, `<body><p>This domain is for sale.</p>${ANALYTICS}</body>`],
  'short thanks in a frame': [
    undefined,
    `<body>${NAV}<main><p>Thank you, we have received your message and will answer it within a day or two, sooner if we can do so.</p></main>${FOOTER}${ANALYTICS}</body>`,
  ],
  'short Chinese page': [
    undefined,
    `<body><div>${'我们已经收到您的留言，将在两个工作日内回复。'.repeat(3)}</div>${ANALYTICS}</body>`,
  ],
  'no scripts at all': [undefined, '<body><div id="root"></div></body>'],
  'scripts that hold data only': [undefined, `<body><div id="root"></div>${LD}</body>`],
  'documentation, long menu, empty root': [
    'empty application root',
    `<body><div class="layout">${SIDEBAR}<div id="app"></div></div>${FOOTER}<script src="/app.js"></script></body>`,
  ],
  'documentation with its text': [
    undefined,
    `<body><div class="layout">${SIDEBAR}<div id="app"><h1>River</h1>${PROSE}</div></div><script src="/app.js"></script></body>`,
  ],
  'frame around an empty main': [
    'thin main content',
    `<body><header>${NAV}</header><h1>Chairs</h1><img src="banner.png"><main><div class="grid"></div></main>${FOOTER}<script src="/app.js"></script></body>`,
  ],
  'text beside an empty main': [
    undefined,
    `<body><main id="content"></main><div><h1>River</h1>${PROSE}</div><script src="/app.js"></script></body>`,
  ],
  'login page': [
    undefined,
    '<body><form action="/login" method="post"><label>Name <input name="user"></label><label>Password <input type="password" name="pass"></label><button>Sign in</button></form><noscript>Please enable JavaScript.</noscript><script src="/login.js"></script></body>',
  ],
  'image gallery': [
    undefined,
    `<body><div id="gallery">${'<a href="/p"><img src="p.jpg"></a>'.repeat(24)}</div><script src="/lightbox.js"></script></body>`,
  ],
  'gallery in a small main': [
    undefined,
    `<body>${NAV}<main><img src="cartoon.png"></main>${FOOTER}${ANALYTICS}</body>`,
  ],
  'cards with their text in links': [
    undefined,
    `<body><div id="app"><ul>${`<li><a href="/y"><h2>${WORDS}</h2></a>`.repeat(20)}</ul></div><script src="/app.js"></script></body>`,
  ],
  'list of short links': [
    undefined,
    `<body><ul>${'<li><a href="/y">Report of the year</a>'.repeat(40)}</ul>${ANALYTICS}</body>`,
  ],
  'page heavy with JSON-LD': [
    undefined,
    `<head>${LD.repeat(5)}</head><body><main><h1>River</h1>${PROSE}</main>${ANALYTICS}</body>`,
  ],
  'text in JSON-LD only': [
    'script shell',
    `<head>${LD.repeat(5)}<script src="/app.js"></script></head><body><div class="x"></div></body>`,
  ],
  'loading text': [
    'loading text',
    `<body>${NAV}<div class="content"><div class="spinner"></div><p>Loading…</p></div>${FOOTER}<script src="/app.js"></script></body>`,
  ],
  'loading text in an article': [
    undefined,
    `<body><article><h1>River</h1>${PROSE}<div class="comments">Loading...</div></article><script src="/app.js"></script></body>`,
  ],
  'article about loading': [
    undefined,
    `<body><article><h2>Loading docks</h2><p>Loading docks of the harbour, seen from the hill: a photograph of the year 1931, given to the museum by the family of its maker in 1970.</p></article>${ANALYTICS}</body>`,
  ],
  'redirect by script': [
    'script redirect',
    '<head><title>Redirecting</title><script>window.location.href = "/new/place";</script></head><body><p>If nothing happens, <a href="/new/place">click here</a>.</p></body>',
  ],
  'redirect by replace': [
    'script redirect',
    '<body><script>setTimeout(function(){ location.replace("https://www.example.com/") }, 0)</script></body>',
  ],
  'page that leaves a foreign frame': [
    undefined,
    '<body><h1>Thank you</h1><p>We have received your message.</p><script>if (top !== self) top.location = self.location.href</script></body>',
  ],
  'location read, not set': [
    undefined,
    '<body><h1>Thank you</h1><p>We have received your message.</p><script>if (location.href == "/x") ga("send", window.location.pathname)</script></body>',
  ],
  'demand on a page without text': [
    'noscript demand',
    '<body><noscript><p>Please enable JavaScript to use this site.</p></noscript><div id="container"></div><script src="/app.js"></script></body>',
  ],
  'long demand': [
    'noscript demand',
    `<body><div class="frame"></div><noscript><h1>JavaScript is not available.</h1><p>We've detected that JavaScript is disabled in this browser. Please enable JavaScript or switch to a supported browser to continue. You can see a list of supported browsers in our Help Center, with all that there is to know about them.</p></noscript><script src="/app.js"></script></body>`,
  ],
  'script that is run later': [
    'empty application root',
    '<body><div id="app"></div><script type="4f6e0b1c2d3a4f5e6d7c8b9a-text/javascript" src="/app.js"></script></body>',
  ],
  'script with an old type': [
    'empty application root',
    '<body><div id="app"></div><script type="text/javascript; charset=utf-8" src="/app.js"></script></body>',
  ],
  'demand that all readers see': [
    'noscript demand',
    `<body>${NAV}<p>This site requires JavaScript. Please enable it in your browser.</p><script src="/app.js"></script></body>`,
  ],
  'demand beside a short text': [
    undefined,
    `<body><noscript>Please enable JavaScript.</noscript><h1>Thank you</h1><p>We have received your message and will answer it within a day or two.</p><script src="/app.js"></script></body>`,
  ],
  'article about scripts': [
    undefined,
    `<body><article><h1>Scripts</h1>${'<p>JavaScript requires braces around a block.</p><p>Without JavaScript a form is sent whole.</p>'.repeat(3)}<p>Other languages do the same in their own ways, which the next chapters show one after the other.</p></article>${ANALYTICS}</body>`,
  ],
  'demand beside a whole article': [
    undefined,
    `<body><noscript>Please enable JavaScript to use this site.</noscript><article><h1>River</h1>${PROSE}</article><script src="/app.js"></script></body>`,
  ],
  'all of the text in noscript': [
    undefined,
    `<body><div class="splash"></div><noscript><article><h1>River</h1>${PROSE}</article></noscript><script src="/app.js"></script></body>`,
  ],
  'text and a list that a script fills': [
    undefined,
    `<body><main><h1>Rivers</h1>${PROSE}<ul id="results"></ul></main><script src="/app.js"></script></body>`,
  ],
};

for (const [kind, [expected, html]] of Object.entries(KINDS)) {
  test(`${kind}: ${expected ?? 'no browser'}`, () => {
    const tree = parseHtml(html);
    const { removed } = findMainContent(tree);
    assert.equal(findRenderNeed(tree)?.reason, expected);
    assert.equal(
      findRenderNeed(tree, { removed })?.reason,
      expected,
      'with what the main-content filter found',
    );
  });
}

test('a page of boilerplate around an empty root is seen once the main content is known', () => {
  const boilerplate = `<div class="cookie-banner"><p>${WORDS.repeat(10)}</p></div>`;
  const tree = parseHtml(`<body>${boilerplate}<div id="app"></div><script src="/app.js"></script></body>`);
  const removed = new Uint8Array(tree.length);
  for (let node = 0; node < tree.length; node++)
    if (tree.attribute(node, 'class') === 'cookie-banner') removed[node] = 1;
  assert.equal(findRenderNeed(tree), undefined);
  assert.deepEqual(findRenderNeed(tree, { removed }), { reason: 'thin main content', evidence: 'div#app' });
});

test('says what on the page gave it away, as plain data', () => {
  const need = findRenderNeed(parseHtml(KINDS['Vite, React']![1]));
  assert.deepEqual(structuredClone(need), { reason: 'empty application root', evidence: 'div#root' });
});
