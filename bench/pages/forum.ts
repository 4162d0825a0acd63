import { prose, slug, title, words } from './prose.ts';
import { classes, dataAttributes, icon } from './surroundings.ts';
import type { PageTemplate } from './template.ts';

/** A thread: posts with authors, quotes, replies and buttons around short prose. */
export const forum: PageTemplate = {
  open: (
    random,
  ) => `<div id="main"${classes(random)} role="main"><h1>${title(random, 5, 10)}</h1><div class="tags">${random.repeat(2, 5, () => `<a href="/tags/${slug(random)}"${classes(random, 3)}>${words(random, 1, 1)}</a> `)}</div>
`,
  block: (random, index) => {
    const author = slug(random);
    const quote = random.chance(0.35) ? `<blockquote><p>${words(random, 8, 30)}</p></blockquote>` : '';
    const snippet = random.chance(0.2)
      ? `<pre><code>${words(random, 6, 20)}\n${words(random, 4, 12)}\n</code></pre>`
      : '';
    return `<div id="post-${index}"${classes(random)}${dataAttributes(random)}><div class="post-author"><a href="/u/${author}"${classes(random)}><img src="https://cdn.example/avatars/${random.int(1, 1e6)}.png" alt="" width="48" height="48" loading="lazy"></a><a href="/u/${author}">${author}</a> <span>${random.int(1, 9999)} posts</span> <time datetime="2026-03-0${random.int(1, 9)}T10:00">${random.int(1, 28)} March</time></div>
<div class="post-body">${quote}${random.repeat(1, 4, () => `<p>${prose(random, 1, 4)}</p>\n`)}${snippet}</div>
<div${classes(random)}><button${classes(random, 4)}>${icon(random)} ${random.int(0, 90)}</button><a href="#post-${index}"${classes(random, 4)}>Link</a> <a href="/reply/${index}"${classes(random, 4)}>Reply</a></div></div>
`;
  },
  close: '</div>\n',
};
