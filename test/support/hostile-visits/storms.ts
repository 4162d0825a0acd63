import { answer } from '../test-site.ts';
import { EITHER, HONEST, honestPage, scripted, type HostileVisits } from './hostile-visit.ts';

/** Answers and journeys without end, and far too much of everything. */
export const STORMS: HostileVisits = {
  'endless page': {
    pages: {
      '/': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.write(honestPage(''));
        const timer = setInterval(() => response.write('<p>more</p>'), 5);
        response.on('close', () => clearInterval(timer));
      },
    },
    ...EITHER,
  },
  'endless fast page': {
    pages: {
      '/': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.write(honestPage(''));
        const block = '<p>more of it</p>'.repeat(5_000);
        const go = (): void => void (response.destroyed || setImmediate(() => response.write(block, go)));
        go();
      },
    },
    ...EITHER,
  },
  'page of 100 MB': { pages: { '/': answer(honestPage('<p>0123456789</p>'.repeat(6_000_000))) }, ...EITHER },
  'nested 10,000 deep': { pages: { '/': honestPage(`${'<div>'.repeat(10_000)}deep`) }, text: HONEST },
  'nested 100,000 deep by script': {
    pages: scripted(
      `let at = document.body; for (let n = 0; n < 1e5; n += 1) at = at.appendChild(document.createElement('i')); at.append('deep')`,
    ),
    ...EITHER,
  },
  'redirect to itself': { pages: { '/': answer('', { location: '/' }, 302) }, code: /^SCRAPE_SITE_ERROR$/ },
  'redirect without end': {
    pages: {
      '*': (request, response) => answer('', { location: `/${Math.random()}` }, 302)(request, response),
    },
    code: /^SCRAPE_SITE_ERROR$/,
  },
  'script redirect without end': {
    pages: { '*': honestPage('<script>location = "/" + Math.random()</script>') },
    ...EITHER,
  },
  'reload without end': { pages: scripted('location.reload()'), ...EITHER, text: /^$|Honest text/ },
  'meta refresh without end': {
    pages: { '*': honestPage('<meta http-equiv="refresh" content="0">') },
    ...EITHER,
  },
  'a page that closes itself': { pages: scripted('close(); setInterval(() => close(), 1)'), ...EITHER },
  'a PDF': {
    pages: { '/': answer('%PDF-1.4 not really', { 'content-type': 'application/pdf' }) },
    code: /^SCRAPE_DOCUMENT_DAMAGED$/,
  },
  'a PDF in a frame': {
    pages: {
      '/': honestPage('<iframe src="/a.pdf"></iframe><embed src="/a.pdf" type="application/pdf">'),
      '/a.pdf': answer('%PDF-1.4 no', { 'content-type': 'application/pdf' }),
    },
    ...EITHER,
  },
  'history without end': {
    pages: scripted(
      'setInterval(() => { for (let n = 0; n < 200; n += 1) history.pushState(n, "", "/" + Math.random()) }, 0)',
    ),
    ...EITHER,
  },
  'fragments without end': {
    pages: scripted('let n = 0; setInterval(() => location.hash = ++n, 0)'),
    ...EITHER,
  },
  'history trap': {
    pages: scripted(
      'history.pushState(1, ""); onpopstate = () => history.forward(); setInterval(() => history.back(), 1)',
    ),
    ...EITHER,
  },
  'frames in frames': {
    pages: {
      '*': honestPage('<iframe src="?"></iframe><iframe src="/x"></iframe>').replace(
        '<iframe src="?">',
        '<iframe src="/y">',
      ),
    },
    ...EITHER,
  },
  'a thousand frames': {
    pages: { '/': honestPage('<iframe srcdoc="<p>x"></iframe>'.repeat(1_000)) },
    ...EITHER,
  },
  'a request storm': {
    pages: {
      ...scripted('for (let n = 0; n < 10000; n += 1) fetch("/data?" + n).catch(() => {})'),
      '/data': answer('{}'),
    },
    ...EITHER,
  },
  'a request storm without answers': {
    pages: {
      ...scripted('for (let n = 0; n < 10000; n += 1) fetch("/data?" + n).catch(() => {})'),
      '/data': () => undefined,
    },
    ...EITHER,
  },
  'a socket storm': {
    pages: scripted('for (let n = 0; n < 2000; n += 1) new WebSocket("ws://" + location.host + "/" + n)'),
    ...EITHER,
  },
  'a worker storm': {
    pages: scripted(
      'const u = URL.createObjectURL(new Blob(["setInterval(() => {}, 1)"])); for (let n = 0; n < 300; n += 1) new Worker(u)',
    ),
    ...EITHER,
  },
  'a console storm': {
    pages: scripted(
      'setInterval(() => { for (let n = 0; n < 1000; n += 1) console.log("x".repeat(1000)) }, 0)',
    ),
    ...EITHER,
  },
  'a title and style storm': {
    pages: scripted(
      'setInterval(() => { document.title = Math.random(); document.body.style.width = Math.random() * 999 + "px"; document.body.append("x") }, 0)',
    ),
    ...EITHER,
  },
  'huge headers': {
    pages: {
      '/': answer(
        honestPage(''),
        Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`x-${n}`, 'v'.repeat(5_000)])),
      ),
    },
    code: /^SCRAPE_SITE_ERROR$/,
  },
  'huge cookies': {
    pages: {
      ...scripted(
        'for (let n = 0; n < 200; n += 1) document.cookie = n + "=" + "x".repeat(4000); fetch("/data").catch(() => {})',
      ),
      '/data': answer('{}'),
    },
    ...EITHER,
  },
  'huge storage': {
    pages: scripted('for (let n = 0; n < 200; n += 1) try { localStorage[n] = "x".repeat(1e5) } catch {}'),
    text: HONEST,
  },
  'no answer': { pages: { '/': () => undefined }, code: /^SCRAPE_TIMEOUT$/ },
  'an answer byte by byte': {
    pages: {
      '/': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        // At once, for a page that is read when its time is over has what came until then.
        response.write(honestPage('<p>'));
        const timer = setInterval(() => response.write('x'), 5);
        response.on('close', () => clearInterval(timer));
      },
    },
    ...EITHER,
  },
  'an answer that breaks off': {
    pages: {
      '/': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': '9999' });
        response.write(honestPage(''));
        setTimeout(() => response.destroy(), 50);
      },
    },
    ...EITHER,
  },
  'a style sheet that never comes': {
    pages: { '/': `<link rel="stylesheet" href="/s">${honestPage('')}`, '/s': () => undefined },
    ...EITHER,
  },
  'a script that never comes': {
    pages: { '/': `<script src="/s"></script>${honestPage('')}`, '/s': () => undefined },
    ...EITHER,
    text: /^$|Honest text/,
  },
};
