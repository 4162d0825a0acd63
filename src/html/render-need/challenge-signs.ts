/** The makers of challenges, by a text in their scripts, in lower case. None of them is on an ordinary page. */
export const SCRIPT_SIGNS: ReadonlyMap<string, string> = new Map([
  ['_cf_chl_opt', 'Cloudflare'],
  ['_cf_chl_ctx', 'Cloudflare'],
  ['/cdn-cgi/challenge-platform/h/', 'Cloudflare'],
  ['/.well-known/ddos-guard/', 'DDoS-Guard'],
  ['px-captcha', 'HUMAN'],
  ['captcha.px-cdn.net', 'HUMAN'],
  ['captcha.px-cloud.net', 'HUMAN'],
  ['captcha-delivery.com', 'DataDome'],
  ['/_sec/cp_challenge/', 'Akamai'],
  ['bm-verify', 'Akamai'],
  ['gokuprops', 'AWS WAF'],
  ['awswafcookiedomainlist', 'AWS WAF'],
  ['sucuri_cloudproxy_js', 'Sucuri'],
  ['.within.website/x/', 'Anubis'],
  ['captcha.perfdrive.com', 'Radware'],
  ['/errors/validatecaptcha', 'Amazon'],
  ['window.kpsdk={}', 'Kasada'],
  ['/.well-known/vercel/security/', 'Vercel'],
]);

/** The same for ids. */
export const ID_SIGNS: ReadonlyMap<string, string> = new Map([
  ['challenge-error-text', 'Cloudflare'],
  ['cf-challenge-running', 'Cloudflare'],
  ['cf-please-wait', 'Cloudflare'],
  ['challenge-form', 'Cloudflare'],
  ['px-captcha', 'HUMAN'],
  ['px-captcha-wrapper', 'HUMAN'],
  ['sec-if-cpt-container', 'Akamai'],
  ['sec-cpt-if', 'Akamai'],
  ['ddg-captcha', 'DDoS-Guard'],
  ['anubis_version', 'Anubis'],
  ['anubis_challenge', 'Anubis'],
]);

/** Titles of pages that stand before another one; they count on pages with little text only. */
export const CHALLENGE_TITLES: readonly (readonly [sign: RegExp, vendor: string])[] = [
  [/^just a moment\W*$/i, 'Cloudflare'],
  [/^attention required! \| cloudflare$/i, 'Cloudflare'],
  [/^ddos-guard$/i, 'DDoS-Guard'],
  [/^access to this page has been denied\W*$/i, 'HUMAN'],
  [/^pardon our interruption\W*$/i, 'Imperva'],
  [/^vercel security checkpoint$/i, 'Vercel'],
  [/^making sure you(?:'|’)re not a bot!?$/i, 'Anubis'],
  [/^radware (?:bot manager )?captcha(?: page)?$/i, 'Radware'],
  [/^bot verification$/i, 'LiteSpeed'],
  [/^one moment, please\W*$/i, 'Imunify360'],
  [/^establishing a secure connection\W*$/i, 'Bunny Shield'],
  [
    /^(?:human verification|robot or human\?|are you (?:a )?(?:human|robot)\??|security check(?:point)?|checking your browser\b.*|captcha|you have been blocked)$/i,
    'unnamed',
  ],
];

/**
 * Parts that ordinary pages have as well, so they count only where there is hardly any text and nothing to fill in: the
 * scripts of firewalls that watch all pages, and the boxes that contact forms have.
 */
export const WIDGET_SIGNS: ReadonlyMap<string, string> = new Map([
  ['/_incapsula_resource', 'Imperva'],
  ['/tspd/', 'F5'],
  ['.awswaf.com/', 'AWS WAF'],
  ['/cdn-cgi/challenge-platform/', 'Cloudflare'],
  ['challenges.cloudflare.com/turnstile', 'Cloudflare Turnstile'],
  ['hcaptcha.com/', 'hCaptcha'],
  ['google.com/recaptcha/', 'reCAPTCHA'],
  ['recaptcha.net/recaptcha/', 'reCAPTCHA'],
  ['arkoselabs.com/', 'Arkose'],
  ['funcaptcha.com/', 'Arkose'],
  ['geetest.com/', 'GeeTest'],
  ['kpsdk', 'Kasada'],
]);
