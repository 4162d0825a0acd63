import type { Socket } from 'node:net';

/**
 * Makes the two headers that undici writes itself look like a browser's: `Host` and `Connection` begin with a capital
 * there, and some sites turn away those that differ. They stand first in a request, before anything of a caller.
 */
export function writeLikeBrowser(socket: Socket): void {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  socket.write = (data: string | Uint8Array, ...rest: unknown[]) =>
    write(typeof data === 'string' ? capitalize(data) : data, ...rest);
}

function capitalize(request: string): string {
  return request.replace('\r\nhost: ', '\r\nHost: ').replace('\r\nconnection: ', '\r\nConnection: ');
}
