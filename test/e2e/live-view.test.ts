import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { WebSocket } from 'ws';
import { openDrivenSite } from '../support/driven-site.ts';
import { eventually } from '../support/eventually.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { shareKeylessService, shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { openViewerBrowser } from '../support/viewer-browser.ts';

const home = await openViewerBrowser();
after(() => home?.[Symbol.asyncDispose]());

describe(
  'the live view of a service',
  { skip: !home && 'no browser can be had here', timeout: 120_000 },
  () => {
    const browser = (): Browser => home!;
    let site: LoopbackSite;
    let service: CalledService;
    before(async () => {
      site = await openDrivenSite();
      service = await shareTestService();
    });
    after(() => site?.[Symbol.asyncDispose]());

    async function openSession(of: CalledService = service) {
      const { status, body } = await of.call('/v2/browser', {});
      assert.equal(status, 200, JSON.stringify(body));
      return body as { id: string; liveViewUrl: string; interactiveLiveViewUrl: string; cdpUrl: string };
    }

    async function execute(id: string, code: string): Promise<unknown> {
      const { body } = await service.call(`/v2/browser/${id}/execute`, { code });
      assert.equal(body.exitCode, 0, JSON.stringify(body));
      return body.result;
    }

    const state = (page: Page): Promise<string | null> => page.locator('.state').textContent();

    test('a person goes on where code has led, code goes on after, and the end is told', async () => {
      const { id, liveViewUrl, interactiveLiveViewUrl } = await openSession();
      await execute(id, `await page.goto('${site.origin}/'); 'there'`);
      const driving = await browser().newPage({ viewport: { width: 1280, height: 900 } });
      await driving.goto(interactiveLiveViewUrl);
      const watching = await browser().newPage();
      await watching.goto(liveViewUrl);
      await eventually(async () => assert.equal(await driving.title(), 'Driven · live'));
      await eventually(async () => assert.equal(await watching.title(), 'Driven · live'));
      await eventually(async () =>
        assert.ok(((await driving.locator('canvas').boundingBox())?.width ?? 0) > 500),
      );
      const box = (await driving.locator('canvas').boundingBox())!;
      await driving.mouse.click(box.x + (100 / 1280) * box.width, box.y + (100 / 800) * box.height);
      await driving.keyboard.insertText('from afar, 遠くから');
      await eventually(async () =>
        assert.equal(await execute(id, `await page.inputValue('#text')`), 'from afar, 遠くから'),
      );
      await service.call(`/v2/browser/${id}`, undefined, { method: 'DELETE' });
      await driving.getByText('The session has ended.').waitFor();
      await eventually(async () => assert.equal(await state(watching), 'Ended'));
      const response = await watching.reload();
      assert.equal(response?.status(), 410);
      await Promise.all([driving.close(), watching.close()]);
    });

    test('links are for what they were made for, and stand in no log', async () => {
      const { id, liveViewUrl, interactiveLiveViewUrl, cdpUrl } = await openSession();
      const other = await openSession();
      const token = (url: string): string => url.split('/').at(-1)!;
      const live = (of: string): string => `${service.url}/live/${of}`;
      assert.equal((await fetch(liveViewUrl)).status, 200);
      assert.equal((await fetch(live(token(cdpUrl)))).status, 404);
      const forged = [
        token(liveViewUrl).replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
        `${token(liveViewUrl)}A`,
        token(other.liveViewUrl).slice(0, -8) + token(interactiveLiveViewUrl).slice(-8),
        '..%2f..%2fetc%2fpasswd',
      ];
      for (const one of forged) assert.equal((await fetch(live(one))).status, 404, one);
      for (const [one, message, expected] of [
        [token(liveViewUrl), '{"type":"text","text":"x"}', 4403],
        [forged[0]!, '', 4404],
        [token(cdpUrl), '', 4404],
      ] as const) {
        const socket = new WebSocket(live(one).replace(/^http/, 'ws'));
        socket.once('open', () => message && socket.send(message));
        const [code] = (await once(socket, 'close')) as [number];
        assert.equal(code, expected);
      }
      for (const url of [liveViewUrl, interactiveLiveViewUrl, cdpUrl]) {
        assert.ok(!service.logs().includes(token(url)), 'a token stands in the log');
      }
      for (const one of [id, other.id]) {
        await service.call(`/v2/browser/${one}`, undefined, { method: 'DELETE' });
      }
    });

    test('a service without keys lets pages of others show a view, and nothing else', async () => {
      const keyless = await shareKeylessService();
      const { id, liveViewUrl } = await openSession(keyless);
      const framing = await browser().newPage();
      await framing.goto(`http://localhost:${site.port}/second`);
      await framing.setContent(`<iframe style="width:900px;height:600px" src="${liveViewUrl}"></iframe>`);
      await eventually(async () =>
        assert.equal(await framing.frames()[1]?.locator('.state').textContent({ timeout: 1_000 }), 'Live'),
      );
      await framing.close();
      await keyless.call(`/v2/browser/${id}`, undefined, { method: 'DELETE' });
    });
  },
);
