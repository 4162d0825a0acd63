import assert from 'node:assert/strict';
import {
  chmod,
  mkdir,
  mkdtempDisposable,
  readdir,
  readFile,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { stageFolder } from './stage-folder.ts';

const isRoot = process.getuid?.() === 0;
const OTHER = { uid: 61_999, gid: 61_999 };

async function makeParent(): Promise<AsyncDisposable & { path: string }> {
  return mkdtempDisposable(join(tmpdir(), 'decant-stage-'));
}

async function fill(draft: string): Promise<void> {
  await writeFile(join(draft, 'file'), 'content');
}

describe('stageFolder', () => {
  test('makes the folder once, closed to others, with no draft left, also when two ask at once', async () => {
    await using parent = await makeParent();
    const stage = { name: 'thing-1', identity: undefined, parents: [join(parent.path, 'data')], fill };
    const folders = await Promise.all([stageFolder(stage), stageFolder(stage)]);
    assert.deepEqual(
      folders,
      Array.from({ length: 2 }, () => join(parent.path, 'data', 'thing-1')),
    );
    assert.deepEqual(await readdir(join(parent.path, 'data')), ['thing-1']);
    assert.equal(await readFile(join(folders[0] ?? '', 'file'), 'utf8'), 'content');
    assert.equal((await stat(folders[0] ?? '')).mode & 0o777, 0o700);
    await stageFolder({ ...stage, fill: () => Promise.reject(new Error('made again')) });
  });

  test('leaves nothing of a failed attempt, and goes on to the next parent', async () => {
    await using parent = await makeParent();
    const [first, second] = [join(parent.path, 'first'), join(parent.path, 'second')];
    const stage = {
      name: 'thing-1',
      identity: undefined,
      parents: [first, second],
      fill: async (draft: string): Promise<void> => {
        await fill(draft);
        if (draft.startsWith(first)) throw new Error('no room');
      },
    };
    assert.equal(await stageFolder(stage), join(second, 'thing-1'));
    assert.deepEqual(await readdir(first), []);
    await assert.rejects(stageFolder({ ...stage, parents: [first] }), (error: AggregateError) => {
      assert.match(error.message, /no folder would do of .*first/);
      assert.match(String(error.errors[0]), /no room/);
      return true;
    });
  });

  test('clears away the drafts of killed processes, not those in the making', async () => {
    await using parent = await makeParent();
    const [stale, fresh] = ['thing-1.stale', 'thing-1.fresh'].map((name) => join(parent.path, name));
    await mkdir(stale ?? '');
    await mkdir(fresh ?? '');
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(stale ?? '', longAgo, longAgo);
    await stageFolder({ name: 'thing-1', identity: undefined, parents: [parent.path], fill });
    assert.deepEqual((await readdir(parent.path)).toSorted(), ['thing-1', 'thing-1.fresh']);
  });

  test(
    'puts what another user needs where that user gets to',
    { skip: !isRoot && 'needs root' },
    async () => {
      await using parent = await makeParent();
      const [closed, writable, open] = ['closed', 'writable', 'open'].map((name) => join(parent.path, name));
      await chmod(parent.path, 0o755);
      for (const [folder, mode] of [
        [closed, 0o700],
        [writable, 0o777],
        [open, 0o755],
      ] as const) {
        await mkdir(folder ?? '');
        await chmod(folder ?? '', mode);
      }
      const parents = [closed ?? '', writable ?? '', open ?? ''];
      const folder = await stageFolder({ name: 'thing-1', identity: OTHER, parents, fill });
      assert.equal(folder, join(open ?? '', 'thing-1'));
      assert.equal((await stat(folder)).mode & 0o777, 0o755);
      assert.equal((await stat(folder)).uid, 0);
    },
  );
});
