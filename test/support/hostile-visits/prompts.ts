import { answer } from '../test-site.ts';
import { EITHER, HONEST, honestPage, scripted, type HostileVisits } from './hostile-visit.ts';

/** Windows, dialogues, logins: what waits for a person. */
export const PROMPTS: HostileVisits = {
  'dialogue storm': { pages: scripted('for (;;) alert("x")'), ...EITHER },
  'dialogue storm in timers': {
    pages: scripted('setInterval(() => confirm("x"), 0); setInterval(() => prompt("y"), 0)'),
    ...EITHER,
  },
  'window storm': {
    pages: scripted('for (let n = 0; n < 500; n += 1) open("/", "_blank", "noopener")'),
    ...EITHER,
  },
  'window storm without end': { pages: scripted('for (let n = 0; ; n += 1) open("/" + n)'), ...EITHER },
  'window that opens windows': { pages: scripted('open("/"); setInterval(() => open("/"), 1)'), ...EITHER },
  'print and fullscreen': {
    pages: scripted(
      'setInterval(() => { print(); document.documentElement.requestFullscreen?.().catch(() => {}) }, 10)',
    ),
    text: HONEST,
  },
  'question before leaving': {
    pages: scripted(
      'onbeforeunload = (event) => { event.preventDefault(); return "stay" }; setTimeout(() => location = "/next", 30)',
    ),
    text: /Honest text|Not here/,
  },
  'permission prompts': {
    pages: scripted(`navigator.geolocation.getCurrentPosition(() => {}); Notification.requestPermission();
      navigator.mediaDevices?.getUserMedia({ video: true }).catch(() => {}); navigator.clipboard?.readText().catch(() => {});
      navigator.requestMIDIAccess?.({ sysex: true }).catch(() => {})`),
    text: HONEST,
  },
  'login prompt': {
    pages: { '*': answer(honestPage('who are you'), { 'www-authenticate': 'Basic realm="x"' }, 401) },
    text: HONEST,
  },
  'login prompt of a part': {
    pages: {
      '/': honestPage('<img src="/a"><script src="/b"></script>'),
      '*': answer('', { 'www-authenticate': 'Basic realm="x"' }, 401),
    },
    text: HONEST,
  },
  'proxy login prompt': {
    pages: { '*': answer(honestPage('who are you'), { 'proxy-authenticate': 'Basic realm="x"' }, 407) },
    ...EITHER,
  },
};
