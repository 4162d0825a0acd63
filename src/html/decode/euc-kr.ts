const LEAD_FIRST = 0x81;
const TRAIL_FIRST = 0x41;
const ROW_LENGTH = 190;
const ROWS = 0xfe - LEAD_FIRST + 1;
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const REPLACEMENT = '\uFFFD';

/** The index, once somebody has needed it. */
const memo: { index?: Uint16Array } = {};

/**
 * Decodes EUC-KR as the standard has it (WHATWG Encoding 13.1), that is Windows code page 949: the runtime's decoder
 * knows KS X 1001 only and loses the other 8,822 Hangul syllables.
 */
export function decodeEucKr(bytes: Uint8Array): string {
  memo.index ??= buildIndex();
  const { index } = memo;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: string[] = [];
  let asciiStart = 0;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    if (asciiStart < at) parts.push(buffer.toString('latin1', asciiStart, at));
    const isLead = lead >= LEAD_FIRST && lead < 0xff;
    const trail = isLead ? (bytes[at + 1] ?? 0) : 0;
    const unit = trail < TRAIL_FIRST ? 0 : (index[pointer(lead, trail)] ?? 0);
    parts.push(unit === 0 ? REPLACEMENT : String.fromCharCode(unit));
    // An ASCII byte that does not complete a character stands for itself.
    if (unit !== 0 || trail >= 0x80) at++;
    asciiStart = at + 1;
  }
  if (asciiStart < bytes.length) parts.push(buffer.toString('latin1', asciiStart, bytes.length));
  return parts.join('');
}

function pointer(lead: number, trail: number): number {
  return (lead - LEAD_FIRST) * ROW_LENGTH + (trail - TRAIL_FIRST);
}

/** The standard's index: KS X 1001 from the runtime, then all syllables it lacks, in Unicode order, in the free places. */
function buildIndex(): Uint16Array {
  const index = new Uint16Array(ROWS * ROW_LENGTH);
  const missing = new Set<number>();
  for (let unit = FIRST_SYLLABLE; unit <= LAST_SYLLABLE; unit++) missing.add(unit);
  const decoder = new TextDecoder('euc-kr');
  for (let lead = 0xa1; lead <= 0xfe; lead++) {
    for (let trail = 0xa1; trail <= 0xfe; trail++) {
      const unit = decoder.decode(Uint8Array.of(lead, trail)).charCodeAt(0);
      if (unit === 0xfffd || isPrivate(unit)) continue;
      index[pointer(lead, trail)] = unit;
      missing.delete(unit);
    }
  }
  const rest = missing.values();
  for (let lead = LEAD_FIRST; lead <= 0xc6; lead++) {
    for (const [first, last] of freeTrails(lead)) {
      for (let trail = first; trail <= last; trail++) index[pointer(lead, trail)] = rest.next().value ?? 0;
    }
  }
  return index;
}

function freeTrails(lead: number): ReadonlyArray<readonly [first: number, last: number]> {
  if (lead === 0xc6) return [[0x41, 0x52]];
  return [
    [0x41, 0x5a],
    [0x61, 0x7a],
    [0x81, lead < 0xa1 ? 0xfe : 0xa0],
  ];
}

function isPrivate(unit: number): boolean {
  return unit >= 0xe000 && unit <= 0xf8ff;
}
