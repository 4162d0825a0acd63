import { script, html, alone, spelt, iceServer, type Attacks } from './attack.ts';

/** Other spellings of the same place, and other protocols. */
export const SPELLINGS: Attacks = {
  'hexadecimal address': spelt('0x7f000001'),
  'octal address': spelt('017700000001'),
  'decimal address': spelt('2130706433'),
  'short address': spelt('127.1'),
  'zero address': spelt('0.0.0.0'),
  'full-width digits': spelt('１２７.0.0.1'),
  'IPv6 loopback': spelt('[::1]'),
  'IPv6 zero': spelt('[::]'),
  'IPv4-mapped address': spelt('[::ffff:127.0.0.1]'),
  'IPv4-mapped address in hexadecimal': spelt('[::ffff:7f00:1]'),
  localhost: spelt('localhost'),
  'localhost with a dot': spelt('localhost.'),
  'a name below localhost': spelt('a.localhost'),
  'a name with a private address': spelt('private.test'),
  'a name with a private IPv6 address': spelt('private6.test'),
  'a name with a mapped address': spelt('mapped.test'),
  'a name with a public and a private address': spelt('mixed.test'),
  'user name that looks like a site': alone((_url, { port }) =>
    script(`location = 'http://site.localhost:80@127.0.0.1:${port}/'`),
  ),
  'STUN server': iceServer((port) => `stun:127.0.0.1:${port}`),
  'STUN server by name': iceServer((port) => `stun:private.test:${port}`),
  'TURN server over UDP': iceServer((port) => `turn:127.0.0.1:${port}?transport=udp`),
  'TURN server over TCP': iceServer((port) => `turn:127.0.0.1:${port}?transport=tcp`),
  'TURN server over TLS': iceServer((port) => `turns:127.0.0.1:${port}?transport=tcp`),
  'WebRTC candidate': html((_url, { port }) =>
    script(`(async () => {
      const here = new RTCPeerConnection(), there = new RTCPeerConnection();
      here.createDataChannel('d');
      await here.setLocalDescription(await here.createOffer());
      await there.setRemoteDescription(here.localDescription);
      await there.setLocalDescription(await there.createAnswer());
      await here.setRemoteDescription(there.localDescription);
      for (const [protocol, rest] of [['udp', ''], ['tcp', ' tcptype passive']])
        await here.addIceCandidate({ sdpMid: '0',
          candidate: 'candidate:1 1 ' + protocol + ' 2122260223 127.0.0.1 ${port} typ host' + rest }).catch(() => {});
    })()`),
  ),
};
