import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { OpenTestBrowser } from '../../test/support/open-test-browser.ts';
import { shareTestBrowser } from '../../test/support/share-test-browser.ts';
import type { LoopbackSite } from '../../test/support/loopback-site.ts';
import { pickSize } from '../../test/support/pick-size.ts';
import { answer, startTestSite } from '../../test/support/test-site.ts';
import { useAgain } from '../../test/support/use-again.ts';
import { goTo } from './page/go-to.ts';
import type { LivePage } from './page/live-page.ts';
import { settle } from './page/settle.ts';
import { printPdf } from './print-pdf.ts';
import { PICTURE_LIMITS, takeScreenshot, type PictureLimits } from './take-screenshot.ts';

/** Of the window, CSS pixels. A picture's height is what is hard to draw: as many rows cost little in a narrow window. */
const WIDTH = pickSize(100, 1_280);
const SHARE = WIDTH / 1_280;
/** As many rows as in a window of full width. */
const LIMITS = limitsFor(SHARE);
const PHONE_WIDTH = pickSize(100, 412);

function limitsFor(share: number): PictureLimits {
  const { maxPixels, surePixels, maxBytes } = PICTURE_LIMITS;
  return { maxPixels: maxPixels * share, surePixels: surePixels * share, maxBytes: maxBytes * share };
}

const ROW_HEIGHT = 100;
/** Different for neighbours, and for rows far apart. */
const colourOf = (row: number): number[] => [(row * 37) % 256, (row * 91) % 256, row % 256];
const rows = (count: number): string =>
  Array.from(
    { length: count },
    (_, row) => `<div style="height:${ROW_HEIGHT}px;background:rgb(${colourOf(row).join()})"></div>`,
  ).join('');
const page = (body: string): string =>
  `<!doctype html><meta name=viewport content="width=device-width"><style>body{margin:0}</style>${body}`;

/** A pixel of black. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

interface Picture {
  width: number;
  height: number;
  pixel(x: number, y: number): number[];
}

/** 8 bits a channel, not interlaced, as Chromium writes them. */
function decodePng(bytes: Buffer): Picture {
  const [width, height] = pngSize(bytes);
  const channels = bytes[25] === 6 ? 4 : 3;
  const data = inflateSync(imageData(bytes));
  const stride = width * channels;
  const pixels = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < channels ? 0 : (pixels[at - channels] ?? 0);
      const up = y === 0 ? 0 : (pixels[at - stride] ?? 0);
      const corner = y === 0 || x < channels ? 0 : (pixels[at - stride - channels] ?? 0);
      pixels[at] = (data[y * (stride + 1) + 1 + x] ?? 0) + predicted(filter, { left, up, corner });
    }
  }
  return {
    width,
    height,
    pixel: (x, y) => Array.from(pixels.subarray(y * stride + x * channels).subarray(0, 3)),
  };
}

function pngSize(bytes: Buffer): [number, number] {
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

function imageData(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  return Buffer.concat(parts);
}

interface Neighbours {
  left: number;
  up: number;
  corner: number;
}

function predicted(filter: number, neighbours: Neighbours): number {
  const { left, up } = neighbours;
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(neighbours);
    default:
      return 0;
  }
}

/** The neighbour that is nearest to what the three of them make likely. */
function paeth({ left, up, corner }: Neighbours): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Width and height in the header of a JPEG. */
function jpegSize(bytes: Buffer): [number, number] {
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  }
  return [0, 0];
}

function wrongRows(picture: Picture, count: number, from = 0): number[] {
  return Array.from({ length: count }, (_, row) => row).filter(
    (row) =>
      row >= from && picture.pixel(50, row * ROW_HEIGHT + ROW_HEIGHT / 2).join() !== colourOf(row).join(),
  );
}

const NOISE_WIDTH = Math.round(4_000 * SHARE);

const house: { browser?: OpenTestBrowser; site?: LoopbackSite } = {};
before(async () => {
  house.site = await startTestSite({
    '/30000': page(
      `<div style="position:fixed;top:0;left:0;right:0;height:40px;background:#f0f">fixed</div>${rows(300)}`,
    ),
    '/60000': page(rows(600)),
    '/endless': page('<div style="height:10000000px;background:linear-gradient(red,blue)"></div>'),
    '/wide': page('<div style="height:50px;width:1000000px;background:#0f0"></div>'),
    '/screens': page(`<style>header{position:sticky;top:0;height:30px;background:#00f}</style>
      <section style="height:100vh;background:#f00"></section><header></header><section style="height:3000px;background:#0f0"></section>`),
    '/lazy': page(
      Array.from(
        { length: 40 },
        (_, n) => `<img loading=lazy src="/p?${n}" style="display:block;width:100px;height:300px">`,
      ).join('') +
        `<div id=seen style="height:500px">no</div><script>new IntersectionObserver((e)=>{if(e[0].isIntersecting)seen.textContent='yes'}).observe(seen)</script>`,
    ),
    '/noise':
      page(`<style>body{width:${NOISE_WIDTH}px}canvas{display:block}</style><body><script>for(let n=0;n<4;n++){const c=document.createElement('canvas');
      c.width=${NOISE_WIDTH};c.height=4500;document.body.append(c);const g=c.getContext('2d'),d=g.createImageData(${NOISE_WIDTH},4500);
      let x=n+1;const p=new Uint32Array(d.data.buffer);for(let i=0;i<p.length;i++){x^=x<<13;x^=x>>>17;x^=x<<5;p[i]=x|0xff000000}
      g.putImageData(d,0,0)}</script>`),
    '/p': answer(GIF, { 'content-type': 'image/gif' }),
  });
  const browser = await shareTestBrowser();
  if (browser) house.browser = browser;
});
after(async () => {
  await house.browser?.[Symbol.asyncDispose]();
  await house.site?.[Symbol.asyncDispose]();
});

