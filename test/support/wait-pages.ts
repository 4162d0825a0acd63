import type { TestPage } from './test-site.ts';
import {
  ARTICLE,
  CONTENT,
  DATA,
  PRELUDE,
  page,
  shell,
  late,
  hang,
  stream,
  socket,
  SERVICE_WORKER,
} from './wait-page-parts.ts';

/** A page whose content is there only after a while, or that never rests. */
export interface WaitPage {
  name: string;
  /** What the site answers, by path; the page itself is the first. */
  site: Readonly<Record<string, TestPage>>;
  /** Text that must be there at the end of the wait. */
  content: string;
  /** Text that is there only before the content. */
  before?: string;
}

/** `performance.now()` at the mark of the last content, or when the page was parsed if it sets none. */
export const FINAL_AT = `(() => {
  const marks = performance.getEntriesByName('final');
  const parsed = performance.getEntriesByType('navigation')[0]?.domContentLoadedEventEnd ?? 0;
  return performance.timeOrigin + (marks.at(-1)?.startTime ?? parsed);
})()`;

/** Page kinds that a wait has to get right. */
export const WAIT_PAGES: readonly WaitPage[] = [
  {
    name: 'no script',
    site: { '/still': `<!doctype html><title>t</title>${ARTICLE}<p>${DATA}</p>` },
    content: CONTENT,
  },
  {
    name: 'fetch of 0.1 s',
    site: { '/fetch-fast': shell(`get('/fast').then(show)`), '/fast': late(100) },
    content: CONTENT,
  },
  {
    name: 'fetch of 1 s beside text',
    site: {
      '/fetch-text': page(`${ARTICLE}<div id="root"></div><script>get('/second').then(show)</script>`),
      '/second': late(1_000),
    },
    content: CONTENT,
  },
  {
    name: 'fetch of 5 s',
    site: { '/fetch-slow': shell(`get('/slow').then(show)`), '/slow': late(5_000) },
    content: CONTENT,
  },
  {
    name: 'loading text, answer after 3 s',
    site: { '/loading': shell(`get('/three').then(show)`, '<p>Loading…</p>'), '/three': late(3_000) },
    content: CONTENT,
    before: 'Loading…',
  },
  {
    name: 'skeleton beside a navigation, answer after 2.5 s',
    site: {
      '/skeleton': page(
        `<nav>${'<a href="/x">Boats and oars and nets</a> '.repeat(20)}</nav><div id="root"><div class="card skeleton" style="height:100px">wait for it</div></div><script>get('/skeleton-data').then(show)</script>`,
      ),
      '/skeleton-data': late(2_500),
    },
    content: CONTENT,
    before: 'wait for it',
  },
  {
    name: 'timer of 1 s',
    site: {
      '/timer': page(
        `${ARTICLE}<div id="root"></div><script>setTimeout(() => show(${JSON.stringify(DATA)}), 1000)</script>`,
      ),
    },
    content: CONTENT,
  },
  {
    name: 'timer of 2.5 s on an empty page',
    site: {
      '/far-timer': shell(`setTimeout(() => show(${JSON.stringify(DATA)}), 2500)`, 'One moment please'),
    },
    content: CONTENT,
    before: 'One moment',
  },
  {
    name: 'timers that start each other',
    site: {
      '/timer-chain': shell(
        `const step = (left) => left === 0 ? show(${JSON.stringify(DATA)}) : setTimeout(step, 300, left - 1); step(4)`,
      ),
    },
    content: CONTENT,
  },
  {
    name: 'chain of fetches',
    site: {
      '/chain': shell(`get('/one').then(() => get('/two')).then(() => get('/last')).then(show)`),
      '/one': late(300, '1'),
      '/two': late(300, '2'),
      '/last': late(300),
    },
    content: CONTENT,
  },
  {
    name: 'list that loads until the window is full',
    site: {
      '/list': page(`<div id="root"></div><div id="end">&nbsp;</div><script>
        let part = 0;
        new IntersectionObserver(async ([entry], observer) => {
          observer.unobserve(entry.target);
          if (!entry.isIntersecting || part === 4) return;
          part += 1;
          const text = await get('/part-' + part);
          root.insertAdjacentHTML('beforeend', '<p style="height:100px">' + text + '</p>');
          performance.mark('final');
          observer.observe(entry.target);
        }).observe(document.getElementById('end'));
      </script>`),
      '/part-1': late(150, 'first part'),
      '/part-2': late(150, 'second part'),
      '/part-3': late(150, 'third part'),
      '/part-4': late(150),
    },
    content: CONTENT,
  },
  {
    name: 'long poll',
    site: {
      '/long-poll': page(`<div id="root"></div><script>get('/fast-too').then(show); get('/hang')</script>`),
      '/fast-too': late(100),
      '/hang': hang,
    },
    content: CONTENT,
  },
  {
    name: 'poll each second',
    site: {
      '/poll-slow': shell(
        `get('/first').then(show); (async () => { for (;;) { await new Promise((go) => setTimeout(go, 1000)); await get('/beat') } })()`,
      ),
      '/first': late(200),
      '/beat': late(5, 'ok'),
    },
    content: CONTENT,
  },
  {
    name: 'poll five times a second',
    site: {
      '/poll-fast': shell(
        `get('/first-too').then(show); setInterval(() => get('/beat-too?' + Math.random()), 200)`,
      ),
      '/first-too': late(200),
      '/beat-too': late(5, 'ok'),
    },
    content: CONTENT,
  },
  {
    name: 'server-sent events',
    site: {
      '/events': shell(`new EventSource('/stream').onmessage = (event) => show(event.data)`),
      '/stream': stream,
    },
    content: CONTENT,
  },
  {
    name: 'web socket',
    site: {
      '/socket': shell(
        `new WebSocket('ws://' + location.host + '/talk').onmessage = (event) => show(event.data)`,
      ),
      '/talk': socket,
    },
    content: CONTENT,
  },
  {
    name: 'clock',
    site: {
      '/clock': page(`<p id="time"></p>${ARTICLE}<div id="root"></div><script>
        setInterval(() => { document.getElementById('time').textContent = Date.now() }, 50);
        get('/clock-data').then(show)</script>`),
      '/clock-data': late(300),
    },
    content: CONTENT,
  },
  {
    name: 'ticker of new nodes',
    site: {
      '/ticker': page(`<ul id="ticker"></ul>${ARTICLE}<div id="root"></div><script>
        setInterval(() => { ticker.innerHTML = '<li><b>' + Math.random() + '</b></li>'; ticker.querySelector('b').textContent = Math.random() }, 60);
        get('/ticker-data').then(show)</script>`),
      '/ticker-data': late(300),
    },
    content: CONTENT,
  },
  {
    name: 'animation',
    site: {
      '/animation':
        page(`<div id="box" style="position:absolute">box</div>${ARTICLE}<div id="root"></div><script>
        (function move(time) { box.style.left = time % 300 + 'px'; box.setAttribute('data-x', time); requestAnimationFrame(move) })(0);
        get('/animation-data').then(show)</script>`),
      '/animation-data': late(200),
    },
    content: CONTENT,
  },
  {
    name: 'late script',
    site: {
      '/late-script': page(`${ARTICLE}<div id="root"></div><script>
        setTimeout(() => { const script = document.createElement('script'); script.src = '/widget.js'; document.body.append(script) }, 600)</script>`),
      '/widget.js': late(300, `show(${JSON.stringify(DATA)})`, 'text/javascript'),
    },
    content: CONTENT,
  },
  {
    name: 'hydration',
    site: {
      '/hydration': `<!doctype html><title>t</title><div id="root">${ARTICLE}<p>${DATA}</p><button>Like</button></div><script src="/hydrate.js" defer></script>`,
      '/hydrate.js': late(
        400,
        `for (const button of document.querySelectorAll('button')) button.onclick = () => 1;`,
        'text/javascript',
      ),
    },
    content: CONTENT,
  },
  {
    name: 'slow picture',
    site: {
      '/picture': page(
        `${ARTICLE}<img src="/hang.png" width="10" height="10"><div id="root"></div><script>get('/picture-data').then(show)</script>`,
      ),
      '/hang.png': hang,
      '/picture-data': late(100),
    },
    content: CONTENT,
  },
  {
    name: 'slow stylesheet before a script',
    site: {
      '/stylesheet': `<!doctype html><title>t</title><link rel="stylesheet" href="/slow.css">${PRELUDE}${ARTICLE}<div id="root"></div><script>show(${JSON.stringify(DATA)})</script>`,
      '/slow.css': late(1_000, 'p { color: red }', 'text/css'),
    },
    content: CONTENT,
  },
  {
    name: 'redirect by script',
    site: { '/leave': shell(`location.href = '/left'`, ARTICLE), '/left': page(`<p>${DATA}</p>`) },
    content: CONTENT,
    before: 'lighthouse',
  },
  {
    name: 'meta refresh after 1 s',
    site: {
      '/refresh': `<!doctype html><meta http-equiv="refresh" content="1;url=/refreshed">${ARTICLE}`,
      '/refreshed': page(`<p>${DATA}</p>`),
    },
    content: CONTENT,
    before: 'lighthouse',
  },
  {
    name: 'dynamic import',
    site: {
      '/import': shell(`import('/module.js').then((module) => module.render())`),
      '/module.js': late(
        300,
        `import { text } from '/text.js'; export const render = () => show(text)`,
        'text/javascript',
      ),
      '/text.js': late(300, `export const text = ${JSON.stringify(DATA)}`, 'text/javascript'),
    },
    content: CONTENT,
  },
  {
    name: 'service worker',
    site: {
      '/with-worker': shell(`navigator.serviceWorker.oncontrollerchange = () => get('/made-here').then(show);
        navigator.serviceWorker.register('/sw.js')`),
      '/sw.js': late(50, SERVICE_WORKER, 'text/javascript'),
    },
    content: CONTENT,
  },
  {
    name: 'worker that calculates',
    site: {
      '/worker': shell(`new Worker('/calculate.js').onmessage = (event) => show(event.data)`),
      '/calculate.js': late(
        50,
        `const from = Date.now(); while (Date.now() - from < 900); postMessage(${JSON.stringify(DATA)})`,
        'text/javascript',
      ),
    },
    content: CONTENT,
  },
  {
    name: 'web component with a closed root',
    site: {
      '/component':
        page(`<harbour-list></harbour-list><script>customElements.define('harbour-list', class extends HTMLElement {
        async connectedCallback() { const root = this.attachShadow({ mode: 'closed' }); show(await get('/component-data'), root) } })</script>`),
      '/component-data': late(400),
    },
    content: CONTENT,
  },
  {
    name: 'frame',
    site: {
      '/frame': page(`<iframe src="/framed" width="600" height="400"></iframe>`),
      '/framed': shell(`get('/frame-data').then((text) => { show(text); parent.performance.mark('final') })`),
      '/frame-data': late(400),
    },
    content: CONTENT,
  },
  {
    name: 'two flushes after the data',
    site: {
      '/flush': shell(`get('/flush-data').then((text) => {
        root.innerHTML = '<main><p>' + 'A first flush with a frame of text. '.repeat(5) + '</p><div id="slot"></div></main>';
        const channel = new MessageChannel();
        channel.port1.onmessage = () => setTimeout(() => requestAnimationFrame(() => show(text, document.getElementById('slot'))), 50);
        channel.port2.postMessage(0) })`),
      '/flush-data': late(200),
    },
    content: CONTENT,
  },
  {
    name: 'drawn in animation frames',
    site: {
      '/frames': shell(
        `let left = 10; (function draw() { left -= 1; left > 0 ? requestAnimationFrame(draw) : show(${JSON.stringify(DATA)}) })()`,
      ),
    },
    content: CONTENT,
  },
  {
    name: 'drawn when idle',
    site: {
      '/idle': shell(`requestIdleCallback(() => requestIdleCallback(() => show(${JSON.stringify(DATA)})))`),
    },
    content: CONTENT,
  },
  {
    name: 'document.write',
    site: {
      '/write': page(
        `<script>document.write(${JSON.stringify(`<p>${DATA}</p>`)}); performance.mark('final')</script>`,
      ),
    },
    content: CONTENT,
  },
];
