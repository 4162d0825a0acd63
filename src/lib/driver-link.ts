/** The side of a program that drives a browser by messages of the DevTools protocol, JSON texts. */
export interface DriverPeer {
  send(message: string): void;
  /** Bytes that were sent and have not left yet. */
  readonly queuedBytes: number;
  /** Leaves what the program says where it is, or goes on reading. */
  setPaused(isPaused: boolean): void;
  /** Ends the conversation; `code` is a close code of WebSocket. */
  close(code: number, reason: string): void;
}

/** The browser's side of that conversation. */
export interface DriverLink extends AsyncDisposable {
  take(message: string): void;
  /** All that waited for the program has left. */
  noteDrained(): void;
}

export type ConnectDriver = (peer: DriverPeer) => DriverLink;
