/** Carries whole messages, JSON texts, to and from a browser. */
export interface CdpTransport {
  /** To be called once, before anything is sent; `onClose` is called once, whoever closed it, and nothing after it. */
  listen(listeners: CdpListeners): void;
  send(message: string): void;
  /** Bytes that were sent and have not left yet. */
  readonly queuedBytes: number;
  /** Leaves what the other side sends where it is, or goes on reading. */
  setPaused(isPaused: boolean): void;
  /** Closes at once; `reason` reaches `onClose`. */
  close(reason: Error): void;
}

export interface CdpListeners {
  onMessage(message: string): void;
  onClose(reason: Error): void;
  /** All that waited to be sent has left. */
  onDrain?(): void;
}

/** How much one side may hold for the other. */
export interface CdpLimits {
  /** Largest answer that is read; to the call of a larger one a failure is told instead. */
  maxMessageBytes: number;
  /**
   * Larger events are not told: a page makes them of any size, with addresses that hold their data, and each would be read
   * by the one thread that serves all others. No limit of their own when absent.
   */
  maxEventBytes?: number;
  /** The most bytes that may wait when the browser does not read. */
  maxQueuedBytes: number;
}

/** A page's whole HTML or a long screenshot is one message. Node's longest string holds 512 MB. */
export const CDP_LIMITS: CdpLimits = {
  maxMessageBytes: 256 * 2 ** 20,
  maxEventBytes: 4 * 2 ** 20,
  maxQueuedBytes: 64 * 2 ** 20,
};
