import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTestBrowser, type OpenTestBrowser } from '../../../test/support/open-test-browser.ts';
import { openLoopbackSite, type LoopbackSite } from '../../../test/support/loopback-site.ts';
import type { LivePage } from '../page/live-page.ts';
import { applyEmulation, applyToChild, type EmulationSettings } from './apply-emulation.ts';
import { createIdentity } from './identity.ts';
import { localeOfCountry } from './locale-of-country.ts';

/** The signs of an automated browser, wherever it runs. */
const ANYWHERE = `
  const isNative = (fn) => /^function (get )?\\w* ?\\w*\\(\\) \\{ \\[native code\\] \\}$/.test(Function.prototype.toString.call(fn));
  const getter = (owner, name) => Object.getOwnPropertyDescriptor(owner, name)?.get;
  const glOf = (kind) => {
    const gl = new OffscreenCanvas(4, 4).getContext(kind);
    const info = gl?.getExtension('WEBGL_debug_renderer_info');
    return gl && [gl.getParameter(info.UNMASKED_VENDOR_WEBGL), gl.getParameter(info.UNMASKED_RENDERER_WEBGL)];
  };
  const { permission } = globalThis.Notification ?? {};
  const seen = {
    userAgent: navigator.userAgent,
    appVersion: navigator.appVersion,
    languages: navigator.languages.join(),
    language: navigator.language,
    platform: navigator.platform,
    brands: navigator.userAgentData?.brands.map(({ brand }) => brand).join(),
    fullVersions: (await navigator.userAgentData?.getHighEntropyValues(['fullVersionList']))?.fullVersionList,
    isMobile: navigator.userAgentData?.mobile,
    cores: navigator.hardwareConcurrency,
    rtt: navigator.connection?.rtt,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    webgl: glOf('webgl'),
    webgl2: glOf('webgl2'),
    permission,
    asked: (await navigator.permissions?.query({ name: 'notifications' }))?.state,
    toStringIsNative: isNative(Function.prototype.toString) && isNative(Function.prototype.toString.toString),
    getParameterIsNative: isNative(WebGLRenderingContext.prototype.getParameter),
    getParameterName: WebGLRenderingContext.prototype.getParameter.name,
    getParameterKeys: Reflect.ownKeys(WebGLRenderingContext.prototype.getParameter).join(),
    isNoConstructor: (() => { try { new WebGLRenderingContext.prototype.getParameter(1); } catch (error) { return error.constructor.name; } })(),
    isNoProxy: (() => { try { Object.setPrototypeOf(Function.prototype.toString, Function.prototype.toString); } catch (error) { return error.message; } })(),
    throwsOnOthers: (() => { try { WebGLRenderingContext.prototype.getParameter.call({}, 1); } catch (error) { return error.message; } })(),
    toStringThrows: (() => { try { Function.prototype.toString.call({}); } catch (error) { return error.message; } })(),
    leftovers: Object.getOwnPropertyNames(globalThis).filter((name) => /^(cdc_|__|\\$|i[0-9a-f]{12}$|playwright|puppeteer|domAutomation)/.test(name)).join(),
  };
`;

