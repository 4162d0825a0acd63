import type { Random } from './random.ts';

const WORDS = `about above across after again along almost already although among answer around autumn balance
bridge bright builder careful carry castle change channel clear close coast company compare corner country course
current decision deliver depend detail distance early earth effort eight engine enough entire evening every example
expect factor family farmer figure finish follow forest forward garden gather general gentle glass grain ground group
growth harbour heavy history hour however hundred improve increase inside island journey keep kitchen language large
later learn letter level library light little local machine market matter measure method middle minute model morning
mountain moving narrow nature nearly never north notice number office often open order other outside paper partner
pattern people perhaps person picture place planet platform point possible power prepare present problem process
product promise proper public quarter question quiet rather reach reason record region remain report result return
river rough round sample school season second section sense service several shadow shape share shelter short should
signal simple single slowly small smooth sound source south special spring square standard station steady still stone
store storm stream street strong summer supply surface system table teacher thought through together toward traffic
travel under understand usual valley value village visit voice walk water weather weight western where which while
whole window winter without wonder wooden world worth writer yellow young café naïve Zürich “quoted” mid–range`.split(
  /\s+/,
);

/** Lower-case words with spaces between them. */
export function words(random: Random, min: number, max: number): string {
  return Array.from({ length: random.int(min, max) }, () => random.pick(WORDS)).join(' ');
}

/** Words that begin with a capital, without a full stop. */
export function title(random: Random, min = 3, max = 8): string {
  const text = words(random, min, max);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A path segment of words. */
export function slug(random: Random): string {
  return words(random, 2, 5)
    .replace(/[^\w ]/g, 'e')
    .replaceAll(' ', '-')
    .toLowerCase();
}

/** Sentences with links, emphasis and code in them, as many as real articles have. */
export function prose(random: Random, minSentences: number, maxSentences: number): string {
  return random.repeat(minSentences, maxSentences, (index) => `${index > 0 ? ' ' : ''}${sentence(random)}`);
}

function sentence(random: Random): string {
  const opening = title(random, 3, 9);
  const closing = words(random, 3, 12);
  const middle = random.chance(0.45)
    ? inline(random)
    : random.pick([',', ' and', ' &amp;', ' &mdash;', ' or']);
  return `${opening}${middle} ${closing}.`;
}

function inline(random: Random): string {
  const text = words(random, 1, 4);
  switch (random.int(0, 6)) {
    case 0:
    case 1:
      return ` <a href="/topics/${slug(random)}" class="link link--inline" data-ref="${random.int(1e5, 1e6)}">${text}</a>`;
    case 2:
      return ` <a href="https://${random.pick(WORDS.slice(0, 200))}.example/${slug(random)}?ref=${random.int(1, 999)}&amp;utm_source=body" rel="noopener nofollow" target="_blank">${text}</a>`;
    case 3:
      return ` <em>${text}</em>`;
    case 4:
      return ` <strong>${text}</strong>`;
    case 5:
      return ` <code>${random.pick(WORDS)}_${random.pick(WORDS)}()</code>`;
    default:
      return `<sup id="ref-${random.int(1, 999)}"><a href="#note-${random.int(1, 99)}">[${random.int(1, 99)}]</a></sup>,`;
  }
}
