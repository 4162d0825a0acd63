import { script, frame, quote, html, alone, type Attacks } from './attack.ts';

/** What a page shows or links to. */
export const PARTS_OF_A_PAGE: Attacks = {
  img: html((url) => `<img src="${url}">`),
  'img srcset': html((url) => `<img srcset="${url} 1x">`),
  'picture source': html((url) => `<picture><source srcset="${url}"><img></picture>`),
  'img attributionsrc': html((url) => `<img attributionsrc="${url}" src="data:,">`),
  'input image': html((url) => `<input type="image" src="${url}">`),
  'css url': html((url) => `<p style="background: url(${url})">x`),
  'css cursor and list-style': html((url) => `<ul><li style="list-style-image: url(${url})">x</ul>`),
  'css import': html((url) => `<style>@import url(${url});</style>`),
  'css font': html(
    (url) => `<style>@font-face { font-family: f; src: url(${url}) } p { font-family: f }</style><p>x`,
  ),
  'link stylesheet': html((url) => `<link rel="stylesheet" href="${url}">`),
  script: html((url) => `<script src="${url}"></script>`),
  'module script': html((url) => `<script type="module" src="${url}"></script>`),
  'dynamic import': html((url) => script(`import(${quote(url)}).catch(() => {})`)),
  'import map': html(
    (url) =>
      `<script type="importmap">{"imports":{"x":"${url}"}}</script><script type="module">import 'x'</script>`,
  ),
  iframe: html((url) => frame(url)),
  object: html((url) => `<object data="${url}"></object>`),
  embed: html((url) => `<embed src="${url}" type="text/html">`),
  video: html((url) => `<video src="${url}" autoplay></video>`),
  'video poster': html((url) => `<video poster="${url}"></video>`),
  audio: html((url) => `<audio src="${url}" autoplay></audio>`),
  'text track': html(
    (url) =>
      `<video src="data:video/mp4," crossorigin><track default src="${url}"></video>` +
      script('document.querySelector("video").textTracks[0].mode = "showing"'),
  ),
  'svg image': html((url) => `<svg><image href="${url}" width="9" height="9"/></svg>`),
  'svg feImage': html(
    (url) =>
      `<svg><filter id="f"><feImage href="${url}"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>`,
  ),
  'base href': html((url) => `<base href="${url}"><img src="relative">`),
  'shadow root': html((url) => `<div><template shadowrootmode="closed"><img src="${url}"></template></div>`),
  'fenced frame': html((url) =>
    script(`document.body.append(Object.assign(document.createElement('fencedframe'),
      { config: self.FencedFrameConfig && new FencedFrameConfig(${quote(url)}) }))`),
  ),
  'link icon': alone((url, { give }) => ({ url: give(`<head><link rel="icon" href="${url}"></head><p>x`) })),
  'link manifest': alone((url) => `<link rel="manifest" href="${url}">`),
  'link preload': html((url) => `<link rel="preload" as="image" href="${url}">`),
  'link modulepreload': html((url) => `<link rel="modulepreload" href="${url}">`),
  'link prefetch': html((url) => `<link rel="prefetch" href="${url}">`),
  'link preconnect': html((url) => `<link rel="preconnect" href="${url}">`),
  'link prerender': alone((url) => `<link rel="prerender" href="${url}">`),
  'prefetch rules': alone(
    (url) =>
      `<script type="speculationrules">{"prefetch":[{"urls":["${url}"],"eagerness":"immediate"}]}</script>`,
  ),
  'prerender rules': alone(
    (url) =>
      `<script type="speculationrules">{"prerender":[{"urls":["${url}"],"eagerness":"immediate"}]}</script>`,
  ),
  'prerender of our own page with a picture': alone(
    (url, { give }) =>
      `<script type="speculationrules">{"prerender":[{"urls":[${quote(give(`<img src="${url}">`))}],"eagerness":"immediate"}]}</script>`,
  ),
  'Link header': alone((url, { give }) => ({
    url: give('<p>x', { headers: { link: `<${url}>; rel=preload; as=image, <${url}>; rel=preconnect` } }),
  })),
};
