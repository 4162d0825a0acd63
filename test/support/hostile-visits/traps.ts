import { answer } from '../test-site.ts';
import { EITHER, HONEST, honestPage, scripted, type HostileVisits } from './hostile-visit.ts';

/** Pages that change the ground under their reader. */
export const TRAPS: HostileVisits = {
  'a service worker that takes over': {
    pages: {
      '/': honestPage(
        '<script>navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready).then(() => setTimeout(() => location.reload(), 50))</script>',
      ),
      '/sw.js': answer(
        'self.skipWaiting(); self.onactivate = (e) => e.waitUntil(clients.claim()); self.onfetch = (e) => e.respondWith(new Promise(() => {}))',
        { 'content-type': 'text/javascript' },
      ),
    },
    host: 'site.localhost',
    ...EITHER,
  },
  'changed builtins': {
    pages:
      scripted(`Array.prototype.map = Array.prototype.push = JSON.stringify = Object.keys = () => { throw new Error('no') };
      Element.prototype.getHTML = document.querySelectorAll = () => 'lies'; Promise.prototype.then = () => {}; globalThis.Map = 1`),
    text: HONEST,
  },
  'a page without a document': {
    pages: scripted('document.documentElement.remove()'),
    code: /^SCRAPE_(?!TIMEOUT)/,
    text: /^$|Honest/,
  },
  'document.open without end': {
    pages: scripted('setInterval(() => { document.open(); document.write("<h1>Honest text</h1>") }, 1)'),
    ...EITHER,
  },
  'the process ends itself': {
    pages: {
      '/': honestPage(
        '<iframe src="chrome://crash"></iframe><script>location = "chrome://crash"; open("chrome://kill")</script>',
      ),
    },
    text: HONEST,
  },
};
