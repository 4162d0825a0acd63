/** The side of somebody who looks at a session: messages are JSON, pictures are bytes. */
export interface ViewerPeer {
  sendText(text: string): void;
  sendPicture(picture: Uint8Array): void;
  /** Bytes that were sent and have not left yet. */
  readonly queuedBytes: number;
  /** Ends the view; `code` is a close code of WebSocket. */
  close(code: number, reason: string): void;
}

/** The session's side of that. Disposed of when the viewer has gone. */
export interface ViewerLink extends Disposable {
  /** A message as JSON, or a file as bytes. */
  take(message: string | Uint8Array): void;
}

/** Close codes after which asking again is of no use. */
export const VIEW_ENDED = 4404;
export const VIEW_REFUSED = 4403;
export const VIEW_BROKEN = 4400;
export const VIEW_TOO_MUCH = 4429;
