import { frame, quote, script, type Attacks } from './attacks/attack.ts';
import { DETOURS } from './attacks/detours.ts';
import { PARTS_OF_A_PAGE } from './attacks/parts-of-a-page.ts';
import { SCRIPTS } from './attacks/scripts.ts';
import { SPELLINGS } from './attacks/spellings.ts';

/** Everything that a page can make a browser connect with. */
export const ATTACKS: Attacks = { ...PARTS_OF_A_PAGE, ...SCRIPTS, ...DETOURS, ...SPELLINGS };

/** A name that the page of all makes the browser look up. */
export const UNKNOWN_NAME = 'fetched.invalid';

/** WebRTC is told that the other side is on a machine nearby. */
const askFor = (neighbour: string): string =>
  script(`(async () => {
  const [here, there] = [new RTCPeerConnection(), new RTCPeerConnection()];
  here.createDataChannel('d');
  await here.setLocalDescription(await here.createOffer());
  await there.setRemoteDescription(here.localDescription);
  await there.setLocalDescription(await there.createAnswer());
  await here.setRemoteDescription(there.localDescription);
  const candidate = ${quote(`candidate:1 1 udp 2122260223 ${neighbour}.local 50000 typ host`)};
  await here.addIceCandidate({ candidate, sdpMid: '0', sdpMLineIndex: 0 });
})()`);

/** All that work in frames, on one page, and a script that makes the browser ask for a machine nearby. */
export function pageOfAll(urlOf: (kind: string) => string, neighbour: string): string {
  const frames = Object.keys(ATTACKS)
    .filter((kind) => !ATTACKS[kind]?.isAlone)
    .map((kind) => frame(urlOf(kind)));
  const names = `<link rel="dns-prefetch" href="//${UNKNOWN_NAME}"><img src="http://${UNKNOWN_NAME}/">`;
  return `<!doctype html><title>all</title>${names}${askFor(neighbour)}${frames.join('\n')}`;
}
