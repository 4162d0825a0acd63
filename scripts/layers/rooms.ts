/** Rooms that do not import from each other: name and what it holds. */
export type RoomRow = Readonly<Record<string, string>>;

export type Rooms = Readonly<Record<string, readonly RoomRow[]>>;

/**
 * The order within the parts that have folders, top row first: a room imports from lower rows only. A room is a folder, or
 * loose files that are named; `.` is all other loose files.
 */
export const ROOMS: Rooms = {
  cli: [
    { '.': 'a file a command, and the list of them' },
    { jobs: 'jobs of the service, told from here' },
    {
      completion: 'words that a shell completes',
      documents: 'documents that are made here or asked of a service',
      shell: 'one page that is fetched once and tried',
      crawl: 'following a crawl and writing its pages into a folder',
      mcp: 'tools for agents over standard input and output',
      sessions: 'a prompt for a browser session, here or at a service',
    },
    { output: 'documents on the terminal or in files; nothing in them steers a terminal' },
    { 'option-flags.ts': 'flags from the options of the contract' },
    {
      command:
        'the shape of a command, its numbers, its columns of help, its database, the service that it asks',
    },
  ],
  'doors/http': [
    { 'server.ts': 'the server and its limits' },
    { mcp: 'tools for agents (Model Context Protocol)' },
    { '.': 'routes, and what they need' },
    {
      dashboard: 'the dashboard, and signing in to it',
      docs: 'the documentation as pages, and as texts for models',
      body: 'bodies from callers, as JSON or as files',
      pages: 'pages for people; OpenAPI',
      read: 'a page as Markdown, by its address alone',
      watch: 'the WebSocket of a job',
      sessions: 'the WebSockets of sessions, and the page of their live view',
    },
    { web: 'files and pages for browsers: types stripped, addresses with a digest, kept for a year' },
    {
      'errors.ts upgrades.ts refuse-upgrade.ts markup.ts base-url.ts bearer-token.ts browser-access.ts rate-limit.ts request-log.ts draining.ts keep-until-closed.ts':
        'what all of them need',
    },
  ],
  jobs: [
    { work: 'the worker: claims pages, runs them, hands their ends over' },
    { settle: 'the one transaction that writes what came of pages' },
    {
      begin: 'jobs are created and get pages',
      end: 'jobs end, are cancelled, are purged',
      status: 'jobs are read and watched',
    },
    { model: 'rows, keys and events that the others share' },
  ],
  scraper: [
    { '.': 'one scrape from its cache to its answer; the scraper is put together' },
    {
      changes: 'change tracking: snapshots and their differences',
      fetch: 'the way to a page: engine after engine, proxy after proxy',
      cache: 'pages that were scraped before',
      meaning: 'formats made by a language model',
    },
    { convert: 'bytes to formats, in a thread when they are many', engines: 'HTTP and browser' },
    { 'page.ts page-task.ts': 'a page to scrape, and as it was fetched' },
    {
      transforms: 'what goes from a page',
      actions: 'what is done on a page',
      profiles: 'logins of teams',
      media: 'sound and film',
      memory: 'bytes of large pages',
      'site-memory': 'what pages of a site have in common',
      learnt: 'answers of a language model that are kept, and rules that were learnt from them',
    },
    {
      'packed-document.ts compared-text.ts':
        'a document with large fields as bytes; the text of one to compare',
      'price.ts': 'what a scrape costs',
    },
    { formats: 'a file an output format, and what their entries tell of a request' },
    { 'trace.ts location.ts artefact.ts': 'what is noted of a scrape' },
  ],
  frontier: [
    { '.': 'which URLs belong to a crawl, and a site with its files' },
    { sitemap: 'sitemaps, read within budgets' },
    {
      robots: 'robots.txt',
      traps: 'signs of endless pages',
      relevance: 'links that fit a search',
      patterns: 'includePaths and excludePaths',
    },
    { 'start-folder.ts': 'where a crawl begins' },
    { 'same-page': 'when two URLs are one page', 'fetch-site-file.ts is-file-path.ts': 'a file of a site' },
  ],
  readers: [
    { detect: 'the kind of a file, from its bytes, name and declared type' },
    {
      process: 'documents are read in processes that hold nothing',
      'index.ts': 'the registry of readers of text, of documents and of what is refused',
    },
    { 'document-files.ts': 'the registry of documents: an entry a kind' },
    { text: 'text in the service itself: HTML, JSON, CSV, Markdown, code', image: 'pictures' },
    {
      doc: 'Word 97',
      docx: 'Word',
      epub: 'books',
      odt: 'OpenDocument text and slides',
      pdf: 'PDF',
      ppt: 'PowerPoint 97',
      pptx: 'PowerPoint',
      rtf: 'RTF',
      spreadsheet: 'xlsx, xls, xlsb, ods',
    },
    { slides: 'the order of shapes on a slide, numbers of its lists; slides as HTML' },
    { 'text-document': 'HTML from paragraphs, lists, tables and notes, for all Word-like files' },
    {
      'html-writer': 'pictures, links and footnotes as HTML; how much may be written',
      'office-art': 'drawings of old Office',
    },
    {
      odf: 'what OpenDocument files share',
      ooxml: 'what Office files share',
      cfb: 'the folder in a file of old Office',
      ocr: 'text in pictures',
    },
    { office: 'lists, notes, formulas of Word-like files' },
    { xml: 'XML', zip: 'archives' },
    { '.': 'what a reader is, and what it makes' },
  ],
  'readers/pdf': [
    { '.': 'the reading of a file, page by page' },
    { structure: 'blocks from the tags of a file', pictures: 'pictures on a page', metadata: 'properties' },
    { layout: 'lines, columns, tables and headings from words', 'pdf-session.ts': 'an open file' },
    { extract: 'words, drawings, links and notes of a page' },
    { pdfium: 'calls of PDFium', repair: 'damaged files' },
    { 'pdf-page.ts count-letters.ts find-link.ts reading-clock.ts': 'what a page holds' },
  ],
  browser: [
    { '.': 'pictures, prints, branding and media of a page' },
    { relay: 'browsers for other processes', live: 'a session is shown to people, who may drive it' },
    { pool: 'tabs are leased' },
    {
      consent: 'cookie dialogues',
      profiles: 'logins that last',
      sharing: 'the browser of a session, which several drivers share',
      sight: 'what readers see of a page, and acting on it by number',
    },
    { input: 'clicks, keys, scrolling' },
    { page: 'a page: go, settle, capture' },
    { start: 'a Chromium is started, with its sandbox and contexts' },
    {
      install: 'a Chromium is found and unpacked, with fonts',
      emulation: 'what a browser looks like to a page',
    },
    {
      cdp: 'the protocol of Chromium',
      'page-scripts': 'code that runs in pages',
      'browser-failure.ts browser-identity.ts page-problem.ts proxy-address.ts': 'failures and names',
    },
  ],
  runners: [
    { '.': 'sessions of code: a spare, calls, ends' },
    { node: 'the program that runs code beside Playwright' },
    {
      shell: 'bash, and agent-browser in it',
      python: "Playwright's Python, by calls on the objects of the node runner",
    },
    { driving: 'the browser of a session as Playwright drives it' },
    { process: 'one caged program: its link, its output, its rate of speech' },
    { 'code-runner.ts': 'what the others promise' },
  ],
  extract: [
    {
      selectors: 'where pages of one template have the fields of a schema, learnt from values that are known',
    },
    { fill: 'a JSON Schema is filled with facts and records' },
    { records: 'lists of a page: tables, cards, entries of its JSON-LD' },
    {
      facts: 'what a page states, with the place where it does',
      passages: 'passages of a page, which of them answer a question, what they say in short',
      grounding: 'values that a language model gave, looked up in the page',
    },
  ],
  html: [
    { outline: 'the parts of a page that stayed and that went, and the page with both' },
    { '.': 'a page and what it holds: links, images, canonical address' },
    { 'render-need': 'whether a page needs a browser' },
    {
      'main-content': 'which part of a page is its content',
      'to-markdown': 'Markdown',
      metadata: 'title, language, dates, ...',
      select: 'CSS selectors',
    },
    { parse: 'the tokenizer and the tree builder of HTML' },
    { 'page-source.ts': 'bytes and what is known of them' },
    { decode: 'encodings' },
    {
      'tree.ts tags.ts marks.ts code-at.ts formula-source.ts inert-template.ts json-ld.ts set-apart.ts srcset.ts':
        'the flat tree, and what is read from it',
    },
  ],
  'html/main-content': [
    { '.': 'the order of the steps, and the reduction to what is meant' },
    {
      drop: 'a file a thing that goes',
      offers: 'prices that stay',
      'site-frame': 'what other pages of the site tell of a page',
    },
    {
      classify: 'the type of a page and of its blocks',
      'draft.ts main-heading.ts removals.ts': 'what is decided so far',
    },
    { measure: 'words, links and classes of every element' },
    { 'rules.ts streamed-parts.ts': 'names of the rules; parts that came late' },
  ],
  text: [
    { 'search-query': 'a query, taken apart', words: 'words of any language, as they are compared' },
    { '.': 'sentences, letter grams, ranking, tokens, pieces of Markdown' },
  ],
  'search-index': [
    { '.': 'pages are written, indexed in batches, searched, trimmed' },
    { ranking: 'candidates in their order, with what is shown of each' },
    { planning: 'a query, and pages like a page, as terms and conditions' },
    { segments: 'texts as terms in segments: built, merged, held in memory, searched' },
    { 'block.ts compare-terms.ts impact.ts operator-terms.ts': 'terms, and how much a page says of one' },
    { 'index-plan.ts indexed-page.ts search-index.ts': 'what is asked, what is kept, what is answered' },
  ],
  store: [
    { '.': 'the database as its callers know it; migrations, keys' },
    {
      embedded: 'a PostgreSQL in the data folder',
      connection: 'connections and what goes over them: statements, transactions, notifications',
      blobs: 'large things, in files or S3',
    },
    {
      'partitions.ts data-folder-lock.ts process-identity.ts connection-failure.ts private-file.ts':
        'tables by day, locks, private files',
    },
    { 'queryable.ts': 'what runs a statement' },
  ],
  net: [
    { '.': 'requests to sites and to what the operator named' },
    { egress: 'the guarded proxy that browsers go through' },
    { upstream: 'proxies on the way', body: 'bodies: decompressed, counted, decoded' },
    { connection: 'connections, exchanges, redirects, retries' },
    { names: 'names become addresses' },
    { guard: 'addresses, ports and hosts that may be reached', headers: 'headers and cookies' },
  ],
  confine: [
    { '.': 'a process that confines itself; compiled code that nobody needs any more' },
    {
      cage: 'code of callers: a root, users and limits of its own',
      programs: 'programs of others, each behind its launcher',
    },
    { kernel: 'calls of Linux that Node has no function for: filters, Landlock' },
    { 'compiled-code.ts death-watch.ts': 'compiled code that is kept; an end with the service' },
  ],
  lib: [
    { settings: 'variables of the environment: their shapes, and what is wrong with them' },
    {
      json: 'JSON that is large or strange: measured, packed, written in pieces',
      log: 'lines of the log, on terminals too; counters',
      sharing: 'things that are made at first need, shared, and given back at rest',
    },
    { bytes: 'buffers: joined, counted, compressed, zipped' },
    {
      addresses: 'URLs, hosts and IP addresses as texts',
      time: 'clocks, deadlines, waits that can be ended',
      turns: 'who is next, and for how long',
    },
    { '.': 'errors, and what stands alone' },
  ],
  contract: [
    { endpoints: 'every endpoint', tools: 'every tool for agents' },
    { requests: 'what a call may say' },
    { '.': 'errors, endpoints, schemas as such' },
    { options: 'options of a scrape', documents: 'what is answered' },
    { 'needs.ts': 'what options need, and which of them this version refuses' },
  ],
};
