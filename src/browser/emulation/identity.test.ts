import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createIdentity, withUserAgent } from './identity.ts';

describe('createIdentity', () => {
  test('is Chrome of the browser’s own release, in every part', () => {
    for (const isMobile of [false, true]) {
      const { userAgent, metadata, platform } = createIdentity({
        version: 'HeadlessChrome/156.0.8078.79',
        isMobile,
      });
      assert.match(userAgent, / Chrome\/156\.0\.0\.0 /);
      assert.equal(userAgent.includes('Mobile'), isMobile);
      assert.doesNotMatch(JSON.stringify([userAgent, metadata]), /Headless/);
      assert.equal(metadata?.mobile, isMobile);
      assert.equal(metadata?.platform, isMobile ? 'Android' : 'Linux');
      assert.match(platform, isMobile ? /^Linux arm/ : /^Linux x86_64$/);
      const versions = metadata?.fullVersionList?.map(({ brand, version }) => `${brand} ${version}`) ?? [];
      assert.ok(
        versions.includes('Google Chrome 156.0.8078.79') && versions.includes('Chromium 156.0.8078.79'),
      );
      assert.deepEqual(
        metadata?.fullVersionList?.map(({ brand }) => brand),
        metadata?.brands?.map(({ brand }) => brand),
      );
    }
  });

  test('still is a Chrome when the browser does not say what it is', () => {
    assert.match(
      createIdentity({ version: 'unknown', isMobile: false }).userAgent,
      / Chrome\/\d{3}\.0\.0\.0 /,
    );
  });
});

describe('withUserAgent', () => {
  test('takes the platform that the text names, and says nothing more', () => {
    const identity = createIdentity({ version: 'Chrome/156.0.8078.79', isMobile: true });
    const rows: Array<[userAgent: string, platform: string]> = [
      ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Win32'],
      ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'MacIntel'],
      ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'iPhone'],
      ['Robot/1', identity.platform],
    ];
    for (const [userAgent, platform] of rows) {
      assert.deepEqual(withUserAgent(identity, userAgent), {
        ...identity,
        userAgent,
        platform,
        metadata: undefined,
      });
    }
  });
});