/** And what only pages have. */
const ON_PAGES = `
  Object.assign(seen, {
    webdriver: navigator.webdriver,
    hasWebdriver: 'webdriver' in navigator && !Object.hasOwn(navigator, 'webdriver'),
    plugins: Array.from(navigator.plugins, ({ name, filename, length }) => [name, filename, length].join()).join('; '),
    pluginKinds: [navigator.plugins instanceof PluginArray, navigator.plugins[0] instanceof Plugin, String(navigator.plugins), String(navigator.plugins[0])].join(),
    pluginKeys: Object.getOwnPropertyNames(navigator.plugins).join(),
    pluginText: JSON.stringify(navigator.plugins[0]),
    byName: [navigator.plugins.namedItem('PDF Viewer') === navigator.plugins[0], navigator.plugins['PDF Viewer'] === navigator.plugins[0], navigator.plugins.item(9), navigator.plugins.item(4294967296) === navigator.plugins[0]].join(),
    itemThrows: (() => { try { navigator.plugins.item(); } catch (error) { return error.name; } })(),
    mimeTypes: Array.from(navigator.mimeTypes, ({ type, suffixes, enabledPlugin }) => [type, suffixes, enabledPlugin?.name].join()).join('; '),
    pdfViewer: navigator.pdfViewerEnabled,
    pluginsIsNative: isNative(getter(Navigator.prototype, 'plugins')) && isNative(PluginArray.prototype.item) && isNative(getter(Plugin.prototype, 'name')),
    pluginsName: getter(Navigator.prototype, 'plugins').name,
    prototypeThrows: (() => { try { Navigator.prototype.plugins; } catch (error) { return error.name; } })(),
    ownOfNavigator: Object.getOwnPropertyNames(navigator).join(),
    chrome: typeof chrome === 'object' && Object.keys(chrome).join(),
    chromeTexts: typeof chrome === 'object' && [chrome.csi, chrome.loadTimes].map(String).join(),
    csi: typeof chrome === 'object' && Object.keys(chrome.csi()).join(),
    outer: [outerWidth, outerHeight - innerHeight].join(),
    screen: [screen.width, screen.height, screen.availWidth, screen.colorDepth].join(),
    hover: matchMedia('(hover: hover) and (pointer: fine)').matches,
    hasFocus: document.hasFocus(),
    visibility: document.visibilityState,
  });
`;

const page = (then: string): string => `(async () => { ${ANYWHERE} ${ON_PAGES} ${then} })()`;
const PAGE = `<body><iframe id=blank></iframe><iframe id=srcdoc srcdoc="<p>"></iframe>
<iframe src="http://localhost.test:PORT/frame"></iframe>
<script>
  window.foreign = new Promise((resolve) => { onmessage = ({ data }) => resolve(data); });
  const dedicated = new Worker('/worker.js');
  window.inWorker = new Promise((resolve) => { dedicated.onmessage = ({ data }) => resolve(data); });
</script>`;
const WORKER = `(async () => { ${ANYWHERE} postMessage(seen); })().catch((error) => postMessage(String(error)));`;
const FRAME = `<script>${page("parent.postMessage(seen, '*')")}</script>`;

type Traces = Record<string, unknown>;

const NO_BROWSER = process.platform !== 'linux' || process.arch !== 'x64' ? 'no browser is bundled' : false;

