import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../../../../test/support/eventually.ts';
import {
  openViewedPage,
  paste,
  pixelAt,
  placeOf,
  type ViewedPage,
} from '../../../../test/support/viewed-page.ts';
import { shareViewerBrowser } from '../../../../test/support/share-viewer-browser.ts';
import { evaluate } from '../../../browser/page/evaluate.ts';

const home = await shareViewerBrowser();
const skip = home === undefined && 'no browser can be had here';

describe('somebody who drives a session', { skip, timeout: 120_000 }, () => {
  let page: ViewedPage;
  before(async () => {
    page = await openViewedPage(home!);
  });
  after(() => page[Symbol.asyncDispose]());

  test('the picture shows the page and changes with it', async () => {
    const { site, viewer, told, click } = page;
    await eventually(async () => assert.equal(await pixelAt(viewer, 350, 50), 'red'));
    await eventually(async () =>
      assert.equal(await viewer.locator('.address').inputValue(), `${site.origin}/`),
    );
    await eventually(async () => assert.equal(await viewer.title(), 'Driven · live'));
    await click(100, 40);
    await eventually(async () => assert.deepEqual(await told(), ['clicked']));
    await eventually(async () => assert.equal(await pixelAt(viewer, 350, 50), 'blue'));
  });

  test('the right button and the wheel reach the page', async () => {
    const { tab, viewer, told, forget, click } = page;
    await forget();
    await click(100, 40, { button: 'right' });
    await eventually(async () => assert.deepEqual(await told(), ['right']));
    const at = await placeOf(viewer, 600, 500);
    await viewer.mouse.move(at.x, at.y);
    await viewer.mouse.wheel(0, 300);
    await eventually(async () => assert.equal(await evaluate(tab, 'scrollY'), 300));
    await viewer.mouse.wheel(0, -300);
    await eventually(async () => assert.equal(await evaluate(tab, 'scrollY'), 0));
  });

  test('text of every script arrives, typed, inserted, composed and pasted', async () => {
    const { viewer, told, forget, valueOf, click } = page;
    await forget();
    await click(100, 100);
    await viewer.keyboard.type('Ab!');
    await viewer.keyboard.insertText('ä漢字👩‍👧مرحبا');
    await eventually(async () => assert.equal(await valueOf('text'), 'Ab!ä漢字👩‍👧مرحبا'));
    await viewer.keyboard.press('Control+A');
    await viewer.keyboard.press('Backspace');
    await eventually(async () => assert.equal(await valueOf('text'), ''));

    const input = await viewer.context().newCDPSession(viewer);
    await input.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    await eventually(async () => assert.equal(await valueOf('text'), 'にほ'));
    await input.send('Input.insertText', { text: '日本' });
    await eventually(async () => assert.equal(await valueOf('text'), '日本'));
    assert.deepEqual(await told(), ['compositionstart ', 'compositionend 日本']);

    await paste(viewer, ' à la carte');
    await eventually(async () => assert.equal(await valueOf('text'), '日本 à la carte'));
  });

  test('news of the focus that come late do not cut what is composed', async () => {
    const { site, tab, openView, valueOf } = page;
    await using context = await home!.newContext({ viewport: { width: 1280, height: 900 } });
    const held: (() => void)[] = [];
    await context.routeWebSocket(/\/live\//, (socket) => {
      const service = socket.connectToServer();
      service.onMessage((message) => {
        const pass = (): void => socket.send(message);
        if (String(message).startsWith('{"type":"focus"')) held.push(pass);
        else pass();
      });
    });
    const viewer = await openView('control', context);
    await evaluate(tab, `location.replace('${site.origin}/?composed')`);
    await eventually(async () =>
      assert.equal(await viewer.locator('.address').inputValue(), `${site.origin}/?composed`),
    );
    const at = await placeOf(viewer, 100, 100);
    await viewer.mouse.click(at.x, at.y);
    await eventually(async () => assert.equal(held.length, 1));
    const input = await context.newCDPSession(viewer);
    await input.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    await eventually(async () => assert.equal(await valueOf('text'), 'にほ'));
    for (const pass of held.splice(0)) pass();
    // Its answer comes after the news.
    await viewer.evaluate('new Promise(requestAnimationFrame)');
    await input.send('Input.insertText', { text: '日本' });
    await eventually(async () => assert.equal(await valueOf('text'), '日本'));
    await eventually(async () =>
      assert.equal(await viewer.locator('textarea').getAttribute('inputmode'), 'text'),
    );
  });

  test('keys keep their meaning: lines, marks and arrows', async () => {
    const { viewer, valueOf, click } = page;
    await click(100, 460);
    await viewer.keyboard.type('one');
    await viewer.keyboard.press('Enter');
    await viewer.keyboard.type('two');
    await viewer.keyboard.press('ArrowLeft');
    await viewer.keyboard.press('Shift+ArrowLeft');
    await viewer.keyboard.type('W');
    await eventually(async () => assert.equal(await valueOf('area'), 'one\ntWo'));
  });

  test('marked text is copied to the clipboard of the viewer', async () => {
    const { context, viewer, told, forget, click } = page;
    await forget();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await click(100, 460);
    await viewer.keyboard.press('Control+A');
    await viewer.keyboard.press('Control+C');
    await eventually(async () =>
      assert.equal(await viewer.evaluate('navigator.clipboard.readText()'), 'one\ntWo'),
    );
    await eventually(async () => assert.deepEqual(await told(), ['copied']));
  });

  test('a list is shown as one, and its choice reaches the page', async () => {
    const { tab, viewer, told, forget, click } = page;
    await forget();
    await click(100, 160);
    const sheet = viewer.getByRole('dialog');
    await sheet.waitFor();
    assert.deepEqual(await sheet.locator('option').allTextContents(), ['One', 'Two', 'Three', 'Four']);
    assert.equal(await sheet.getByRole('heading').textContent(), 'Size of it');
    assert.equal(await sheet.locator('optgroup').getAttribute('label'), 'Small');
    assert.equal(await sheet.locator('option').nth(2).isDisabled(), true);
    await sheet.locator('select').selectOption('Four');
    await sheet.getByRole('button', { name: 'Choose' }).click();
    await eventually(async () => assert.deepEqual(await told(), ['list input Four', 'list change Four']));
    assert.equal(await evaluate(tab, 'document.activeElement.id'), 'list');
  });

  test('a list in a frame of another site, too', async () => {
    const { site, tab, viewer, click } = page;
    await evaluate(
      tab,
      `{ const frame = document.createElement('iframe'); frame.id = 'frame'; frame.src = 'http://other.test:${site.port}/frame';
         new Promise((resolve) => { frame.onload = resolve; document.body.append(frame); }) }`,
    );
    // Its process tells of itself later than its document.
    await eventually(async () => {
      await click(500 + 10 + 50, 20 + 10 + 30);
      await viewer.getByRole('dialog').waitFor({ timeout: 1_000 });
    });
    const sheet = viewer.getByRole('dialog');
    await sheet.locator('select').selectOption('Green');
    await sheet.getByRole('button', { name: 'Choose' }).click();
    const title = `new Promise((resolve) => { onmessage = (e) => resolve(e.data); document.getElementById('frame').contentWindow.postMessage('?', '*'); })`;
    await eventually(async () => assert.equal(await evaluate(tab, title), 'Green'));
    await evaluate(tab, `document.getElementById('frame').remove()`);
  });

  test('dates and colours are chosen in the viewer', async () => {
    const { viewer, told, forget, valueOf, click } = page;
    await forget();
    await click(100, 220);
    await viewer.getByRole('dialog').locator('input[type=date]').fill('2026-02-28');
    await viewer.getByRole('dialog').getByRole('button', { name: 'Choose' }).click();
    await eventually(async () => assert.equal(await valueOf('date'), '2026-02-28'));
    await click(100, 280);
    await viewer.getByRole('dialog').locator('input[type=color]').fill('#12ab34');
    await viewer.getByRole('dialog').getByRole('button', { name: 'Choose' }).click();
    await eventually(async () => assert.equal(await valueOf('hue'), '#12ab34'));
    const events = await told();
    assert.ok(events.includes('date change 2026-02-28') && events.includes('hue change #12ab34'));
  });

  test('a dialogue of the page is a sheet, and its answer that of the viewer', async () => {
    const { viewer, told, forget, click } = page;
    await forget();
    await click(100, 400);
    const sheet = viewer.getByRole('dialog');
    await sheet.waitFor();
    assert.match((await sheet.textContent()) ?? '', /Your name\?/);
    await sheet.locator('input').fill('Grace');
    await sheet.getByRole('button', { name: 'OK' }).click();
    await eventually(async () => assert.deepEqual(await told(), ['answer Grace']));
    await click(100, 400);
    await sheet.waitFor();
    await viewer.keyboard.press('Escape');
    await eventually(async () => assert.deepEqual(await told(), ['answer Grace', 'answer null']));
  });

  test('files are uploaded', async () => {
    const { viewer, told, forget, click } = page;
    await forget();
    await click(60, 340);
    const field = viewer.getByRole('dialog').locator('input[type=file]');
    await field.waitFor();
    await field.setInputFiles([
      { name: 'één.txt', mimeType: 'text/plain', buffer: Buffer.from('first ä') },
      { name: 'two.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') },
    ]);
    await viewer.getByRole('button', { name: 'Upload' }).click();
    await eventually(async () =>
      assert.deepEqual(await told(), ['één.txt text/plain first ä', 'two.csv text/csv a,b']),
    );
  });

  test('the address leads to sites only', async () => {
    const { site, viewer } = page;
    const address = viewer.getByRole('textbox', { name: 'Address', exact: true });
    for (const refused of ['file:///etc/passwd', 'javascript:told.push(1)', 'chrome://version', 'words']) {
      await address.fill(refused);
      await address.press('Enter');
      await viewer.getByText('Only addresses of http and https open here').waitFor();
    }
    // Another site, which another process draws.
    await address.fill(`http://other.test:${site.port}/second`);
    await address.press('Enter');
    await eventually(async () => assert.equal(await viewer.title(), 'Second · live'));
    await eventually(async () => assert.equal(await pixelAt(viewer, 350, 50), 'white'));
    await viewer.getByRole('button', { name: 'Back' }).click();
    await eventually(async () => assert.equal(await viewer.title(), 'Driven · live'));
    await viewer.getByRole('button', { name: 'Forward' }).click();
    await eventually(async () => assert.equal(await viewer.title(), 'Second · live'));
    await viewer.getByRole('button', { name: 'Back' }).click();
    await eventually(async () => assert.equal(await viewer.title(), 'Driven · live'));
    await eventually(async () => assert.notEqual(await pixelAt(viewer, 350, 50), 'white'));
  });

  test('the view follows the active tab and lists all of them', async () => {
    const { site, openTab, viewer } = page;
    const second = await openTab(`${site.origin}/second`);
    await eventually(async () =>
      assert.equal(await viewer.locator('.tab[data-active]').textContent(), 'Second×'),
    );
    assert.equal(await viewer.locator('.tab').count(), 2);
    await eventually(async () => assert.equal(await pixelAt(viewer, 350, 50), 'white'));
    await viewer.getByRole('button', { name: 'Driven', exact: true }).click();
    await eventually(async () => assert.equal(await pixelAt(viewer, 350, 50), 'red'));
    await viewer.getByRole('button', { name: 'Close Second' }).click();
    await second.ended;
    await eventually(async () => assert.equal(await viewer.locator('.tabs').isHidden(), true));
  });

  test('fingers tap and scroll, and held still they are the right button', async () => {
    const { tab, openView, told, forget } = page;
    await evaluate(tab, 'scrollTo(0, 0)');
    await using phone = await home!.newContext({
      viewport: { width: 390, height: 780 },
      hasTouch: true,
      isMobile: true,
    });
    const other = await openView('control', phone);
    assert.equal(await other.evaluate('document.documentElement.scrollWidth'), 390);
    await forget();
    const tapped = await placeOf(other, 100, 560);
    await other.touchscreen.tap(tapped.x, tapped.y);
    await eventually(async () => assert.deepEqual(await told(), ['tap touchstart', 'tap click']));

    await forget();
    const listed = await placeOf(other, 100, 160);
    await other.touchscreen.tap(listed.x, listed.y);
    await other.getByRole('dialog').locator('select').selectOption('Two');
    await other.getByRole('button', { name: 'Choose' }).click();
    await eventually(async () => assert.deepEqual(await told(), ['list input Two', 'list change Two']));

    const fingers = await phone.newCDPSession(other);
    const finger = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      at?: { x: number; y: number },
    ): Promise<unknown> => fingers.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
    const from = await placeOf(other, 900, 700);
    const to = await placeOf(other, 900, 300);
    // One step is not waited for before the next: a finger that a busy machine moves too late was held still.
    const flick = (): Promise<unknown> =>
      Promise.all([
        finger('touchStart', from),
        ...Array.from({ length: 8 }, (_, step) =>
          finger('touchMove', { x: from.x, y: from.y + ((to.y - from.y) * (step + 1)) / 8 }),
        ),
        finger('touchEnd'),
      ]);
    await eventually(async () => {
      await flick();
      await eventually(
        async () => assert.ok((await evaluate<number>(tab, 'scrollY')) > 200, 'the finger scrolls'),
        50,
      );
    }, 10);
    // A page that still rolls on would not have its button where it is pressed.
    const stay = `(async () => {
      const frame = () => new Promise(requestAnimationFrame);
      document.body.style.overflow = 'hidden';
      await frame().then(frame);
      scrollTo(0, 0);
      await frame().then(frame);
      return scrollY;
    })()`;
    await eventually(async () => assert.equal(await evaluate(tab, stay), 0));

    await forget();
    await finger('touchStart', await placeOf(other, 100, 40));
    await eventually(async () => assert.ok((await told()).includes('right'), 'the button is pressed'));
    await finger('touchEnd');

    // The keyboard of the phone opens where the other takes text, and only there.
    const mode = (): Promise<string> => other.evaluate(`document.querySelector('textarea').inputMode`);
    const field = await placeOf(other, 100, 100);
    await other.touchscreen.tap(field.x, field.y);
    await eventually(async () => assert.equal(await mode(), 'text'));
    await other.touchscreen.tap(tapped.x, tapped.y);
    await eventually(async () => assert.equal(await mode(), 'none'));
  });

  test('a page that does not answer holds nobody up', async () => {
    const { site, tab, viewer, told, forget, click } = page;
    // It waits, where a loop would take a core from those who are to tell of it.
    const wait = `{ const request = new XMLHttpRequest(); request.open('GET', '/held', false); request.send(); }`;
    const ended = evaluate(tab, wait, { timeoutMs: 60_000 }).catch(() => undefined);
    await click(100, 40);
    await viewer.getByText('The page does not answer').waitFor();
    await fetch(`${site.origin}/release`);
    await ended;
    await evaluate(tab, 'scrollTo(0, 0)');
    await forget();
    await click(100, 40);
    await eventually(async () => assert.ok((await told()).includes('clicked')));
  });
});
