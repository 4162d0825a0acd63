import { hostname as machineName } from 'node:os';

/** How names are completed (resolv.conf(5)). */
export interface SearchRules {
  domains: readonly string[];
  /** A name with so many dots is asked for as it is before it is completed. */
  ndots: number;
}

/** RFC 1035 section 2.3.4, as text. */
const MAX_NAME_LENGTH = 253;
/** As in glibc. */
const MAX_NDOTS = 15;

/** Reads resolv.conf: of its `domain` and `search` lines the last counts; without any, the domain of this machine. */
export function parseSearchRules(text: string, machine: string = machineName()): SearchRules {
  let domains: readonly string[] | undefined;
  let ndots = 1;
  for (const line of text.split('\n')) {
    const [keyword, ...values] = line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/);
    if (keyword === 'search') domains = values;
    else if (keyword === 'domain') domains = values.slice(0, 1);
    else if (keyword === 'options') ndots = readNdots(values) ?? ndots;
  }
  return { domains: (domains ?? domainOf(machine)).map(bare).filter((domain) => domain !== ''), ndots };
}

/** The names to ask for, one after the other until one is known. */
export function completeName(hostname: string, { domains, ndots }: SearchRules): string[] {
  const completed = domains
    .map((domain) => `${hostname}.${domain}`)
    .filter(({ length }) => length <= MAX_NAME_LENGTH);
  const dots = hostname.split('.').length - 1;
  return dots >= ndots ? [hostname, ...completed] : [...completed, hostname];
}

function readNdots(options: readonly string[]): number | undefined {
  const written = options.map((option) => /^ndots:(\d{1,9})$/.exec(option)?.[1]).findLast(Boolean);
  return written === undefined ? undefined : Math.min(Number(written), MAX_NDOTS);
}

function domainOf(machine: string): string[] {
  const [, ...rest] = machine.split('.');
  return [rest.join('.')];
}

function bare(domain: string): string {
  return domain.replace(/^\.|\.$/g, '').toLowerCase();
}