describe('disguiseSource', { timeout: 40_000, skip: NO_BROWSER }, () => {
  let house: OpenTestBrowser | undefined;
  let site: LoopbackSite | undefined;
  before(async () => {
    house = await openTestBrowser({ hasWebGl: true });
    const answers: Readonly<Record<string, string>> = { '/': PAGE, '/worker.js': WORKER, '/frame': FRAME };
    site = await openLoopbackSite(({ url = '', headers }, response) => {
      response.setHeader('Content-Type', url.endsWith('.js') ? 'text/javascript' : 'text/html');
      response.end((answers[url] ?? '').replace('PORT', headers.host?.split(':')[1] ?? ''));
    });
  });
  after(async () => {
    await site?.[Symbol.asyncDispose]();
    await house?.[Symbol.asyncDispose]();
  });

  async function openEnhanced(isMobile: boolean): Promise<LivePage> {
    assert.ok(house && site);
    const settings: EmulationSettings = {
      identity: createIdentity({ version: house.browser.version, isMobile }),
      locale: localeOfCountry({ country: 'FR', languages: [] }),
      isEnhanced: true,
      hasOurFlags: true,
    };
    const live = await house.openPage({
      isInstrumented: false,
      prepare: (session, call) => applyEmulation(session, settings, call),
      prepareChild: (session, kind) => applyToChild(session, settings, kind),
    });
    const loaded = new Promise<void>((resolve) => live.session.on('Page.loadEventFired', () => resolve()));
    await live.session.send('Page.navigate', { url: `http://127.0.0.1:${site.port}/` });
    await loaded;
    return live;
  }

  test('a page of the desktop sees an ordinary Chrome', async () => {
    await using live = await openEnhanced(false);
    const seen = await live.evaluate<Traces>(page('return seen'));
    const { userAgent, appVersion, fullVersions, brands, ...rest } = seen;
    assert.doesNotMatch(JSON.stringify([userAgent, appVersion, fullVersions, brands]), /headless/i);
    assert.equal(appVersion, String(userAgent).replace('Mozilla/', ''));
    const gl = ['Google Inc. (Intel)', 'ANGLE (Intel, Mesa Intel(R) UHD Graphics 630 (CFL GT2), OpenGL 4.6)'];
    assert.deepEqual(rest, {
      languages: 'fr-FR,fr,en',
      language: 'fr-FR',
      platform: 'Linux x86_64',
      isMobile: false,
      cores: 8,
      rtt: 50,
      timeZone: 'Europe/Paris',
      locale: 'fr-FR',
      webgl: gl,
      webgl2: gl,
      permission: 'default',
      asked: 'prompt',
      toStringIsNative: true,
      getParameterIsNative: true,
      getParameterName: 'getParameter',
      getParameterKeys: 'length,name',
      isNoConstructor: 'TypeError',
      isNoProxy: 'Cyclic __proto__ value',
      throwsOnOthers: 'Illegal invocation',
      toStringThrows: "Function.prototype.toString requires that 'this' be a Function",
      leftovers: '',
      webdriver: false,
      hasWebdriver: true,
      plugins: [
        'PDF Viewer',
        'Chrome PDF Viewer',
        'Chromium PDF Viewer',
        'Microsoft Edge PDF Viewer',
        'WebKit built-in PDF',
      ]
        .map((name) => `${name},internal-pdf-viewer,2`)
        .join('; '),
      pluginKinds: 'true,true,[object PluginArray],[object Plugin]',
      pluginKeys:
        '0,1,2,3,4,PDF Viewer,Chrome PDF Viewer,Chromium PDF Viewer,Microsoft Edge PDF Viewer,WebKit built-in PDF',
      pluginText: '{"0":{},"1":{}}',
      byName: 'true,true,,true',
      itemThrows: 'TypeError',
      mimeTypes: 'application/pdf,pdf,PDF Viewer; text/pdf,pdf,PDF Viewer',
      pdfViewer: true,
      pluginsIsNative: true,
      pluginsName: 'get plugins',
      prototypeThrows: 'TypeError',
      ownOfNavigator: '',
      chrome: 'loadTimes,csi,app',
      chromeTexts: 'function () { [native code] },function () { [native code] }',
      csi: 'startE,onloadT,pageT,tran',
      outer: '1280,87',
      screen: '1920,1080,1920,24',
      hover: true,
      hasFocus: true,
      visibility: 'visible',
    });
  });

  /** The same wherever it is read, but for what an insecure context or a worker does not have. */
  function assertSame(seen: Traces, top: Traces, except: string[] = []): void {
    const common = Object.keys(seen).filter((name) => !except.includes(name));
    assert.ok(common.length >= 20, String(common.length));
    for (const name of common) assert.deepEqual(seen[name], top[name], name);
  }

  test('and so do its frames and its worker, on a desktop and on a phone', async () => {
    for (const isMobile of [false, true]) {
      await using live = await openEnhanced(isMobile);
      const top = await live.evaluate<Traces>(page('return seen'));
      assert.equal(top['isMobile'], isMobile);
      for (const frame of ['blank', 'srcdoc']) {
        const seen = await live.evaluate<Traces>(
          `document.getElementById('${frame}').contentWindow.eval(${JSON.stringify(page('return seen'))})`,
        );
        assertSame(seen, top, ['outer', 'hasFocus']);
      }
      const foreign = await live.evaluate<Traces>('foreign');
      // Over plain http without a secure context.
      assertSame(foreign, top, [
        'brands',
        'fullVersions',
        'isMobile',
        'permission',
        'asked',
        'outer',
        'hasFocus',
        // The browser emulates a phone's screen for the page alone.
        ...(isMobile ? ['screen'] : []),
      ]);
      const worker = await live.evaluate<Traces>('inWorker');
      assertSame(worker, top);
    }
  });

  test('a phone has no plugins and another way to draw', async () => {
    await using live = await openEnhanced(true);
    const seen = await live.evaluate<Traces>(page('return seen'));
    assert.deepEqual([seen['plugins'], seen['pdfViewer'], seen['chrome']], ['', false, 'loadTimes,csi']);
    assert.deepEqual(seen['webgl'], ['ARM', 'Mali-G710']);
    assert.equal(seen['hover'], false);
  });
});
