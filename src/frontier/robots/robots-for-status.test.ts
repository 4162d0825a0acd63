import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { robotsForStatus } from './robots-for-status.ts';

const BODY = 'User-agent: *\nDisallow: /private';

describe('robotsForStatus (RFC 9309 section 2.3.1)', () => {
  it('reads the file of a success', () => {
    for (const status of [200, 203]) {
      const robots = robotsForStatus(status, BODY);
      assert.ok(typeof robots === 'object');
      assert.equal(robots.isAllowed(new URL('https://example.com/private'), 'FooBot'), false);
    }
  });

  for (const status of [301, 304, 308, 400, 401, 403, 404, 410, 429, 451]) {
    it(`allows everything after ${status}`, () => assert.equal(robotsForStatus(status, BODY), 'all allowed'));
  }

  for (const status of [500, 502, 503, 599, 'unreachable', 0, 999] as const) {
    it(`allows nothing after ${status}`, () => assert.equal(robotsForStatus(status, BODY), 'all disallowed'));
  }
});
