import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../parse.ts';
import { findRenderNeed } from '../render-need.ts';
import { findChallenge } from './find-challenge.ts';

const PROSE = `<p>${'A text that was written by people and says something about captchas and robots. '.repeat(12)}</p>`;

const CHALLENGES: Readonly<Record<string, readonly [vendor: string, html: string]>> = {
  'Cloudflare, script': [
    'Cloudflare',
    '<!DOCTYPE html><html lang="de"><head><title>Einen Moment…</title><meta name="robots" content="noindex,nofollow"></head><body><div class="main-wrapper"><noscript><div class="h2"><span id="challenge-error-text">Enable JavaScript and cookies to continue</span></div></noscript></div><script>(function(){window._cf_chl_opt = {cvId: "3",cZone: "www.example.com"};}());</script></body></html>',
  ],
  'Cloudflare, title': [
    'Cloudflare',
    '<head><title>Just a moment...</title></head><body><h1>www.example.com</h1><p>Checking if the site connection is secure</p><script>go()</script></body>',
  ],
  'DDoS-Guard': [
    'DDoS-Guard',
    '<head><title>DDoS-Guard</title></head><body><h1>Checking your browser before accessing</h1><script src="/.well-known/ddos-guard/js-challenge/index.js"></script></body>',
  ],
  HUMAN: [
    'HUMAN',
    '<head><title>Access to this page has been denied</title><meta name="description" content="px-captcha"></head><body><script>window._pxAppId="PX1"</script><p>Press and hold to confirm you are a human.</p></body>',
  ],
  DataDome: [
    'DataDome',
    `<head><title>example.com</title></head><body><p id="cmsg">Please enable JS and disable any ad blocker</p><script>var dd={'rt':'c','cid':'A','host':'geo.captcha-delivery.com'}</script><script src="https://ct.captcha-delivery.com/c.js"></script></body>`,
  ],
  Akamai: [
    'Akamai',
    '<head><title>&nbsp;</title></head><body><div id="sec-if-cpt-container"></div><script src="/_sec/cp_challenge/sec-4-5.js"></script></body>',
  ],
  'Akamai, bm-verify': [
    'Akamai',
    '<head><meta http-equiv="refresh" content="5; URL=\'/?bm-verify=AAQ\'"></head><body><script>var i = 1; xhr.send(JSON.stringify({"bm-verify": "AAQ"}))</script></body>',
  ],
  Imperva: [
    'Imperva',
    '<head><meta name="robots" content="noindex,nofollow"><script src="/_Incapsula_Resource?SWJIYLWA=719d"></script></head><body><iframe src="/_Incapsula_Resource?SWUDNSAI=31">Request unsuccessful. Incapsula incident ID: 1-2</iframe></body>',
  ],
  'AWS WAF': [
    'AWS WAF',
    '<head><title></title><script>window.awsWafCookieDomainList = []; window.gokuProps = {"key":"x"};</script><script src="https://1.edge.sdk.awswaf.com/1/2/challenge.js"></script></head><body><div id="challenge-container"></div></body>',
  ],
  Anubis: [
    'Anubis',
    `<head><title>Making sure you're not a bot!</title><script id="anubis_version" type="application/json">"1.24"</script></head><body><main><h1>Making sure you're not a bot!</h1><p>Loading...</p><details>${PROSE}</details></main><script type="module" src="/.within.website/x/cmd/anubis/static/js/main.mjs"></script></body>`,
  ],
  Sucuri: [
    'Sucuri',
    '<html><title>You are being redirected...</title><script>var s={},sucuri_cloudproxy_js="";</script></html>',
  ],
  Vercel: [
    'Vercel',
    '<head><title>Vercel Security Checkpoint</title></head><body><p>We are verifying your browser</p><script src="/.well-known/vercel/security/static/challenge.v2.min.js"></script></body>',
  ],
  hCaptcha: [
    'hCaptcha',
    '<head><title>One more step</title><script src="https://js.hcaptcha.com/1/api.js"></script></head><body><p>Please verify that you are not a robot.</p><div class="h-captcha"></div></body>',
  ],
  Turnstile: [
    'Cloudflare Turnstile',
    '<head><title>Verifying you are human</title><script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script></head><body><div class="cf-turnstile"></div></body>',
  ],
};

for (const [name, [vendor, html]] of Object.entries(CHALLENGES)) {
  test(`${name} is a challenge`, () => {
    const tree = parseHtml(html);
    assert.equal(findChallenge(tree), vendor);
    assert.deepEqual(findRenderNeed(tree), { reason: 'challenge', evidence: vendor });
  });
}

const ORDINARY: Readonly<Record<string, string>> = {
  'page that Cloudflare watches': `<body><article>${PROSE}</article><script>(function(){window['__CF$cv$params']={r:'1'};a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js';})();</script></body>`,
  'short page that Cloudflare watches':
    '<body><h1>Thank you</h1><p>We have received your message.</p><script>a.src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"</script></body>',
  'login with a captcha':
    '<head><title>Log in</title><script src="https://www.google.com/recaptcha/api.js"></script></head><body><form><input name="user"><input type="password"><p>Show that you are human</p></form></body>',
  'contact form with a captcha':
    '<head><title>Contact</title><script src="https://js.hcaptcha.com/1/api.js"></script></head><body><h1>Contact</h1><form><input name="name"><textarea></textarea></form></body>',
  'article about robots': `<head><title>Are you a robot?</title></head><body><article>${PROSE}</article><script src="/app.js"></script></body>`,
  'article with a title like theirs': `<head><title>Just a moment</title></head><body><article>${PROSE}</article><script src="/app.js"></script></body>`,
  'page with the measurement of a firewall': `<body><article>${PROSE}</article><script>window._pxAppId="PX1"</script><script src="/_Incapsula_Resource?SWJIYLWA=1"></script><script src="https://js.datadome.co/tags.js"></script></body>`,
  'text that names a sign': `<body><article><p>Set _cf_chl_opt and px-captcha.</p>${PROSE}</article><script src="/app.js"></script></body>`,
};

for (const [name, html] of Object.entries(ORDINARY)) {
  test(`no challenge: ${name}`, () => {
    const tree = parseHtml(html);
    assert.equal(findChallenge(tree), undefined);
    assert.equal(findRenderNeed(tree), undefined);
  });
}

test('a large page is no challenge, whatever its scripts load', () => {
  const html = `<body>${'<p>x</p>'.repeat(600)}<script src="https://geo.captcha-delivery.com/x.js"></script></body>`;
  assert.equal(findChallenge(parseHtml(html)), undefined);
});
