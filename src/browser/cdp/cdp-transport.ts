/** Carries whole messages, JSON texts, to and from a browser. */
export interface CdpTransport {
  /** To be called once, before anything is sent; `onClose` is called once, whoever closed it, and nothing after it. */
  listen(listeners: CdpListeners): void;
  send(message: string): void;
  /** Closes at once; `reason` reaches `onClose`. */
  close(reason: Error): void;
}

export interface CdpListeners {
  onMessage(message: string): void;
  onClose(reason: Error): void;
}

/** How much one side may hold for the other. */
export interface CdpLimits {
  /** Largest message that is read. */
  maxMessageBytes: number;
  /** What may wait to be sent when the browser does not read. */
  maxQueuedBytes: number;
}

/** A page's whole HTML or a long screenshot is one message. Node's longest string holds 512 MB. */
export const CDP_LIMITS: CdpLimits = {
  maxMessageBytes: 256 * 2 ** 20,
  maxQueuedBytes: 64 * 2 ** 20,
};
