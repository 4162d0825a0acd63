import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { WebSocket } from 'ws';
import { eventually } from '../../../../test/support/eventually.ts';
import { openViewedPage, pixelAt, statusOf, type ViewedPage } from '../../../../test/support/viewed-page.ts';
import { shareViewerBrowser } from '../../../../test/support/share-viewer-browser.ts';
import { evaluate } from '../../../browser/page/evaluate.ts';

const home = await shareViewerBrowser();
const skip = home === undefined && 'no browser can be had here';

describe('the view of a session', { skip, timeout: 120_000 }, () => {
  let page: ViewedPage;
  before(async () => {
    page = await openViewedPage(home!);
  });
  after(() => page[Symbol.asyncDispose]());

  test('a second viewer sees what stands still, and what the first one does', async () => {
    const { viewer, openView, click } = page;
    const other = await openView('watch');
    assert.equal(await pixelAt(other, 350, 50), 'red');
    // The words above the picture may move it.
    await eventually(async () => assert.match(await statusOf(viewer), /You can drive, 1 other looks on/));
    await click(100, 40);
    await eventually(async () => assert.equal(await pixelAt(other, 350, 50), 'blue'));
    await eventually(async () => assert.match(await statusOf(other), /Somebody can drive, 1 other looks on/));
    assert.equal(await other.locator('input.address').count(), 0);
    await other.close();
    await eventually(async () => assert.match(await statusOf(viewer), /You can drive$/));
  });

  test('nothing is sent while nothing moves, and nobody looks while a page is hidden', async () => {
    const { tab, viewer, openSocket } = page;
    const pictures: number[] = [];
    const socket = await openSocket('watch');
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return;
      pictures.push(data.readUInt32BE(4));
      socket.send(JSON.stringify({ type: 'seen', picture: data.readUInt32BE(4) }));
    });
    socket.send(JSON.stringify({ type: 'size', width: 1280, height: 800 }));
    await eventually(async () => assert.equal(pictures.length, 1));
    await evaluate(tab, `document.getElementById('colour').style.background = 'rgb(0, 255, 0)'`);
    await eventually(async () => assert.ok(pictures.length > 1));
    socket.send(JSON.stringify({ type: 'size', width: 0, height: 0 }));
    await eventually(async () => assert.equal(await pixelAt(viewer, 350, 50), 'green'));
    const { length } = pictures;
    await evaluate(tab, `document.getElementById('colour').style.background = 'rgb(255, 0, 0)'`);
    await eventually(async () => assert.equal(await pixelAt(viewer, 350, 50), 'red'));
    assert.equal(pictures.length, length);
    socket.close();
    await once(socket, 'close');
  });

  test('a viewer that takes no pictures does not hold up the others', async () => {
    const { site, tab, viewer, openSocket } = page;
    await tab.send('Page.navigate', { url: `${site.origin}/moving` });
    const stuck = await openSocket('watch');
    const sent: Buffer[] = [];
    stuck.on('message', (data: Buffer, isBinary) => void (isBinary && sent.push(data)));
    stuck.send(JSON.stringify({ type: 'size', width: 1280, height: 800 }));
    const swift = await openSocket('watch');
    let drawn = 0;
    swift.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return;
      drawn += 1;
      swift.send(JSON.stringify({ type: 'seen', picture: data.readUInt32BE(4) }));
    });
    swift.send(JSON.stringify({ type: 'size', width: 1280, height: 800 }));
    await eventually(async () => assert.ok(drawn >= 15));
    assert.ok(sent.length <= 3, `${sent.length} pictures wait for nobody`);
    stuck.close();
    swift.close();
    await Promise.all([once(stuck, 'close'), once(swift, 'close')]);
    await tab.send('Page.navigate', { url: site.origin });
    await eventually(async () => assert.equal(await pixelAt(viewer, 350, 50), 'red'));
  });

  test('who may only watch and sends input is closed', async () => {
    const { openSocket } = page;
    for (const message of [
      '{"type":"text","text":"x"}',
      '{"type":"go","to":"reload"}',
      '{"type":"dialog","id":1,"isAccepted":true,"text":""}',
      Buffer.from('a file'),
    ]) {
      const socket = await openSocket('watch');
      socket.send(message);
      const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
      assert.deepEqual([code, reason.toString()], [4403, 'This link is for watching only']);
    }
  });

  test('messages that are none, and floods, are closed', async () => {
    const { openSocket } = page;
    for (const message of [
      '',
      'null',
      '[]',
      '{"type":"constructor"}',
      '{"type":"mouse","event":"move"}',
      '{"type":"tab","id":1}',
    ]) {
      const socket = await openSocket('control');
      socket.send(message);
      const [code] = (await once(socket, 'close')) as [number];
      assert.equal(code, 4400, message);
    }
    const socket = await openSocket('control');
    const closed = once(socket, 'close') as Promise<[number]>;
    for (let count = 0; count < 3_000; count += 1) socket.send('{"type":"seen","picture":1}');
    assert.equal((await closed)[0], 4429);
  });

  test('a link that leads nowhere says so, in the page and at the socket', async () => {
    const { door, context } = page;
    const other = await context.newPage();
    const response = await other.goto(`${door.url}/live/forged`);
    assert.equal(response?.status(), 404);
    assert.match((await other.textContent('main')) ?? '', /This link is not valid, or has expired\./);
    await other.close();
    const socket = new WebSocket(`${door.url.replace('http', 'ws')}/live/forged`);
    const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
    assert.deepEqual([code, reason.toString()], [4404, 'This link is not valid, or has expired']);
  });

  test('a page of another origin shows the view in a frame and opens no socket of its own', async () => {
    const { site, door, context } = page;
    const response = await fetch(`${door.url}/live/watch`);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self' 'sha256-[\w+/]+=*';/);
    assert.match(policy, /frame-ancestors \*/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const framing = await context.newPage();
    await framing.goto(`${site.origin.replace('127.0.0.1', 'localhost')}/second`);
    await framing.setContent(`<iframe style="width:1000px;height:700px" src="${door.url}/live/watch">`);
    await eventually(async () =>
      assert.match((await framing.frames()[1]?.textContent('.status')) ?? '', /^Live/),
    );
    await framing.close();
    const foreign = new WebSocket(`${door.url.replace('http', 'ws')}/live/control`, {
      headers: { origin: 'https://elsewhere.test' },
    });
    const [, answer] = await once(foreign, 'unexpected-response');
    assert.equal((answer as { statusCode: number }).statusCode, 403);
    foreign.on('error', () => undefined);
    foreign.terminate();
  });

  test('a view that is cut off comes back by itself', async () => {
    const { door, viewer, told, click } = page;
    await door.restart();
    // Until the viewer knows that it is cut off, a click goes nowhere.
    await eventually(async () => {
      await click(100, 40);
      assert.ok((await told()).includes('clicked'));
    });
    await eventually(async () => assert.match(await statusOf(viewer), /^Live/));
  });

  test('without anybody who drives, dialogues are not held', async () => {
    const { door, tab, viewer } = page;
    await viewer.close();
    await eventually(async () => assert.equal(door.view.drivers, 0));
    await evaluate(tab, `alert('nobody looks')`);
  });

  test('a viewer that was slow sees the page as it came to rest', async () => {
    const { context, tab, openSocket } = page;
    const eye = await context.newPage();
    const socket = await openSocket('watch');
    const pictures: Buffer[] = [];
    const isSeen = { at: 'once' as 'once' | 'later' };
    const tellSeen = (picture: Buffer): void =>
      socket.send(JSON.stringify({ type: 'seen', picture: picture.readUInt32BE(4) }));
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return;
      pictures.push(data);
      if (isSeen.at === 'once') tellSeen(data);
    });
    socket.send(JSON.stringify({ type: 'size', width: 1280, height: 800 }));
    await eventually(async () => assert.ok(pictures.length > 0));
    isSeen.at = 'later';
    for (let change = 0; change < 12; change += 1)
      await evaluate(tab, showColour(change % 2 ? 'red' : 'lime'));
    await evaluate(tab, showColour('blue'));
    isSeen.at = 'once';
    pictures.forEach(tellSeen);
    await eventually(async () => assert.equal(await colourIn(eye, pictures.at(-1)!), 'blue'));
    socket.close();
    await once(socket, 'close');
    await eye.close();
  });

  test('the end of the session is told', async () => {
    const { door, openView } = page;
    const other = await openView('watch');
    await door.view[Symbol.asyncDispose]();
    await other.getByText('The session has ended.').waitFor();
    assert.match(await statusOf(other), /^Ended/);
    const socket = new WebSocket(`${door.url.replace('http', 'ws')}/live/control`);
    const [code] = (await once(socket, 'close')) as [number];
    assert.equal(code, 4404);
  });
});

/** Resolves when the change has been drawn. */
function showColour(colour: string): string {
  return `new Promise((drawn) => {
    document.getElementById('colour').style.background = '${colour}';
    requestAnimationFrame(() => setTimeout(drawn, 20));
  })`;
}

/** The colour of a viewer's picture where the page has one that changes. */
async function colourIn(eye: Page, picture: Buffer): Promise<string> {
  await eye.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${picture.subarray(16).toString('base64')}'), (sign) => sign.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    document.body.innerHTML = '<canvas></canvas>';
    const canvas = Object.assign(document.querySelector('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
  })()`);
  return pixelAt(eye, 350, 50);
}
