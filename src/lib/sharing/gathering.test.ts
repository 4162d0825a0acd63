import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gathering, type Gathered, type GatheringOptions } from './gathering.ts';

interface Write {
  items: string[];
  end: PromiseWithResolvers<void>;
}

/** Items are their own size: as many bytes as characters. Every write waits until it is told to end. */
function open(options: Partial<GatheringOptions<string>> = {}) {
  const writes: Write[] = [];
  const gathering = new Gathering<string>({
    write(batch: readonly Gathered<string>[]) {
      const end = Promise.withResolvers<void>();
      writes.push({ items: batch.map(({ item }) => item), end });
      return end.promise;
    },
    bytesOf: (item) => item.length,
    maxBytes: 10,
    maxItems: 4,
    ...options,
  });
  return { gathering, writes };
}

test('the first is written at once, and those that come meanwhile together', async () => {
  const { gathering, writes } = open();
  const first = gathering.add('a');
  const others = [gathering.add('b'), gathering.add('c')];
  assert.deepEqual(
    writes.map(({ items }) => items),
    [['a']],
  );
  writes[0]!.end.resolve();
  await first;
  assert.deepEqual(writes[1]!.items, ['b', 'c']);
  writes[1]!.end.resolve();
  await Promise.all(others);
  // Nothing is under way any more.
  const last = gathering.add('d');
  assert.deepEqual(writes[2]!.items, ['d']);
  writes[2]!.end.resolve();
  await last;
});

test('a batch has so many items and bytes at most, and one that is larger goes alone', async () => {
  const { gathering, writes } = open();
  const items = ['a', 'bbbbbb', 'ccccc', 'd'.repeat(50), 'e', 'f', 'g', 'h', 'i'];
  const all = items.map((item) => gathering.add(item));
  for (let index = 0; index < writes.length; index++) {
    writes[index]!.end.resolve();
    await all[items.indexOf(writes[index]!.items.at(-1)!)];
  }
  assert.deepEqual(
    writes.map((write) => write.items),
    [['a'], ['bbbbbb'], ['ccccc'], ['d'.repeat(50)], ['e', 'f', 'g', 'h'], ['i']],
  );
});

test('a batch has one of the sizes that are given', async () => {
  const { gathering, writes } = open({ sizes: [2, 1], maxItems: 2 });
  const all = ['a', 'b', 'c', 'd'].map((item) => gathering.add(item));
  for (let index = 0; index < 3; index++) {
    writes[index]!.end.resolve();
    await all[index === 0 ? 0 : index === 1 ? 2 : 3];
  }
  assert.deepEqual(
    writes.map((write) => write.items),
    [['a'], ['b', 'c'], ['d']],
  );
});

test('a failure is told to its batch, but for those told by then, and the next one is written', async () => {
  const failure = new Error('not written');
  const { gathering } = open({
    async write(batch) {
      const rejected = batch.filter(({ item }) => item === 'bad');
      for (const each of batch) if (!rejected.includes(each)) each.resolve();
      if (rejected.length > 0) throw failure;
    },
  });
  const first = gathering.add('a');
  const [good, bad] = [gathering.add('b'), gathering.add('bad')];
  await first;
  await good;
  await assert.rejects(bad, failure);
  await gathering.add('c');
});

test('keys do not wait for one another', async () => {
  const { gathering, writes } = open({ keyOf: (item) => item[0]! });
  const all = [gathering.add('a1'), gathering.add('b1'), gathering.add('a2')];
  assert.deepEqual(
    writes.map(({ items }) => items),
    [['a1'], ['b1']],
  );
  for (const { end } of writes) end.resolve();
  await all[0];
  writes[2]!.end.resolve();
  await Promise.all(all);
});
