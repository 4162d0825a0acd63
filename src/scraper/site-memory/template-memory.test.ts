import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TemplateMemory } from './template-memory.ts';

const keys = (...values: number[]): Int32Array => Int32Array.from(values);

/** Pages 1, 2, ... with these blocks. */
function learned(...pages: number[][]): TemplateMemory {
  const memory = new TemplateMemory(7);
  for (const [index, blocks] of pages.entries()) memory.learn(index + 1, keys(...blocks));
  return memory;
}

function seen(memory: TemplateMemory, page: number): { pages: number; blocks: Record<number, number> } {
  const { pages, keys: found, counts } = memory.seenBy(page);
  return { pages, blocks: Object.fromEntries(Array.from(found, (key, index) => [key, counts[index]!])) };
}

describe('the memory of a template', () => {
  it('tells on how many other pages a block stood, from two on', () => {
    const memory = learned([-1, 10, 11], [-1, 20, 21], [-1, 10, 30, 31]);
    assert.deepEqual(seen(memory, 99), { pages: 3, blocks: { [-1]: 3, 10: 2 } });
    assert.deepEqual(seen(memory, 1), { pages: 2, blocks: { [-1]: 2 } });
  });

  it('takes a page that comes again for the same page', () => {
    const memory = learned([1, 10, 11], [1, 20, 21]);
    memory.learn(2, keys(1, 2, 3));
    assert.deepEqual(seen(memory, 99), { pages: 2, blocks: { 1: 2 } });
  });

  it('learns nothing from a page that says what another one says', () => {
    const blocks = Array.from({ length: 40 }, (_, index) => index);
    const memory = learned(blocks, [1, 100, 101]);
    assert.equal(memory.learn(3, keys(...blocks.slice(1), 500)), false);
    assert.equal(memory.learn(4, keys(...blocks.slice(0, 20), 600, 601, 602)), true);
    assert.equal(memory.pages, 3);
  });

  it('knows the newest 32 pages', () => {
    const memory = new TemplateMemory(7);
    for (let page = 1; page <= 40; page++) memory.learn(page, keys(page <= 8 ? -1 : -2, page, 1_000 + page));
    assert.deepEqual(seen(memory, 99), { pages: 32, blocks: { [-2]: 32 } });
  });

  it('is bounded: blocks of one page are forgotten first', () => {
    const memory = new TemplateMemory(7);
    for (let page = 1; page <= 20; page++)
      memory.learn(page, keys(-1, ...Array.from({ length: 500 }, (_, index) => page * 1_000 + index)));
    assert.ok(memory.blocks <= 2_000, `${memory.blocks} blocks`);
    assert.deepEqual(seen(memory, 99).blocks, { [-1]: 20 });
  });

  it('is the same after it was packed; bytes of another format are none', () => {
    const memory = learned([-1, 10, 2 ** 31 - 1], [-1, 20, -(2 ** 31)], [-1, 10, 30]);
    const unpacked = TemplateMemory.unpack(memory.pack());
    assert.deepEqual(unpacked?.pack(), memory.pack());
    assert.equal(unpacked?.template, 7);
    assert.deepEqual(seen(unpacked, 2), seen(memory, 2));
    for (const bytes of [Buffer.alloc(0), Buffer.from('nonsense'), memory.pack().subarray(0, -8)])
      assert.equal(TemplateMemory.unpack(bytes), undefined);
  });

  it('takes over what another one has learned, as far as there is room', () => {
    const memory = learned([-1, 10, 11], [-1, 20, 21]);
    const other = new TemplateMemory(7);
    for (let page = 2; page <= 33; page++) other.learn(page, keys(-1, -2, page * 100, page * 101));
    memory.merge(other);
    assert.equal(memory.pages, 32);
    assert.deepEqual(seen(memory, 99).blocks, { [-1]: 32, [-2]: 30 });
  });
});
