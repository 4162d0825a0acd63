import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CdpSession } from '../cdp/cdp-session.ts';
import { NetworkLog } from './network-log.ts';

interface Network {
  log: NetworkLog;
  emit(event: string, params: object): void;
  ask(requestId: string, url: string, more?: object): void;
  changes: { count: number };
}

function openNetwork(): Network {
  const log = new NetworkLog('MAIN');
  const session = new CdpSession({ send: () => Promise.reject(new Error('nothing is sent')) }, 'S');
  log.follow(session);
  const changes = { count: 0 };
  log.onChange = () => void (changes.count += 1);
  const emit = (event: string, params: object): void => session.emit(event, params);
  return {
    log,
    changes,
    emit,
    ask: (requestId, url, more) =>
      emit('Network.requestWillBeSent', {
        requestId,
        request: { url },
        type: 'Fetch',
        frameId: 'MAIN',
        loaderId: 'L1',
        ...more,
      }),
  };
}

function answerTo(requestId: string, loaderId: string, response: object): object {
  return {
    requestId,
    loaderId,
    frameId: 'MAIN',
    type: 'Document',
    response: { url: 'http://a.test/', status: 200, headers: {}, mimeType: 'text/html', ...response },
  };
}

describe('NetworkLog', () => {
  test('requests are open until they end, and each change is told', () => {
    const { log, ask, emit, changes } = openNetwork();
    ask('1', 'http://a.test/data');
    ask('2', 'http://a.test/picture.png', { type: 'Image' });
    assert.deepEqual([...log.open.keys()], ['1']);
    assert.deepEqual([log.asked, changes.count], [1, 1]);
    emit('Network.loadingFailed', { requestId: '1' });
    assert.deepEqual([log.open.size, changes.count], [0, 2]);
    assert.ok(log.changedAt > 0);
  });

  test('many requests to one address, or to very many, are not waited for', () => {
    const { log, ask } = openNetwork();
    for (let beat = 0; beat < 10; beat++) ask(`p${beat}`, `http://a.test/poll?at=${beat}`);
    assert.equal(log.open.size, 4);
    for (let item = 0; item < 5_000; item++) ask(`i${item}`, `http://a.test/item/${item}`);
    assert.equal(log.open.size, 2_003);
  });

  test('a frame is open until its document is parsed, wherever it ends up', () => {
    const { log, emit, changes } = openNetwork();
    const child = new CdpSession({ send: () => Promise.reject(new Error('nothing is sent')) }, 'C');
    log.followFrame(child, 'F2');
    const open = (): string[] => [...log.open.keys()];
    for (const frameId of ['F1', 'F2', 'F3']) emit('Page.frameStartedLoading', { frameId });
    assert.deepEqual(open(), ['frame F1', 'frame F2', 'frame F3']);
    assert.equal(changes.count, 3);
    emit('Page.lifecycleEvent', { frameId: 'F1', name: 'commit' });
    assert.deepEqual(open(), ['frame F1', 'frame F2', 'frame F3']);
    emit('Page.lifecycleEvent', { frameId: 'F1', name: 'DOMContentLoaded' });
    emit('Page.frameStoppedLoading', { frameId: 'F1' });
    assert.deepEqual(open(), ['frame F2', 'frame F3']);
    emit('Page.frameDetached', { frameId: 'F2', reason: 'swap' });
    emit('Page.frameDetached', { frameId: 'F3', reason: 'remove' });
    assert.deepEqual(open(), ['frame F2']);
    child.emit('Page.domContentEventFired', {});
    assert.deepEqual(open(), []);
    assert.equal(changes.count, 6);
  });

  test('a page that begins to go elsewhere is waited for, each time, until it is there or stays', () => {
    const { log, emit } = openNetwork();
    for (let round = 0; round < 10; round++) {
      emit('Page.frameStartedLoading', { frameId: 'MAIN' });
      assert.deepEqual([...log.open.keys()], ['frame MAIN']);
      if (round % 2 === 0) emit('Page.frameStoppedLoading', { frameId: 'MAIN' });
      else emit('Page.frameNavigated', { frame: { id: 'MAIN', loaderId: `L${round}` } });
      assert.equal(log.open.size, 0);
    }
  });

  test('a frame that begins again and again is not waited for, nor one of a page that is left', () => {
    const { log, emit } = openNetwork();
    for (let round = 0; round < 4; round++) {
      emit('Page.frameStartedLoading', { frameId: 'F1' });
      assert.equal(log.open.size, 1);
      emit('Page.frameStoppedLoading', { frameId: 'F1' });
    }
    emit('Page.frameStartedLoading', { frameId: 'F1' });
    assert.equal(log.open.size, 0);
    emit('Page.frameStartedLoading', { frameId: 'F2' });
    emit('Page.frameNavigated', { frame: { id: 'MAIN', loaderId: 'L2' } });
    assert.equal(log.open.size, 0);
  });

  test('a socket is open until its first message, and a source for good', () => {
    const { log, emit } = openNetwork();
    emit('Network.webSocketCreated', { requestId: 'w', url: 'ws://a.test/' });
    assert.deepEqual([log.open.size, log.sources], [1, 1]);
    emit('Network.webSocketFrameReceived', { requestId: 'w' });
    emit('Network.webSocketFrameReceived', { requestId: 'w' });
    assert.deepEqual([log.open.size, log.sources], [0, 1]);
  });

  test('the document is the one that the frame shows, whatever came since', () => {
    const { log, ask, emit } = openNetwork();
    ask('d1', 'http://a.test/', { type: 'Document' });
    assert.equal(log.navigation?.url, 'http://a.test/');
    emit('Network.responseReceived', answerTo('d1', 'L1', { status: 404, headers: { 'X-Y': '1' } }));
    assert.equal(log.navigation, undefined);
    assert.deepEqual([log.document?.status, log.document?.headers], [404, { 'x-y': '1' }]);
    emit('Page.frameNavigated', { frame: { id: 'MAIN', loaderId: 'L1' } });
    // A file that is only offered for saving.
    ask('d2', 'http://a.test/file.zip', { type: 'Document', loaderId: 'L2' });
    emit('Network.responseReceived', answerTo('d2', 'L2', { mimeType: 'application/zip' }));
    assert.equal(log.document?.mimeType, 'text/html');
    emit('Page.frameNavigated', { frame: { id: 'MAIN', loaderId: 'L2' } });
    assert.equal(log.document?.mimeType, 'application/zip');
  });

  test('what the last page asked for is forgotten with it', () => {
    const { log, ask, emit } = openNetwork();
    ask('old', 'http://a.test/hanging');
    ask('new', 'http://a.test/next', { type: 'Document', loaderId: 'L2' });
    emit('Page.frameNavigated', { frame: { id: 'CHILD', loaderId: 'L3' } });
    assert.equal(log.open.size, 2);
    emit('Page.frameNavigated', { frame: { id: 'MAIN', loaderId: 'L2' } });
    assert.deepEqual([...log.open.keys()], ['new']);
  });

  test('a tab that is used again starts from nothing', () => {
    const { log, ask, emit } = openNetwork();
    ask('d', 'http://a.test/', { type: 'Document' });
    ask('d', 'http://b.test/', { type: 'Document', redirectResponse: {} });
    emit('Network.responseReceived', answerTo('d', 'L1', { mimeType: 'video/mp4' }));
    assert.deepEqual(log.redirects, ['http://b.test/']);
    assert.equal(log.media.length, 1);
    log.reset();
    assert.deepEqual(
      [log.open.size, log.media.length, log.redirects.length, log.document, log.asked, log.sources],
      [0, 0, 0, undefined, 0, 0],
    );
  });
});
