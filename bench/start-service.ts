import { startTestService, type TestService } from '../test/support/test-service.ts';

/** The service as an operator starts it, except that it may scrape loopback: its process, address and key. */
export async function startService(
  environment: Readonly<Record<string, string>>,
): Promise<TestService & { pid: number }> {
  const service = await startTestService({
    environment: { DECANT_LOG_LEVEL: 'info', DECANT_ALLOW_ADDRESSES: '127.0.0.1', ...environment },
  });
  return { ...service, pid: service.process.pid! };
}
