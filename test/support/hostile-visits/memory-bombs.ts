import { answer } from '../test-site.ts';
import { EITHER, honestPage, scripted, type HostileVisits } from './hostile-visit.ts';

/** Pages that take all the memory that there is. */
export const MEMORY_BOMBS: HostileVisits = {
  'typed arrays': {
    pages: scripted(
      'const kept = []; (function f() { for (let n = 0; n < 20; n += 1) kept.push(new Uint8Array(2e7).fill(1)); setTimeout(f) })()',
    ),
    ...EITHER,
  },
  strings: {
    pages: scripted('const kept = []; for (;;) kept.push(Math.random().toString(36).repeat(1e6))'),
    ...EITHER,
  },
  nodes: {
    pages: scripted(
      'for (;;) { const d = document.createElement("div"); d.innerHTML = "<p>x".repeat(1e5); document.body.append(d) }',
    ),
    ...EITHER,
  },
  canvases: {
    pages: scripted(
      'const kept = []; for (;;) { const c = new OffscreenCanvas(8000, 8000); c.getContext("2d").fillRect(0, 0, 8000, 8000); kept.push(c) }',
    ),
    ...EITHER,
  },
  'WebAssembly memory': {
    pages: scripted(
      'const kept = []; for (;;) { const m = new WebAssembly.Memory({ initial: 1000 }); new Uint8Array(m.buffer).fill(1); kept.push(m) }',
    ),
    ...EITHER,
  },
  'memory in a worker': {
    pages: scripted(
      'new Worker(URL.createObjectURL(new Blob(["const k = []; for (;;) k.push(new Uint8Array(5e7).fill(1))"])))',
    ),
    ...EITHER,
  },
  'memory in a frame of another site': {
    pages: {
      '/': (request, response) =>
        answer(honestPage(`<iframe src="http://localhost:${request.socket.localPort}/bomb"></iframe>`))(
          request,
          response,
        ),
      '/bomb': '<script>const k = []; for (;;) k.push(new Uint8Array(5e7).fill(1))</script>',
    },
    ...EITHER,
  },
  'memory in frames of many sites': {
    pages: {
      '/': (request, response) => {
        const { localPort } = request.socket;
        const frames = Array.from(
          { length: 60 },
          (_, n) => `<iframe src="http://a${n}.localhost:${localPort}/bomb"></iframe>`,
        );
        answer(honestPage(frames.join('')))(request, response);
      },
      '/bomb':
        '<script>const k = []; for (let n = 0; n < 40; n += 1) k.push(new Uint8Array(1e7).fill(1)); setInterval(() => k.length, 9)</script>',
    },
    host: 'site.localhost',
    ...EITHER,
  },
  'files of its own': {
    pages: scripted(`(async () => {
      const { write } = await (await (await navigator.storage.getDirectory()).getFileHandle('x', { create: true })).createWritable()
        .then((file) => ({ write: (bytes) => file.write(bytes) }));
      for (;;) await write(new Uint8Array(1e7).fill(7));
    })(); setInterval(() => document.body.append('x'), 100)`),
    host: 'site.localhost',
    ...EITHER,
  },
  blobs: {
    pages: scripted(
      'const kept = []; const part = new Uint8Array(5e7); for (let n = 0; n < 200; n += 1) kept.push(new Blob([part]))',
    ),
    ...EITHER,
  },
};
