import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { NewKindProbe } from '../../test/support/documents/probe-new-kind.ts';

const PROBE = fileURLToPath(new URL('../../test/support/documents/probe-new-kind.ts', import.meta.url));

describe('one entry more in DOCUMENT_FILES', () => {
  let probe: NewKindProbe;
  before(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [PROBE]);
    probe = JSON.parse(stdout) as NewKindProbe;
  });

  it('is detected by bytes, media type and name, before a refusal of the same', () => {
    assert.deepEqual(probe.detected, ['probe', 'probe', 'probe']);
    assert.equal(probe.isDocument, true);
    assert.equal(probe.isUploadRefused, false);
  });

  it('is a file whose folder a crawl starts at', () => assert.equal(probe.startFolder, '/talks'));

  it('is read', () => assert.match(probe.html, /^<p>\d+<\/p>$/));

  it('is loaded by nobody but the process that reads', () => {
    assert.ok(probe.loadedByService.includes('readers/document-files.ts'));
    const loaded = probe.loadedByService.filter((path) => /^readers\/\w+\/read-\w+\.ts$/.test(path));
    assert.deepEqual(loaded, []);
  });
});
