import { script, frame, quote, fetchFrom, html, alone, inWorker, type Attacks } from './attack.ts';

/** What a script can ask for. */
export const SCRIPTS: Attacks = {
  fetch: html((url) => fetchFrom(url)),
  'fetch with credentials': html((url) =>
    script(
      `fetch(${quote(url)}, { mode: 'cors', credentials: 'include', headers: { 'x-a': '1' } }).catch(() => {})`,
    ),
  ),
  'fetch to a declared address space': html((url) =>
    script(`for (const targetAddressSpace of ['local', 'loopback', 'private'])
      try { fetch(${quote(url)}, { mode: 'no-cors', targetAddressSpace }).catch(() => {}) } catch {}`),
  ),
  'fetch from a data: frame': html((url) => frame(`data:text/html,${encodeURIComponent(fetchFrom(url))}`)),
  'fetch from a blob: frame': html((url) =>
    script(`const f = document.createElement('iframe');
      f.src = URL.createObjectURL(new Blob([${quote(fetchFrom(url)).replaceAll('</', '<\\/')}], { type: 'text/html' }));
      document.documentElement.append(f)`),
  ),
  'fetch from a sandboxed frame': html(
    (url) => `<iframe sandbox="allow-scripts" srcdoc="${fetchFrom(url).replaceAll('"', '&quot;')}"></iframe>`,
  ),
  'fetch from a javascript: frame': html(
    (url) => `<iframe src="javascript:fetch('${url}',{mode:'no-cors'})"></iframe>`,
  ),
  fetchLater: alone((url) => script(`self.fetchLater && fetchLater(${quote(url)}, { activateAfter: 0 })`)),
  XMLHttpRequest: html((url) =>
    script(`const x = new XMLHttpRequest(); x.open('POST', ${quote(url)}); x.send('x')`),
  ),
  beacon: html((url) => script(`navigator.sendBeacon(${quote(url)}, 'x')`)),
  EventSource: html((url) => script(`new EventSource(${quote(url)})`)),
  WebSocket: html((_url, { port }) => script(`new WebSocket('ws://127.0.0.1:${port}/')`)),
  'WebSocket with TLS': html((_url, { port }) => script(`new WebSocket('wss://127.0.0.1:${port}/')`)),
  'WebSocket to ::1': html((_url, { port }) => script(`new WebSocket('ws://[::1]:${port}/')`)),
  WebSocketStream: html((_url, { port }) =>
    script(`self.WebSocketStream && new WebSocketStream('ws://127.0.0.1:${port}/').opened.catch(() => {})`),
  ),
  WebTransport: html((_url, { port }) =>
    script(`self.WebTransport && new WebTransport('https://127.0.0.1:${port}/').ready.catch(() => {})`),
  ),
  'TLS request': html((_url, { port }) => fetchFrom(`https://127.0.0.1:${port}/`)),
  'script in a worker': inWorker((url) => `importScripts(${quote(url)})`),
  'fetch in a worker': inWorker((url) => `fetch(${quote(url)}, { mode: 'no-cors' })`),
  'WebSocket in a worker': inWorker((url) => `new WebSocket(${quote(url.replace('http', 'ws'))})`),
  'import in a module worker': inWorker(
    (url) => `import ${quote(url)}`,
    (url) => `new Worker(${url}, { type: 'module' })`,
  ),
  'worker in a worker': inWorker(
    (url) =>
      `self.kept = new Worker(URL.createObjectURL(new Blob([${quote(`fetch(${quote(url)}, { mode: 'no-cors' })`)}])))`,
  ),
  'shared worker': inWorker(
    (url) => `fetch(${quote(url)}, { mode: 'no-cors' })`,
    (url) => `new SharedWorker(${url})`,
  ),
  'service worker': html((url, { give }) =>
    script(
      `navigator.serviceWorker.register(${quote(
        give(
          `self.skipWaiting(); fetch(${quote(url)}, { mode: 'no-cors' }); self.onfetch = () => fetch(${quote(url)}, { mode: 'no-cors' })`,
          { type: 'text/javascript', headers: { 'service-worker-allowed': '/' } },
        ),
      )}, { scope: '/nothing' })`,
    ),
  ),
  worklet: html((url) =>
    script(`CSS.paintWorklet?.addModule(${quote(url)}).catch(() => {});
      new OfflineAudioContext(1, 1, 8000).audioWorklet?.addModule(${quote(url)}).catch(() => {})`),
  ),
  'sign-in of other sites': html((_url, { port }) =>
    script(`navigator.credentials?.get({ identity: { providers: [{ configURL: 'http://localhost:${port}/c.json', clientId: '1' }] } })
      .catch(() => {})`),
  ),
  'background fetch': html((url, { give }) =>
    script(`navigator.serviceWorker?.register(${quote(
      give('self.skipWaiting()', { type: 'text/javascript', headers: { 'service-worker-allowed': '/' } }),
    )}, { scope: '/background' }).then(async (r) => {
      while (!r.active) await new Promise((next) => setTimeout(next, 20));
      await r.backgroundFetch?.fetch('f', [${quote(url)}]);
    }).catch(() => {})`),
  ),
};
