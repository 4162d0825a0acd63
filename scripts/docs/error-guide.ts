import type { ErrorCode } from '../../src/contract/errors.ts';

/** What `docs/errors.md` says of a code beside its sentence in the table; Markdown, with links between documents. */
export interface ErrorGuide {
  /** When a caller sees it. */
  readonly cause: string;
  /** Steps, the first one to try first. */
  readonly fixes: readonly string[];
}

/** A code without a guide does not compile. */
export const ERROR_GUIDE: Readonly<Record<ErrorCode, ErrorGuide>> = {
  BAD_REQUEST: {
    cause:
      'A field is unknown, misspelt, of a wrong type or out of its range, or two options exclude each other. Fields of version 1 of the protocol (`pageOptions`, `extract`) are unknown too.',
    fixes: [
      'Read `details`: a list of `{path, code, message}`; `unrecognized_keys` names fields that do not exist.',
      'Compare the request with its endpoint in the [reference](api.md); a request that the dashboard made can be copied from there.',
    ],
  },
  BAD_REQUEST_INVALID_JSON: {
    cause: 'The body ends too early or breaks the rules of JSON, mostly because a shell ate its quotes.',
    fixes: [
      'Put the body between single quotes in a shell, or into a file: `curl -d @body.json`.',
      'The message says at which place the text stops being JSON.',
    ],
  },
  INVALID_ID: {
    cause:
      'The id in the path is no UUID: cut short, with a blank or a placeholder, or that of another product.',
    fixes: [
      'Take the `id` of the answer that started the job, or `metadata.scrapeId` of a document, as it is.',
    ],
  },
  FEATURE_NOT_AVAILABLE: {
    cause:
      'The request needs a part that this server does not have: a language model, a browser, a search provider, a database.',
    fixes: [
      'Set the variable that `details.variable` names and start again; `decant doctor` shows which parts work.',
      'Leave out the option that `details` names.',
      'Formats that a [model](answers.md#with-a-model) makes: `DECANT_LLM_BASE_URL` and `DECANT_LLM_MODEL`.',
    ],
  },
  SCRAPE_ACTIONS_NOT_SUPPORTED: {
    cause: 'The URL leads to a file, such as a PDF, or to plain text: there is no page to click on.',
    fixes: ['Scrape it without `actions`.', 'Give the address of the page that links to the file instead.'],
  },
  PARSE_UNSUPPORTED_OPTIONS: {
    cause: '`POST /v2/parse` was sent an option or a format that only a page in a browser can have.',
    fixes: [
      'Leave out what the message names; [by upload or by URL](documents.md#by-upload-or-by-url-and-which-files) says what a file can have.',
    ],
  },
  UNSUPPORTED_FILE_TYPE: {
    cause: 'The bytes of the file are of a kind that no reader takes, or its name promises another kind.',
    fixes: [
      'See [which files](documents.md#by-upload-or-by-url-and-which-files) are read, and convert it to one of them.',
      'Send the name with its true ending: `-F file=@report.pdf`.',
    ],
  },
  UNAUTHORIZED: {
    cause:
      'The header `Authorization: Bearer fc-...` is missing, or its key was revoked, belongs to another service or data folder, or is the shortened form of a list.',
    fixes: [
      '`npx decant keys` lists the keys of this data folder; `npx decant keys create` makes one and shows it.',
      'Check that a proxy with a login of its own does not take the header away.',
      'All about keys: [keys](accounts.md).',
    ],
  },
  PAYMENT_REQUIRED: {
    cause: 'The team has a limit of credits, and what is left is used up or held for jobs that run.',
    fixes: [
      '`decant teams set NAME --credits unlimited`, or a higher number.',
      'Wait for running jobs: they give back what they do not need ([credits](accounts.md#credits)).',
    ],
  },
  FORBIDDEN: {
    cause:
      'The scrape, job, session or key belongs to another team; or a page of another origin calls a service that runs without keys, or a signed link was changed.',
    fixes: ['Use a key of the team that made the object.', 'Open links as they were given, whole.'],
  },
  FEATURE_NOT_ENABLED: {
    cause:
      'Zero data retention, `ignoreRobotsTxt`, `robotsUserAgent` and some options of searches are allowed for each team by itself.',
    fixes: [
      'The operator allows it: `decant teams set NAME --zero-data-retention` ([teams](accounts.md#teams)).',
      'Leave the option out.',
    ],
  },
  SCRAPE_ADDRESS_NOT_ALLOWED: {
    cause:
      'The URL, or a redirect of it, leads to an address that is not public: `localhost`, `127.0.0.1`, `192.168...`, `10...`, a container, a metadata service of a cloud.',
    fixes: [
      'Name what may be reached when the service starts: `DECANT_ALLOW_ADDRESSES=10.0.3.0/24,wiki.intra:8080`.',
      'What that opens, and to whom: [safety](safety.md).',
    ],
  },
  SCRAPE_MEDIA_ACCESS_DENIED: {
    cause:
      'The site answers the request for its sound or film with a refusal: a login, a country, a token that has run out.',
    fixes: ['Send `headers` that the site asks for.', 'Log in once and use the [profile](profiles.md).'],
  },
  NOT_FOUND: {
    cause:
      'There is nothing at this path; or the id is unknown, of another team, of another data folder, or its result is older than 24 hours.',
    fixes: [
      'Compare the path with the [reference](api.md): all of them begin with `/v2`.',
      'Ids of the last day: `GET /v2/team/activity`, or `decant jobs`.',
      'Keep results as they come, by [webhook](webhooks.md) or as files of `decant crawl`.',
    ],
  },
  SCRAPE_NO_CACHED_DATA: {
    cause:
      '`minAge` asks for a stored copy, and the team has none that is old enough, or none with these options.',
    fixes: [
      'Leave out `minAge` to fetch the page.',
      'Which requests share a copy: [the cache](scraping.md#the-cache-stored-or-fresh).',
    ],
  },
  SCRAPE_LOCKDOWN_CACHE_MISS: {
    cause: '`lockdown` never connects to the site, and no copy of the page is stored for these options.',
    fixes: ['Scrape it once without `lockdown`, then again with it.'],
  },
  METHOD_NOT_ALLOWED: {
    cause: 'The path exists, with another method: a GET where a POST is meant, mostly.',
    fixes: ['Use a method of the header `Allow`; with curl, `-d` makes a POST.'],
  },
  SCRAPE_TIMEOUT: {
    cause:
      'The work was not done within `timeout` (60 seconds when none is given): a slow site, a long PDF or scan, waits and actions, a slow model.',
    fixes: [
      'Raise `timeout`, up to 300,000 ms; the client has to wait longer than that.',
      'Take out `waitFor` and waits that are not needed.',
      '`decant scrape URL --explain` shows where the time goes.',
    ],
  },
  MAP_TIMEOUT: {
    cause: 'The map found nothing within the `timeout` that was given: the site and its sitemaps are slow.',
    fixes: [
      'Leave `timeout` out: the map then takes the time that it needs.',
      '`sitemap: only` or `skip` asks less of the site.',
    ],
  },
  CONCURRENCY_QUEUE_TIMEOUT: {
    cause:
      'The scrape never began: the team had as many under way as it may, all places of the browser were taken, or the memory for large pages was.',
    fixes: [
      'Send fewer at a time, or use a [batch](crawling.md), which waits as long as it takes.',
      "Raise the team's limit (`decant teams set NAME --concurrency 20`) or `DECANT_BROWSER_PAGES`, as the message says.",
    ],
  },
  CONFLICT: {
    cause:
      'The object is in another state than the request takes it for: the job has ended, the batch was cancelled, the profile is being written, an `x-idempotency-key` came with another body, the data folder is in use.',
    fixes: [
      'Read the message: it names what is in the way.',
      'Take a new `x-idempotency-key` for each new request.',
    ],
  },
  SESSION_DESTROYED: {
    cause:
      'The browser session was ended, reached the end of its life, or nobody used it for too long; the message says which.',
    fixes: [
      'Scrape the page again, or create another session.',
      'Give it more time when it is made: `ttl` and `activityTtl` ([sessions](sessions.md)).',
    ],
  },
  BODY_TOO_LARGE: {
    cause: 'The JSON of the request has more than 10 MB, or a file more than 50 MB.',
    fixes: [
      'Cut a long list of URLs into several batches.',
      'Upload files to `POST /v2/parse` instead of putting them into JSON.',
    ],
  },
  RATE_LIMITED: {
    cause:
      'The team made as many requests of this kind within a minute as its limits allow. It is not the site that was scraped.',
    fixes: [
      'Wait for the seconds of `Retry-After`, then send it again.',
      'The operator raises the [rate limits](accounts.md#rate-limits) of the team.',
    ],
  },
  CONCURRENCY_LIMITED: {
    cause:
      'Too much of the team waits already: 5,000 calls, 1,000 jobs that have not ended, its browser sessions, its uploads.',
    fixes: [
      'Wait for the seconds of `Retry-After`.',
      'Cancel jobs that are not needed (`decant jobs cancel`), end sessions that nobody uses.',
    ],
  },
  CLIENT_CLOSED_REQUEST: {
    cause:
      'The client hung up before the answer: its own timeout, a closed tab, a proxy in between. It stands in logs only.',
    fixes: ['Let the client, and every proxy on the way, wait longer than `timeout`.'],
  },
  SCRAPE_ALL_ENGINES_FAILED: {
    cause:
      'Neither a plain request nor a browser brought the page; the message has the reason of each that tried.',
    fixes: [
      'Open the page in a browser of your own: is it up?',
      '`decant doctor` says whether the browser works here.',
      'Try later, or through [another proxy](browser.md#proxies).',
    ],
  },
  SCRAPE_SSL_ERROR: {
    cause:
      'The certificate of the site has run out, is made out to another name, or nobody known signed it, and `skipTlsVerification` is `false`.',
    fixes: [
      'Leave `skipTlsVerification` out: it is on unless it is given, and the page is read ([certificates](scraping.md#certificates)).',
    ],
  },
  SCRAPE_SITE_ERROR: {
    cause:
      'The site refused or broke the connection, redirected in a circle, sent more than is allowed, or its page could not be shown. The message says which.',
    fixes: [
      'Open the page in a browser of your own: is it up?',
      'Larger pages: `DECANT_MAX_PAGE_BYTES`.',
      'Blocked for the address of the server: [proxies](browser.md#proxies).',
    ],
  },
  SCRAPE_PROXY_SELECTION_ERROR: {
    cause:
      'No proxy of the list could be used: it does not answer, refuses its password, or its list is empty for this kind or country.',
    fixes: [
      'Check `DECANT_PROXIES_BASIC` and `DECANT_PROXIES_ENHANCED`, and the proxy with `curl -x`.',
      'How a proxy is chosen: [proxies](browser.md#proxies).',
    ],
  },
  SCRAPE_UNSUPPORTED_FILE_ERROR: {
    cause:
      'The URL leads to a file that has no text (an archive, a program, a film), whose content is not what its type says, or whose parser is not listed in `parsers`.',
    fixes: [
      'See [which files](documents.md#by-upload-or-by-url-and-which-files) are read.',
      'Add the parser that the message names, or leave `parsers` out.',
    ],
  },
  SCRAPE_DOCUMENT_ENCRYPTED: {
    cause: 'The file opens with a password only, and there is no way to give one.',
    fixes: ['Save it without its password, and send that.'],
  },
  SCRAPE_DOCUMENT_DAMAGED: {
    cause:
      'The file is cut off or broken, or is no file at all: an error page of the site under the name of a PDF.',
    fixes: ['Download it and open it with another program.', 'Save it anew there, and send that.'],
  },
  SCRAPE_DOCUMENT_EMPTY: {
    cause: 'The site answered with no bytes at all, or the file has none.',
    fixes: ['Look at what the site sends: `curl -i URL`.'],
  },
  SCRAPE_DOCUMENT_TOO_COMPLEX: {
    cause:
      'Reading the file took more memory or time than one file may have: millions of cells, pictures of enormous size, a bomb.',
    fixes: ['Split the file, or ask for fewer pages: `maxPages` of the PDF parser.'],
  },
  SCRAPE_PDF_OCR_REQUIRED: {
    cause:
      'The pages of the PDF are pictures, and the `mode` of its parser is `fast`, which reads no pictures.',
    fixes: ['Use `{"type": "pdf", "mode": "auto"}`, or `ocr` ([PDF](documents.md#pdf)).'],
  },
  SCRAPE_PDF_INSUFFICIENT_TIME_ERROR: {
    cause: 'The PDF has more pages, or more pages to recognise, than can be read within `timeout`.',
    fixes: ['Raise `timeout`, up to 300,000 ms.', 'Lower `maxPages`, and fetch the rest in a second call.'],
  },
  SCRAPE_ACTION_ERROR: {
    cause:
      'An action found no element for its selector, or the element was covered, or went away. `details` has its index.',
    fixes: [
      'Look at a screenshot just before it: `{"type": "screenshot"}` in the list of actions.',
      'Wait for the element first: `{"type": "wait", "selector": "..."}` ([actions](browser.md#actions)).',
    ],
  },
  SCRAPE_BRANDING_NOT_SUPPORTED: {
    cause:
      'The format `branding` reads colours, fonts and logos of an HTML page, and this is another type of content.',
    fixes: ['Ask for `branding` of a web page of the site.'],
  },
  SCRAPE_AUDIO_UNSUPPORTED_URL: {
    cause:
      'The page plays no sound that can be fetched as a file: none at all, a protected one, one that comes after a click, or one inside a film where no ffmpeg is here to take it out.',
    fixes: [
      'Give the page that plays it, or the file itself.',
      'Ask for the other formats without `audio`.',
      '[What is needed](browser.md#audio-and-video): `DECANT_FFMPEG_PATH`.',
    ],
  },
  SCRAPE_VIDEO_UNSUPPORTED_URL: {
    cause:
      'The page plays no film that can be fetched as a file: none at all, a protected one, or one that comes after a click.',
    fixes: ['Give the page that plays it, or the file itself.', 'Ask for the other formats without `video`.'],
  },
  SCRAPE_ZDR_VIOLATION_ERROR: {
    cause:
      '`zeroDataRetention` promises that nothing is kept, and another option of the request keeps something: a file behind a link (`audio`, `video`), the page that `changeTracking` compares, a profile that is saved.',
    fixes: ['Leave one of the two out; the message names the other.'],
  },
  SCRAPE_PROMPT_INJECTION_DETECTED: {
    cause:
      'The request asked for a check (`checkPromptInjection`), and the text of the page gives orders to language models.',
    fixes: [
      'Do not trust what a model makes of this page.',
      'Leave the check out if you want its data nonetheless.',
    ],
  },
  SCRAPE_JOB_CANCELLED: {
    cause: 'Somebody cancelled the crawl or batch while this page was fetched.',
    fixes: ['None is needed; start the job again for the rest.'],
  },
  SCRAPE_SITEMAP_ERROR: {
    cause: 'A sitemap of the site does not answer, is no XML, or is larger than is read.',
    fixes: [
      'Links of pages are followed all the same, unless `sitemap: only` was asked for: then use `include`.',
      '`sitemap: skip` leaves sitemaps alone.',
    ],
  },
  EXTERNAL_LINK: {
    cause:
      'A crawl with `allowExternalLinks` came to the home page of another site, which it does not follow: it would become a crawl of the web.',
    fixes: ['Crawl that site by itself.'],
  },
  SCRAPE_DNS_RESOLUTION_ERROR: {
    cause: 'No name server knows the host: a typing mistake, a domain that is gone, an internal name.',
    fixes: [
      'Check the spelling: `nslookup HOST`.',
      'Names of an intranet: `DECANT_DNS_SERVERS`, and `DECANT_ALLOW_ADDRESSES` for their addresses.',
    ],
  },
  SESSION_FAILED: {
    cause:
      'The browser of the session crashed, did not start, or could not be reached. The code of the call was not run.',
    fixes: [
      'Send it again.',
      '`decant doctor` says whether the browser works here; [sessions](sessions.md) what they need.',
    ],
  },
  SUPPORT_TIMEOUT: {
    cause:
      'The support has to look at much, and ended at its limit; the answer has what it found until then.',
    fixes: ['Ask again, about one scrape or job by its id.'],
  },
  SEARCH_UNAVAILABLE: {
    cause: 'Every search provider that is configured failed: down, out of quota, a wrong key.',
    fixes: [
      '`details` names each one with what it said and its variable.',
      'What was scraped before is found without any: [own index](search.md#own-index).',
    ],
  },
  SERVICE_UNAVAILABLE: {
    cause: 'The database, the browser or the disk is not there just now, or the service starts or stops.',
    fixes: [
      'Send it again after a moment.',
      '`GET /health/ready` and `decant doctor` say which part is missing.',
      'A [full disk](troubleshooting.md#the-disk-is-full) looks like this too.',
    ],
  },
  UNKNOWN_ERROR: {
    cause: 'A fault of Decant: something happened that its authors did not think of.',
    fixes: ['Find the line of the log with the `x-request-id` of the answer, and report it.'],
  },
};