const call = {
  get signal() {
    return AbortSignal.timeout(30_000);
  },
};

interface Window {
  width: number;
  height: number;
  isPhone?: boolean;
}

/** Opens a tab for one page after the other; that of a phone is another. */
const openTab = {
  desktop: useAgain(() => house.browser!.openPage()),
  phone: useAgain(() => house.browser!.openPage()),
};

async function open(path: string, window: Window = { width: WIDTH, height: 720 }): Promise<LivePage> {
  const { site } = house;
  assert.ok(site);
  const live = await openTab[window.isPhone === true ? 'phone' : 'desktop']();
  await setWindow(live.session, window);
  await goTo(live, site.origin + path, { ...call, timeoutMs: 20_000 });
  await settle(live, { ...call, maxMs: 5_000 });
  return live;
}

function setWindow(session: LivePage['session'], { width, height, isPhone = false }: Window) {
  return Promise.all([
    session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: isPhone ? 2 : 1,
      mobile: isPhone,
      screenWidth: width,
      screenHeight: height,
    }),
    isPhone && session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 }),
  ]);
}

const phone = (width: number): Window => ({ width, height: 915, isPhone: true });

describe('takeScreenshot', () => {
  const browserTest = (name: string, run: () => Promise<void>): void =>
    void test(name, (context: TestContext) => (house.browser ? run() : context.skip('no browser')));

  browserTest('draws every row of long pages, and what is fixed once', async () => {
    for (const [path, count, first] of [
      ['/30000', 300, 1],
      // As many as are drawn of 600.
      ['/60000', 375, 0],
    ] as const) {
      await using live = await open(path);
      const { bytes, contentType, note } = await takeScreenshot(live, { fullPage: true }, call, LIMITS);
      const picture = decodePng(bytes);
      assert.deepEqual([contentType, picture.height], ['image/png', count * ROW_HEIGHT]);
      assert.equal(note === undefined, path === '/30000');
      assert.deepEqual(wrongRows(picture, count, first), []);
      if (first === 1) assert.deepEqual(picture.pixel(50, 20), [255, 0, 255]);
    }
  });

  browserTest('draws the same of a page that is scrolled, and its window where it is', async () => {
    await using live = await open('/30000');
    await live.evaluate('scrollTo(0, 5000)');
    const whole = decodePng((await takeScreenshot(live, { fullPage: true }, call, LIMITS)).bytes);
    assert.deepEqual(wrongRows(whole, 300, 1), []);
    assert.deepEqual(whole.pixel(50, 20), [255, 0, 255]);
    const shown = decodePng((await takeScreenshot(live, { fullPage: false }, call)).bytes);
    assert.deepEqual([shown.pixel(50, 20), shown.pixel(50, 150)], [[255, 0, 255], colourOf(51)]);
  });

  browserTest('writes JPEG when a quality is given', async () => {
    await using live = await open('/30000');
    const { bytes, contentType } = await takeScreenshot(live, { fullPage: true, quality: 60 }, call, LIMITS);
    assert.equal(contentType, 'image/jpeg');
    assert.equal(jpegSize(bytes)[1], 30_000);
    const shown = await takeScreenshot(live, { fullPage: false, quality: 60 }, call);
    assert.deepEqual(jpegSize(shown.bytes), await live.evaluate('[innerWidth, innerHeight]'));
  });

  browserTest('bounds a page without end, and says so', async () => {
    await using live = await open('/endless');
    const { bytes, note } = await takeScreenshot(live, { fullPage: true }, call, LIMITS);
    const [, height] = pngSize(bytes);
    assert.ok(height > 37_000 && height < 40_000, String(height));
    assert.match(
      note ?? '',
      /^The page is 10,000,000 pixels high; the screenshot shows its first 3\d,\d{3}\.$/,
    );
    await using widePage = await open('/wide', { width: WIDTH, height: 200 });
    const wide = await takeScreenshot(widePage, { fullPage: true }, call, LIMITS);
    assert.equal(pngSize(wide.bytes)[0], 16_384);
    assert.match(wide.note ?? '', /1,000,000 pixels wide; the screenshot shows its first 16,384/);
  });

  browserTest('draws what cannot be compressed smaller, and says so', async () => {
    await using live = await open('/noise');
    const { bytes, note } = await takeScreenshot(live, { fullPage: true }, call, LIMITS);
    assert.match(note ?? '', /smaller than the page/);
    assert.ok(bytes.length < 1.2 * LIMITS.maxBytes, String(bytes.length));
    const [width, height] = pngSize(bytes);
    assert.ok(width > 1_500 * SHARE && width < NOISE_WIDTH && height > width, `${width} x ${height}`);
  });

  browserTest('takes sections of the size of the window and sticky headers as they are', async () => {
    await using live = await open('/screens');
    const height = await live.evaluate<number>('innerHeight');
    const { bytes } = await takeScreenshot(live, { fullPage: true }, call);
    const picture = decodePng(bytes);
    assert.equal(picture.height, height + 3_030);
    const column = (y: number): string => picture.pixel(10, y).join();
    assert.deepEqual(
      [column(height - 5), column(height + 10), column(height + 40), column(2_500)],
      ['255,0,0', '0,0,255', '0,255,0', '0,255,0'],
    );
  });

  browserTest('loads what loads when it comes near, and leaves the page where it was', async () => {
    await using live = await open('/lazy');
    await live.evaluate('scrollTo(0, 300)');
    await takeScreenshot(live, { fullPage: true }, call);
    assert.equal(
      await live.evaluate('[...document.images].filter((i) => i.complete && i.naturalWidth).length'),
      40,
    );
    assert.deepEqual(await live.evaluate('[seen.textContent, scrollY]'), ['yes', 300]);
  });

  browserTest('changes the window for one picture', async () => {
    await using live = await open('/screens');
    const own = await live.evaluate('[innerWidth, innerHeight, devicePixelRatio, screen.width]');
    const { bytes } = await takeScreenshot(
      live,
      { fullPage: false, viewport: { width: 640, height: 480 } },
      call,
    );
    const picture = decodePng(bytes);
    assert.deepEqual([picture.width, picture.height, picture.pixel(10, 475)], [640, 480, [255, 0, 0]]);
    assert.deepEqual(await live.evaluate('[innerWidth, innerHeight, devicePixelRatio, screen.width]'), own);
  });

  browserTest('is as sharp as the screen of a phone, as long as that is not too much', async () => {
    await using live = await open('/screens', phone(412));
    const shown = await takeScreenshot(live, { fullPage: false }, call);
    assert.deepEqual(pngSize(shown.bytes), [824, 1_830]);
    const whole = await takeScreenshot(live, { fullPage: true }, call);
    assert.deepEqual(pngSize(whole.bytes), [824, 2 * (915 + 3_030)]);
    const tablet = await takeScreenshot(
      live,
      { fullPage: false, viewport: { width: 800, height: 600 } },
      call,
    );
    assert.equal(pngSize(tablet.bytes)[0], 1_600);
    assert.deepEqual(await live.evaluate('[innerWidth, innerHeight, devicePixelRatio]'), [412, 915, 2]);
    await using longPage = await open('/60000', phone(PHONE_WIDTH));
    const long = await takeScreenshot(longPage, { fullPage: true }, call, limitsFor(PHONE_WIDTH / 412));
    assert.equal(long.note, undefined);
    const [width, height] = pngSize(long.bytes);
    assert.ok(width >= PHONE_WIDTH && width < 2 * PHONE_WIDTH, String(width));
    assert.ok(Math.abs(width - (height * PHONE_WIDTH) / 60_000) <= 1, `${width} x ${height}`);
  });
});

