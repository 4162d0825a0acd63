import type { ServerResponse } from 'node:http';
import type { LoopbackSite } from '../../test/support/loopback-site.ts';
import { answer, startTestSite, type TestPage } from '../../test/support/test-site.ts';

/** The shop in the pictures of the documentation. */
export interface PicturedSite extends LoopbackSite {
  /** Answers the pages that keep a crawl at work until then. */
  letGo(): void;
}

const KINDS = ['Copper', 'Steel', 'Glass', 'Enamel', 'Travel', 'Whistling', 'Gooseneck', 'Camping'];
const GUIDES = 36;
const HELD = 6;

/** A shop with everything around its texts that shops have, whose crawl meets pages that fail and pages that wait. */
export async function openPicturedSite(): Promise<PicturedSite> {
  const held: ServerResponse[] = [];
  const state = { isLetGo: false };
  const slow: TestPage = (request, response) => {
    if (state.isLetGo) answer(guide(request.url ?? ''))(request, response);
    else held.push(response);
  };
  const broken: TestPage = (_request, response) => void response.destroy();
  const numbers = (count: number): number[] => Array.from({ length: count }, (_each, index) => index + 1);
  const site = await startTestSite({
    '/robots.txt': answer('User-agent: *\nDisallow: /account\n', { 'content-type': 'text/plain' }),
    '/': frame('Kettles of Acme', home()),
    ...Object.fromEntries(KINDS.map((kind) => [`/kettles/${kind.toLowerCase()}`, product(kind)])),
    ...Object.fromEntries(numbers(GUIDES).map((each) => [`/guide/${each}`, guide(`/guide/${each}`)])),
    ...Object.fromEntries(numbers(HELD).map((each) => [`/archive/${each}`, slow])),
    '/spare/lid': broken,
    '/spare/handle': broken,
    '/spare/manual.pdf': answer('This was a manual once.', { 'content-type': 'application/pdf' }),
  });
  return {
    ...site,
    letGo() {
      state.isLetGo = true;
      for (const response of held.splice(0))
        response.writeHead(200, { 'content-type': 'text/html' }).end(guide('/archive'));
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

function frame(title: string, main: string): string {
  const menu = KINDS.map((kind) => `<a href="/kettles/${kind.toLowerCase()}">${kind}</a>`).join(' ');
  return `<!doctype html><html lang="en"><head><title>${title}</title><style>
    body { margin: 0; font: 16px/1.5 sans-serif; color: #222 }
    header, footer { padding: 12px 24px; background: #7a3b12; color: #fff } header a, footer a { color: #ffd9b8; margin-right: 10px }
    main { max-width: 640px; padding: 0 24px } aside, .newsletter, .share-buttons { padding: 12px 24px; background: #f4ece4; margin: 12px 0 }
    .cookie-banner { padding: 12px 24px; background: #222; color: #fff }
  </style></head><body>
  <div class="cookie-banner" role="dialog" aria-label="Cookies"><p>We use cookies to improve your experience.</p><button>Accept all</button></div>
  <header><strong>Acme Kettles</strong> <nav>${menu} <a href="/account">Account</a></nav></header>
  <main>${main}</main>
  <aside class="related"><h2>You may also like</h2><a href="/kettles/glass">Glass kettle</a> <a href="/kettles/enamel">Enamel kettle</a></aside>
  <div class="newsletter"><h3>Newsletter</h3><form><input type="email" aria-label="Email"><button>Subscribe</button></form></div>
  <footer>© Acme Kettles. All rights reserved. <a href="/imprint">Imprint</a> <a href="/terms">Terms</a></footer>
  </body></html>`;
}

function home(): string {
  const guides = Array.from(
    { length: GUIDES },
    (_each, at) => `<li><a href="/guide/${at + 1}">Guide ${at + 1}</a></li>`,
  );
  const archive = Array.from(
    { length: HELD },
    (_each, at) => `<li><a href="/archive/${at + 1}">Year ${2020 - at}</a></li>`,
  );
  return `<h1>Kettles of Acme</h1><p>We have made kettles of copper and steel since 1921, and tell how they are used and cleaned.</p>
  <h2>Guides</h2><ul>${guides.join('')}</ul><h2>Archive</h2><ul>${archive.join('')}</ul>
  <h2>Spare parts</h2><ul><li><a href="/spare/lid">Lid</a></li><li><a href="/spare/handle">Handle</a></li><li><a href="/spare/manual.pdf">Manual</a></li></ul>`;
}

function product(kind: string): string {
  return frame(
    `${kind} kettle`,
    `<article><h1>${kind} kettle</h1>
    <p>The ${kind.toLowerCase()} kettle holds two litres of water and boils them within four minutes on any stove, gas and induction included.</p>
    <h2>What it is made of</h2>
    <p>The body is drawn from one sheet, so there is no seam that could leak. The handle is beech wood and stays cool.</p>
    <table><tr><th>Size</th><th>Weight</th><th>Boils in</th></tr><tr><td>1 litre</td><td>780 g</td><td>2:30</td></tr><tr><td>2 litres</td><td>1,120 g</td><td>4:00</td></tr></table>
    <h2>Care</h2>
    <ul><li>Rinse it with lemon juice once a month.</li><li>Never boil it dry.</li></ul>
    <p>More in <a href="/guide/1">the guide to descaling</a>.</p>
    <div class="share-buttons"><a href="/share/mail">Mail</a> <a href="/share/print">Print</a></div></article>`,
  );
}

function guide(path: string): string {
  const number = path.split('/').at(-1) ?? '';
  return frame(
    `Guide ${number}`,
    `<article><h1>Guide ${number}: water and heat</h1><p>Hard water leaves lime in every kettle. This guide says how it is taken off without harming the metal, step by step.</p><p>Fill the kettle with one part of vinegar and two parts of water, bring it to the boil, and leave it for an hour before you rinse it.</p></article>`,
  );
}
