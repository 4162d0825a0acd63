import { addAbortListener } from 'node:events';
import { constants } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { connect, createSecureContext, rootCertificates, type SecureContext, type TLSSocket } from 'node:tls';

interface TlsOptions {
  /** The name that the certificate must have; also sent as SNI unless it is an IP address. */
  hostname: string;
  isVerified: boolean;
  signal: AbortSignal;
}

/** Speaks TLS over a connected socket. Rejects with Node's error or with the signal's reason. */
export type StartTls = (socket: Socket, options: TlsOptions) => Promise<TLSSocket>;

/** `certificateAuthorities` (PEM) are trusted besides the well-known ones. */
export function createStartTls(certificateAuthorities: readonly string[] = []): StartTls {
  let shared: SecureContext | undefined;
  /** Made on first use and kept: reading the root certificates for each connection would cost milliseconds. */
  const context = (): SecureContext =>
    (shared ??= createSecureContext({
      ...(certificateAuthorities.length > 0 ? { ca: [...rootCertificates, ...certificateAuthorities] } : {}),
      // Browsers still talk to servers without RFC 5746; OpenSSL 3 alone would not.
      secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
    }));

  return async function startTls(socket, { hostname, isVerified, signal }) {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
    const secure = connect({
      socket,
      host: hostname,
      servername: isIP(hostname) === 0 ? hostname : '',
      rejectUnauthorized: isVerified,
      secureContext: context(),
      ALPNProtocols: ['http/1.1'],
    });
    using listening = addAbortListener(signal, () => {
      secure.destroy();
      reject(signal.reason);
    });
    secure.once('secureConnect', () => resolve(secure));
    // Stays for good: a socket may fail between two owners.
    secure.on('error', (error) => {
      secure.destroy();
      reject(error);
    });
    secure.once('close', () => reject(new Error('The connection was closed during the TLS handshake')));
    return await promise;
  };
}