describe('printPdf', () => {
  test('prints on every paper', async (context) => {
    if (!house.browser) return context.skip('no browser');
    await using live = await open('/lazy');
    const boxOf = async (options: Parameters<typeof printPdf>[1]): Promise<string> => {
      const text = (await printPdf(live, options, call)).toString('latin1');
      assert.match(text, /^%PDF-/);
      return /\/MediaBox \[0 0 ([\d.]+ [\d.]+)\]/.exec(text)?.[1] ?? '';
    };
    const expected = {
      A0: [2384, 3370],
      A1: [1684, 2384],
      A2: [1191, 1684],
      A3: [842, 1191],
      A4: [595, 842],
      A5: [420, 595],
      A6: [297, 420],
      Letter: [612, 792],
      Legal: [612, 1008],
      Tabloid: [792, 1224],
      Ledger: [1224, 792],
    } as const;
    for (const [format, size] of Object.entries(expected)) {
      const box = await boxOf({ format: format as keyof typeof expected, landscape: false, scale: 1 });
      const close = box.split(' ').every((value, index) => Math.abs(Number(value) - (size[index] ?? 0)) <= 2);
      assert.ok(close, `${format}: ${box}`);
    }
    assert.equal(await boxOf({ format: 'Letter', landscape: true, scale: 0.5 }), '792 612');
  });
});
