/** @import { StandIns } from './make-stand-ins.js' */

/**
 * Gives a page `window.chrome`, as Chrome has it on pages that no extension speaks to. Its text is sent: it can use
 * nothing around it.
 * @param {Pick<StandIns, 'disguiseAs'>} standIns
 * @param {{isMobile: boolean}} identity
 */
export function addChromeObject({ disguiseAs }, { isMobile }) {
  const scope = /** @type {{document?: Document, chrome?: unknown}} */ (globalThis);
  if (scope.document === undefined || scope.chrome !== undefined) return;
  const { timeOrigin } = performance;
  const now = performance.now.bind(performance);
  const entriesOf = /** @type {(type: string) => PerformanceNavigationTiming[]} */ (
    performance.getEntriesByType.bind(performance)
  );
  /** @param {number} [ms] */
  const seconds = (ms) => (timeOrigin + (ms ?? 0)) / 1000;
  /** @param {Function} method */
  const native = (method) => disguiseAs(method, Function.prototype, '');

  const value = {
    loadTimes: native(() => {
      const [page] = entriesOf('navigation');
      const protocol = page?.nextHopProtocol || 'http/1.1';
      const isNegotiated = protocol !== 'http/1.1';
      return {
        requestTime: seconds(0),
        startLoadTime: seconds(0),
        commitLoadTime: seconds(page?.responseStart),
        finishDocumentLoadTime: seconds(page?.domContentLoadedEventEnd),
        finishLoadTime: seconds(page?.loadEventEnd),
        firstPaintTime: seconds(page?.domContentLoadedEventEnd),
        firstPaintAfterLoadTime: 0,
        navigationType: 'Other',
        wasFetchedViaSpdy: isNegotiated,
        wasNpnNegotiated: isNegotiated,
        npnNegotiatedProtocol: isNegotiated ? protocol : 'unknown',
        wasAlternateProtocolAvailable: false,
        connectionInfo: protocol,
      };
    }),
    csi: native(() => {
      const [page] = entriesOf('navigation');
      return {
        startE: Math.floor(timeOrigin),
        onloadT: Math.floor(timeOrigin + (page?.domContentLoadedEventEnd ?? 0)),
        pageT: now(),
        tran: 15,
      };
    }),
    // Android has no apps of Chrome's.
    ...(!isMobile && {
      app: {
        isInstalled: false,
        getDetails: native(() => null),
        getIsInstalled: native(() => false),
        runningState: native(() => 'cannot_run'),
        InstallState: { DISABLED: 'disabled', INSTALLED: 'installed', NOT_INSTALLED: 'not_installed' },
        RunningState: { CANNOT_RUN: 'cannot_run', READY_TO_RUN: 'ready_to_run', RUNNING: 'running' },
      },
    }),
  };
  Object.defineProperty(scope, 'chrome', { value, writable: true, enumerable: true, configurable: false });
}
