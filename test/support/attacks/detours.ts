import { script, frame, quote, fetchFrom, html, alone, type Attacks } from './attack.ts';

/** Ways round the first address, and what a browser sends by itself. */
export const DETOURS: Attacks = {
  'redirected img': html((url, { redirect }) => `<img src="${redirect(url)}">`),
  'redirected fetch': html((url, { redirect }) => fetchFrom(redirect(url))),
  'redirected frame': html((url, { redirect }) => frame(redirect(url))),
  'redirected post': html((url, { redirect }) =>
    script(
      `fetch(${quote(redirect(url, 307))}, { method: 'POST', body: 'x', mode: 'no-cors' }).catch(() => {})`,
    ),
  ),
  'redirected WebSocket': html((url, { redirect }) =>
    script(`new WebSocket(${quote(redirect(url).replace('http', 'ws'))})`),
  ),
  'redirected worker script': html((url, { redirect, give }) =>
    script(
      `self.kept = new Worker(${quote(give(`importScripts(${quote(redirect(url))})`, { type: 'text/javascript' }))})`,
    ),
  ),
  'redirected document': alone((url, { redirect }) => ({ url: redirect(url) })),
  'redirected twice': alone((url, { redirect }) => ({ url: redirect(redirect(url, 308), 303) })),
  'Refresh header': alone((url, { give }) => ({
    url: give('<p>x', { headers: { refresh: `0; url=${url}` } }),
  })),
  'Alt-Svc header': alone((_url, { port, give }) => ({
    url: give(fetchFrom('/'), { headers: { 'alt-svc': `h2="127.0.0.1:${port}", h3="127.0.0.1:${port}"` } }),
  })),
  'meta refresh': html((url) => `<meta http-equiv="refresh" content="0; url=${url}">`),
  'location of a frame': html((url) => script(`location = ${quote(url)}`)),
  'location of the page': alone((url) => script(`location = ${quote(url)}`)),
  'form get': html(
    (url) => `<form action="${url}"><input name="a" value="b"></form>${script('document.forms[0].submit()')}`,
  ),
  'form post': html(
    (url) =>
      `<form method="post" enctype="text/plain" action="${url}"><input name="a" value="b"></form>` +
      script('document.forms[0].submit()'),
  ),
  popup: alone((url) => script(`open(${quote(url)})`)),
  'popup without opener': alone((url) => script(`open(${quote(url)}, '_blank', 'noopener,popup')`)),
  'form in a popup': alone(
    (url) =>
      `<form target="_blank" method="post" action="${url}"></form>${script('document.forms[0].submit()')}`,
  ),
  download: alone((url) => `<a download="x" href="${url}">x</a>${script('document.links[0].click()')}`),
  ping: alone((url) => `<a ping="${url}" href="#x">x</a>${script('document.links[0].click()')}`),
  'beacon at unload': alone((url) =>
    script(
      `onpagehide = () => navigator.sendBeacon(${quote(url)}, 'x'); setTimeout(() => location = 'about:blank', 20)`,
    ),
  ),
  'fetch at unload': alone((url) =>
    script(
      `onunload = () => fetch(${quote(url)}, { keepalive: true, mode: 'no-cors' }); setTimeout(() => location = 'about:blank', 20)`,
    ),
  ),
  'CSP report-uri': alone((url, { give }) => ({
    url: give(script('1'), {
      headers: { 'content-security-policy': `script-src 'none'; report-uri ${url}` },
    }),
  })),
  'Reporting-Endpoints': alone((_url, { port, give }) => ({
    url: give(script('1'), {
      headers: {
        'reporting-endpoints': `e="https://localhost:${port}/"`,
        'report-to': `{"group":"e","max_age":9,"endpoints":[{"url":"https://localhost:${port}/"}]}`,
        nel: '{"report_to":"e","max_age":9,"success_fraction":1.0}',
        'content-security-policy': "script-src 'none'; report-to e",
      },
    }),
  })),
  'XSLT style sheet': html((url, { give, redirect }) =>
    frame(
      give(`<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${redirect(url)}"?><a/>`, {
        type: 'text/xml',
      }),
    ),
  ),
  'CSS of XML': html((url, { give }) =>
    frame(
      give(`<?xml version="1.0"?><?xml-stylesheet type="text/css" href="${url}"?><a/>`, { type: 'text/xml' }),
    ),
  ),
  'external entity': html((url, { give, redirect }) =>
    frame(
      give(
        `<?xml version="1.0"?><!DOCTYPE a SYSTEM "${redirect(url)}" [<!ENTITY e SYSTEM "${redirect(url)}">]><a>&e;</a>`,
        { type: 'text/xml' },
      ),
    ),
  ),
  'xi:include': html((url, { give }) =>
    frame(
      give(`<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="${url}" parse="text"/></a>`, {
        type: 'text/xml',
      }),
    ),
  ),
  'svg document': html((url, { give }) =>
    frame(
      give(`<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}" width="9" height="9"/></svg>`, {
        type: 'image/svg+xml',
      }),
    ),
  ),
};
