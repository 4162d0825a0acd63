import { EITHER, HONEST, honestPage, scripted, type HostileVisits } from './hostile-visit.ts';

/** Scripts that never give the page back. */
export const LOOPS: HostileVisits = {
  'loop at load': { pages: scripted('for (;;);'), ...EITHER },
  'loop in a timer': { pages: scripted('setTimeout(() => { for (;;); }, 30)'), ...EITHER },
  'loop in a promise': { pages: scripted('(function f() { Promise.resolve().then(f) })()'), ...EITHER },
  'loop after each stop': {
    pages: scripted('const f = () => { setInterval(f, 1); for (;;); }; setInterval(f, 1); f()'),
    ...EITHER,
  },
  'loop at unload': {
    pages: scripted('onbeforeunload = onpagehide = onunload = () => { for (;;); }'),
    text: HONEST,
  },
  'loop when it is left for another page': {
    pages: {
      ...scripted(
        'onbeforeunload = onunload = () => { for (;;); }; setTimeout(() => location = "/next", 50)',
      ),
      '/next': honestPage(''),
    },
    ...EITHER,
  },
  'loop in a worker': {
    // With text enough that no more of it is expected from the worker, which burns a core until the page is read.
    pages: {
      '/': honestPage(
        `<p>${'A page as most are. '.repeat(5)}</p><script>new Worker(URL.createObjectURL(new Blob(["for (;;);"])))</script>`,
      ),
    },
    text: HONEST,
  },
  'loop in a getter that we could ask': {
    pages: scripted(`for (const name of ['outerHTML', 'innerText', 'textContent', 'childNodes', 'shadowRoot'])
      for (const of of [Node, Element, HTMLElement]) Object.defineProperty(of.prototype, name, { get() { for (;;); } })`),
    text: HONEST,
  },
  'slow regular expression': { pages: scripted('/^(a+)+$/.test("a".repeat(40) + "b")'), ...EITHER },
};
