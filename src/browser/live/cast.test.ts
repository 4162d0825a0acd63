import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cast } from './cast.ts';
import { createCastCores } from './cast-cores.ts';
import { PictureSeat } from './picture-seat.ts';
import type { ViewerPeer } from './viewer-peer.ts';

const pictureOf = (text: string): string => Buffer.from(text).toString('base64');
const EVENT = {
  metadata: {
    offsetTop: 0,
    pageScaleFactor: 1,
    deviceWidth: 1280,
    deviceHeight: 800,
    scrollOffsetX: 0,
    scrollOffsetY: 0,
  },
};

/** A tab that notes what it is asked, and a viewer who draws when told to. */
function open({ cores = 1 } = {}) {
  const asked: string[] = [];
  const tab = {
    startCast: async ({ width, rate }: { width: number; rate: number }) =>
      void asked.push(`start ${width} ${rate}`),
    stopCast: () => void asked.push('stop'),
    answerPicture: (frame: number) => void asked.push(`answer ${frame}`),
  };
  const cast = new Cast(createCastCores(cores));
  cast.show(tab);
  const join = (width = 1280) => {
    const drawn: number[] = [];
    const peer: ViewerPeer = {
      sendText: () => undefined,
      sendPicture: (picture) => void drawn.push(Buffer.from(picture).readUInt32BE(4)),
      queuedBytes: 0,
      close: () => undefined,
    };
    const seat = new PictureSeat(peer);
    Object.assign(seat.size, { width, height: width });
    cast.add(seat);
    return { seat, drawn };
  };
  const take = (frame: number, data = pictureOf(`${frame}`)): void =>
    cast.take(tab, { ...EVENT, data, sessionId: frame });
  return { asked, cast, tab, join, take };
}

test('nothing is drawn until somebody looks, and nothing after the last has gone', () => {
  const { asked, cast, join } = open();
  assert.deepEqual(asked, []);
  const { seat } = join();
  cast.remove(seat);
  assert.deepEqual(asked, ['start 1280 60', 'stop']);
});

test('each picture is answered, also when another one has come before there was room', () => {
  const { asked, cast, join, take } = open();
  const { seat, drawn } = join();
  for (const frame of [1, 2, 3, 4, 5]) take(frame);
  assert.deepEqual(drawn, [1, 2, 3]);
  assert.deepEqual(asked.slice(1), ['answer 1', 'answer 2']);
  cast.seen(seat, 3);
  // The last one is worth sending, those between are not.
  assert.deepEqual(drawn, [1, 2, 3, 5]);
  assert.deepEqual(asked.slice(1), ['answer 1', 'answer 2', 'answer 3', 'answer 4', 'answer 5']);
});

test('who comes late gets the last picture of a page that stands still', () => {
  const { join, take } = open();
  join();
  take(1);
  assert.deepEqual(join().drawn, [1]);
});

test('a page that rests after many pictures is drawn once more: the browser may have left its last change out', ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { asked, cast, join, take } = open();
  const { seat, drawn } = join();
  const see = (frame: number, data?: string): void => {
    take(frame, data);
    cast.seen(seat, frame);
  };
  for (const frame of [1, 2]) see(frame);
  mock.timers.tick(10_000);
  assert.deepEqual(asked, ['start 1280 60', 'answer 1', 'answer 2']);
  asked.length = 0;
  for (const frame of [3, 4, 5]) see(frame);
  mock.timers.tick(10_000);
  assert.deepEqual(asked, ['answer 3', 'answer 4', 'answer 5', 'stop', 'start 1280 60']);
  asked.length = 0;
  // The same again is not sent, and asks for no other.
  see(6, pictureOf('5'));
  mock.timers.tick(10_000);
  assert.deepEqual(asked, ['answer 6']);
  assert.deepEqual(drawn, [1, 2, 3, 4, 5]);
});

test('pictures are as large as the largest place for them', () => {
  const { asked, cast, join } = open();
  join(390);
  const { seat } = join(700);
  cast.remove(seat);
  assert.deepEqual(asked, ['start 390 60', 'stop', 'start 700 60', 'stop', 'start 390 60']);
});

test('a cast that finds no core left is slower, and one that ends leaves its core', () => {
  const cores = createCastCores(1);
  const casts = [new Cast(cores), new Cast(cores), new Cast(cores)];
  const rates = casts.map((cast, index) => {
    const { tab } = open();
    const seat = new PictureSeat({
      sendText: () => undefined,
      sendPicture: () => undefined,
      queuedBytes: 0,
      close: () => undefined,
    });
    Object.assign(seat.size, { width: 1280, height: 800 });
    cast.show(tab);
    cast.add(seat);
    const rate = cast.step?.rate;
    if (index === 1) casts[0]![Symbol.dispose]();
    return rate;
  });
  assert.deepEqual(rates, [60, 20, 60]);
});
