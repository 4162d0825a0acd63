import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { shareTestCode, type TestCode } from '../../test/support/share-test-code.ts';

describe('code of a session where there are no namespaces', { timeout: 300_000 }, () => {
  const open = new AsyncDisposableStack();
  let code: TestCode | undefined;

  before(async () => {
    code = await shareTestCode({ isBare: true });
    if (code) open.use(code);
  });
  after(() => open.disposeAsync());

  const codeTest = (name: string, run: (code: TestCode) => Promise<void>): void =>
    void test(name, (context) => (code ? run(code) : context.skip('no browser, or no cage')));

  codeTest('files of node and bash in /tmp are those of the runner', async ({ value, run }) => {
    const screenshot = `await page.screenshot({ path: '/tmp/a.png' }); const fs = require('fs');
      fs.copyFileSync('/tmp/a.png', '/tmp/b.png');
      fs.readdirSync('/tmp').sort().join() + (await fs.promises.readFile('/tmp/b.png')).subarray(1, 4)`;
    assert.equal(await value('node', screenshot), 'a.png,b.pngPNG');
    const { stdout, stderr } = await run(
      'bash',
      'echo kept > /tmp/c; cp /tmp/c /tmp/cc; mv /tmp/cc /tmp/c; ls /tmp; agent-browser screenshot /tmp/d.png',
    );
    assert.deepEqual([stdout, stderr], ['a.png\nb.png\nc\n✓ Screenshot saved to /tmp/d.png\n', '']);
    assert.equal(
      await value('node', `fs.existsSync('/tmp/d.png') && fs.readFileSync('/tmp/c', 'utf8')`),
      'kept\n',
    );
    assert.notEqual((await run('node', `fs.writeFileSync('/var/tmp/x', '')`)).exitCode, 0);
  });

  codeTest('files of Python in /tmp are those of its own process', async ({ value, runners }) => {
    if ((await runners.problem('python')) !== undefined) return;
    const screenshot = `
import os, pathlib, shutil
page.screenshot(path="/tmp/a.png")
shutil.copy2("/tmp/a.png", "/tmp/b.png")
os.remove("/tmp/a.png")
[os.listdir("/tmp"), os.path.exists("/tmp/b.png"), pathlib.Path("/tmp/b.png").read_bytes()[1:4].decode()]`;
    assert.equal(await value('python', screenshot), '[["b.png"], true, "PNG"]');
  });
});
