import { Socket } from 'node:net';
import { createLinkReader, FRAME_KIND, linkFrame, type FrameKind } from './link-frames.ts';
import type { FromRunner, ToRunner } from './runner-messages.ts';

/** The descriptor that a runner inherits. */
const LINK_DESCRIPTOR = 3;
const MAX_FRAME_BYTES = 512 * 2 ** 20;

export interface InsideListeners {
  onControl(message: ToRunner): void;
  onDriver(message: string): void;
  onRelay(message: string): void;
}

/** A runner's side of its link with the service. */
export interface InsideLink {
  listen(listeners: InsideListeners): void;
  tell(message: FromRunner): void;
  send(kind: FrameKind, text: string): void;
}

/** Opens the link that this process was started with; the process ends with it. */
export function openInsideLink(): InsideLink {
  const socket = new Socket({ fd: LINK_DESCRIPTOR, readable: true, writable: true });
  socket.on('close', () => process.exit(0));
  socket.on('error', () => process.exit(0));
  const send = (kind: FrameKind, text: string): void => {
    socket.write(linkFrame(kind, text));
  };
  return {
    listen({ onControl, onDriver, onRelay }) {
      const read = createLinkReader(MAX_FRAME_BYTES, (kind, text) => {
        if (kind === FRAME_KIND.control) onControl(JSON.parse(text) as ToRunner);
        else if (kind === FRAME_KIND.driver) onDriver(text);
        else onRelay(text);
      });
      socket.on('data', read);
    },
    tell: (message) => send(FRAME_KIND.control, JSON.stringify(message)),
    send,
  };
}
