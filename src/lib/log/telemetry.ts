import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import Histogram from 'prom-client/lib/histogram.js';
import Registry from 'prom-client/lib/registry.js';

/** The counters of the service: one function an event, labels of few values only. */
export interface Telemetry {
  requestAnswered(event: { route: string; method: string; status: number; durationMs: number }): void;
  scraped(event: { errorCode: string | undefined; durationMs: number; isCacheHit: boolean }): void;
  /** A page of a crawl or batch scrape came to an end; `result` is ok, the code of its error, or why it was dropped. */
  jobPageEnded(event: { kind: string; result: string }): void;
  webhookCalled(event: { result: 'delivered' | 'failed' | 'given up'; durationMs: number }): void;
  /** A language model was asked for a part of a document; `result` is ok, or what failed. */
  modelAsked(event: ModelCounts): void;
  /** Tells of the browsers, from now on, whenever somebody asks. */
  watchBrowsers(read: () => BrowserCounts): void;
  /** Likewise of the memory for large pages. */
  watchPageMemory(read: () => PageMemoryCounts): void;
  /** Everything counted so far, in the Prometheus text format. */
  render(): Promise<{ contentType: string; body: string }>;
}

/** A question to a language model: what for, what came of it, requests and tokens as far as the endpoint told them. */
export interface ModelCounts {
  subject: string;
  result: string;
  requests: number;
  promptTokens: number;
  completionTokens: number;
}

/** How many browsers, pages in them, and requests that wait for a place there are; and how much memory they take. */
export interface BrowserCounts {
  browsers: number;
  pages: number;
  waiting: number;
  residentBytes: number;
}

/** Bytes by what they are taken for, and scrapes that wait for some. */
export interface PageMemoryCounts {
  bodyBytes: number;
  arrivedBytes: number;
  workBytes: number;
  waiting: number;
}

type GaugeList<Counts> = ReadonlyArray<[name: string, help: string, of: keyof Counts]>;

const MEMORY_GAUGES: GaugeList<PageMemoryCounts> = [
  ['decant_page_memory_body_bytes', 'Memory taken for large bodies that are fetched.', 'bodyBytes'],
  [
    'decant_page_memory_arrived_bytes',
    'Memory taken by large pages from browsers, readers, cache.',
    'arrivedBytes',
  ],
  [
    'decant_page_memory_work_bytes',
    'Memory taken for conversions of large pages and their results.',
    'workBytes',
  ],
  ['decant_page_memory_waiting', 'Scrapes that wait for memory.', 'waiting'],
];

const BROWSER_GAUGES: GaugeList<BrowserCounts> = [
  ['decant_browsers', 'Browsers that run.', 'browsers'],
  ['decant_browser_pages', 'Pages that browsers show.', 'pages'],
  ['decant_browser_waiting', 'Scrapes that wait for a place in a browser.', 'waiting'],
  ['decant_browser_resident_memory_bytes', 'Resident memory of all browsers.', 'residentBytes'],
];

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

export function createTelemetry(): Telemetry {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'decant_http_request_duration_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers,
  });
  const scrapes = new Counter({
    name: 'decant_scrapes_total',
    help: 'Scrapes by result: ok, or the code of the error.',
    labelNames: ['result'],
    registers,
  });
  const scrapeTime = new Histogram({
    name: 'decant_scrape_duration_seconds',
    help: 'Time that a scrape took, by where the page came from.',
    labelNames: ['source'],
    buckets: SECONDS,
    registers,
  });
  const jobPages = new Counter({
    name: 'decant_job_pages_total',
    help: 'Pages of crawls and batch scrapes by kind of job and result: ok, the code of the error, why it was dropped.',
    labelNames: ['kind', 'result'],
    registers,
  });
  const webhookTime = new Histogram({
    name: 'decant_webhook_duration_seconds',
    help: 'Time that a call of a webhook took, by result.',
    labelNames: ['result'],
    buckets: SECONDS,
    registers,
  });
  const modelAsked = createModelCounters(registers);
  addProcessGauges(registers);
  return {
    requestAnswered({ route, method, status, durationMs }) {
      requests.observe({ route, method, status: String(status) }, durationMs / 1000);
    },
    scraped({ errorCode, durationMs, isCacheHit }) {
      scrapes.inc({ result: errorCode ?? 'ok' });
      if (errorCode === undefined)
        scrapeTime.observe({ source: isCacheHit ? 'cache' : 'network' }, durationMs / 1000);
    },
    jobPageEnded: ({ kind, result }) => jobPages.inc({ kind, result }),
    webhookCalled: ({ result, durationMs }) => webhookTime.observe({ result }, durationMs / 1000),
    modelAsked,
    watchBrowsers: (read) => addGauges(BROWSER_GAUGES, read, registers),
    watchPageMemory: (read) => addGauges(MEMORY_GAUGES, read, registers),
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

function createModelCounters(registers: Registry[]): Telemetry['modelAsked'] {
  const made = new Counter({
    name: 'decant_model_formats_total',
    help: 'Parts of documents that a language model was asked for, by result: ok, or what failed.',
    labelNames: ['format', 'result'],
    registers,
  });
  const requests = new Counter({
    name: 'decant_model_requests_total',
    help: 'Requests to the language model for documents, those in vain included.',
    registers,
  });
  const tokens = new Counter({
    name: 'decant_model_tokens_total',
    help: 'Tokens as the language model counted them, of prompts and of completions.',
    labelNames: ['kind'],
    registers,
  });
  return function modelAsked({ subject, result, requests: sent, promptTokens, completionTokens }) {
    made.inc({ format: subject, result });
    requests.inc(sent);
    tokens.inc({ kind: 'prompt' }, promptTokens);
    tokens.inc({ kind: 'completion' }, completionTokens);
  };
}

function addProcessGauges(registers: Registry[]): void {
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of the service process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'process_cpu_seconds_total',
    help: 'CPU time of the service process.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.set((user + system) / 1e6);
    },
  });
}

function addGauges<Counts extends Record<keyof Counts, number>>(
  gauges: GaugeList<Counts>,
  read: () => Counts,
  registers: Registry[],
): void {
  for (const [name, help, of] of gauges) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read()[of]);
      },
    });
  }
}
