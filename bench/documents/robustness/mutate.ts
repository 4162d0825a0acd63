import { createRandom, type Random } from '../../pages/random.ts';

const INTERESTING = [0x00, 0xff, 0x7f, 0x80, 0x20, 0x0a, 0x3c, 0x7b, 0x7d, 0x5c];
const MAX_STEPS = 12;

/** A file with some bytes flipped, cut out, doubled, overwritten or moved; the same seed makes the same file. */
export function mutate(bytes: Uint8Array, seed: number): Buffer {
  const random = createRandom(seed);
  let mutated: Buffer = Buffer.from(bytes);
  const steps = random.chance(0.3) ? 1 : random.int(1, MAX_STEPS);
  for (let step = 0; step < steps && mutated.length > 0; step++) mutated = mutateOnce(mutated, random);
  return mutated;
}

function mutateOnce(bytes: Buffer, random: Random): Buffer {
  const at = random.int(0, bytes.length - 1);
  const length = random.int(1, Math.min(random.pick([4, 64, 4_096]), bytes.length - at));
  switch (random.int(0, 6)) {
    case 0:
      bytes[at] = bytes[at]! ^ (1 << random.int(0, 7));
      return bytes;
    case 1:
      bytes[at] = random.pick(INTERESTING);
      return bytes;
    case 2:
      // Lengths and offsets are mostly four bytes.
      if (at + 4 <= bytes.length)
        bytes.writeUInt32LE(random.pick([0, 1, 0x7fff_ffff, 0xffff_ffff, bytes.length]), at);
      return bytes;
    case 3:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 4:
      return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    case 5: {
      const other = random.int(0, bytes.length - length);
      bytes.copyWithin(other, at, at + length);
      return bytes;
    }
    default:
      return random.chance(0.2)
        ? bytes.subarray(0, at + 1)
        : bytes.fill(random.pick(INTERESTING), at, at + length);
  }
}
