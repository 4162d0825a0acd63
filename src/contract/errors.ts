/**
 * Every error a caller can see: code -> status and the text used when the place that throws has nothing better.
 * Source: wire contract section 3.3. `advice` is the sentence of the reference that says what to do.
 */
export const ERRORS = {
  BAD_REQUEST: { status: 400, message: 'The request is not valid', advice: 'Correct what `details` names.' },
  BAD_REQUEST_INVALID_JSON: {
    status: 400,
    message: 'The request body is not valid JSON',
    advice: 'Send valid JSON.',
  },
  INVALID_ID: { status: 400, message: 'The id is not a UUID', advice: 'Send the id as the service gave it.' },
  FEATURE_NOT_AVAILABLE: {
    status: 400,
    message: 'This feature is not available on this server',
    advice: 'Leave it out, or set what `details` names.',
  },
  SCRAPE_ACTIONS_NOT_SUPPORTED: {
    status: 400,
    message: 'Actions cannot run here',
    advice: 'Scrape the file without actions.',
  },
  PARSE_UNSUPPORTED_OPTIONS: {
    status: 400,
    message: 'An uploaded file cannot be treated this way',
    advice: 'Leave out what `details` names.',
  },
  UNSUPPORTED_FILE_TYPE: {
    status: 400,
    message: 'This type of file cannot be parsed',
    advice: 'Send a type that the reference lists, under a name that fits.',
  },
  UNAUTHORIZED: {
    status: 401,
    message: 'Missing or unknown API key',
    advice: 'Send `Authorization: Bearer` with a key of `decant keys`.',
  },
  PAYMENT_REQUIRED: {
    status: 402,
    message: 'Not enough credits',
    advice: 'Grant the team credits: `decant teams`.',
  },
  FORBIDDEN: {
    status: 403,
    message: 'This object belongs to another team',
    advice: 'Use a key of the team that made it.',
  },
  FEATURE_NOT_ENABLED: {
    status: 403,
    message: 'This feature is not enabled for the team',
    advice: 'Enable it for the team: `decant teams`.',
  },
  SCRAPE_ADDRESS_NOT_ALLOWED: {
    status: 403,
    message: 'The address of this URL may not be reached',
    advice: 'Name the address in DECANT_ALLOW_ADDRESSES if it may be reached.',
  },
  SCRAPE_MEDIA_ACCESS_DENIED: {
    status: 403,
    message: 'The site does not give its media to us',
    advice: 'Send the headers or the profile that the site asks for.',
  },
  NOT_FOUND: {
    status: 404,
    message: 'Not found',
    advice: 'Check the path and the id; results are kept for 24 hours.',
  },
  SCRAPE_NO_CACHED_DATA: {
    status: 404,
    message: 'No cached data of this page matches',
    advice: 'Leave out `minAge` to fetch the page.',
  },
  SCRAPE_LOCKDOWN_CACHE_MISS: {
    status: 404,
    message: 'This page is not in the cache and lockdown forbids fetching it',
    advice: 'Scrape it once without `lockdown`.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'This method is not allowed here',
    advice: 'Use a method of the header `Allow`.',
  },
  SCRAPE_TIMEOUT: {
    status: 408,
    message: 'The scrape timed out',
    advice: 'Raise `timeout`, or try again later.',
  },
  MAP_TIMEOUT: { status: 408, message: 'The map timed out', advice: 'Raise `timeout`, or leave it out.' },
  CONCURRENCY_QUEUE_TIMEOUT: {
    status: 408,
    message: 'No concurrency slot became free in time',
    advice: "Send fewer at a time, or raise the team's `maxConcurrency`.",
  },
  CONFLICT: {
    status: 409,
    message: 'The request conflicts with the state of the object',
    advice: 'The text says what is in the way.',
  },
  SESSION_DESTROYED: {
    status: 410,
    message: 'The browser session has been destroyed',
    advice: 'Scrape the page again, or create another session.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    message: 'The request body is larger than 10 MB',
    advice: 'Send less at once; files go to `/v2/parse`.',
  },
  RATE_LIMITED: {
    status: 429,
    message: 'Too many requests in this minute',
    advice: 'Wait for the seconds of `Retry-After`.',
  },
  CONCURRENCY_LIMITED: {
    status: 429,
    message: 'Too many requests wait already',
    advice: 'Wait for the seconds of `Retry-After`.',
  },
  /** Nobody reads this answer: the client closed the connection. */
  CLIENT_CLOSED_REQUEST: {
    status: 499,
    message: 'The client closed the connection',
    advice: 'None: nobody reads it.',
  },
  SCRAPE_ALL_ENGINES_FAILED: {
    status: 500,
    message: 'Every way to fetch this page failed',
    advice: 'Try again later.',
  },
  SCRAPE_SSL_ERROR: {
    status: 500,
    message: 'The TLS certificate of the page could not be verified',
    advice: 'Leave `skipTlsVerification` on if the page may be read anyway.',
  },
  SCRAPE_SITE_ERROR: {
    status: 500,
    message: 'The site did not answer properly',
    advice: 'Look at the site; try again later.',
  },
  SCRAPE_PROXY_SELECTION_ERROR: {
    status: 500,
    message: 'No proxy could be used',
    advice: 'Check DECANT_PROXIES_BASIC and DECANT_PROXIES_ENHANCED.',
  },
  SCRAPE_UNSUPPORTED_FILE_ERROR: {
    status: 500,
    message: 'This type of file cannot be converted',
    advice: 'Ask for formats that such a file can have, or list its parser.',
  },
  SCRAPE_DOCUMENT_ENCRYPTED: {
    status: 500,
    message: 'The file is protected with a password',
    advice: 'Remove the password.',
  },
  SCRAPE_DOCUMENT_DAMAGED: {
    status: 500,
    message: 'The file is damaged',
    advice: 'Check whether another program opens it.',
  },
  SCRAPE_DOCUMENT_EMPTY: { status: 500, message: 'The file is empty', advice: 'Check what the site sends.' },
  SCRAPE_DOCUMENT_TOO_COMPLEX: {
    status: 500,
    message: 'The file needs too much time or memory to be read',
    advice: 'Split the file.',
  },
  SCRAPE_PDF_OCR_REQUIRED: {
    status: 500,
    message: 'The text of this PDF can only be had by text recognition',
    advice: 'Use the `mode` auto or ocr of the PDF parser.',
  },
  SCRAPE_PDF_INSUFFICIENT_TIME_ERROR: {
    status: 500,
    message: 'The timeout is too short for this PDF',
    advice: 'Raise `timeout`, or lower `maxPages`.',
  },
  SCRAPE_ACTION_ERROR: {
    status: 500,
    message: 'An action on the page failed',
    advice: '`details` names the action; check its selector.',
  },
  SCRAPE_BRANDING_NOT_SUPPORTED: {
    status: 500,
    message: 'The branding of this page cannot be told',
    advice: 'Ask for `branding` of a web page.',
  },
  SCRAPE_AUDIO_UNSUPPORTED_URL: {
    status: 500,
    message: 'No audio can be taken from this page',
    advice: 'Ask for `audio` of a page that plays some.',
  },
  SCRAPE_VIDEO_UNSUPPORTED_URL: {
    status: 500,
    message: 'No video can be taken from this page',
    advice: 'Ask for `video` of a page that plays some.',
  },
  SCRAPE_ZDR_VIOLATION_ERROR: {
    status: 500,
    message: 'This option cannot be used with zero data retention',
    advice: 'Leave one of the two out.',
  },
  SCRAPE_PROMPT_INJECTION_DETECTED: {
    status: 403,
    message: 'The page tries to instruct the language model',
    advice: 'Leave `checkPromptInjection` out if you want its data nonetheless.',
  },
  /** Codes that only the error lists of jobs have. */
  SCRAPE_JOB_CANCELLED: {
    status: 500,
    message: 'The job was cancelled while this page was under way',
    advice: 'None: somebody cancelled the job.',
  },
  SCRAPE_SITEMAP_ERROR: {
    status: 500,
    message: 'The sitemap could not be read',
    advice: 'Name further pages yourself, or use `sitemap: skip`.',
  },
  EXTERNAL_LINK: {
    status: 500,
    message: 'The home page of another site is not followed',
    advice: 'Crawl that site by itself.',
  },
  /** The contract answers 200 with `success: false`: the clients raise it as an error all the same. */
  SCRAPE_DNS_RESOLUTION_ERROR: {
    status: 200,
    message: 'The host name could not be resolved',
    advice: 'Check the name.',
  },
  SESSION_FAILED: {
    status: 502,
    message: 'The browser of the session could not be used; nothing was run',
    advice: 'Try again; `decant doctor` says what is missing.',
  },
  SUPPORT_TIMEOUT: {
    status: 504,
    message: 'The support found no answer in time',
    advice: 'Ask again; the answer has what was found.',
  },
  SEARCH_UNAVAILABLE: {
    status: 503,
    message: 'No search provider answered',
    advice: 'Try again later; `details` names each provider with the variable that it is set by.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'The service is not ready',
    advice: 'Try again; `decant doctor` says what is missing.',
  },
  UNKNOWN_ERROR: {
    status: 500,
    message: 'An unexpected error happened',
    advice: 'Report it with the `x-request-id` of the answer.',
  },
} as const satisfies Record<string, { status: number; message: string; advice: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One problem of a request, as it travels in `details` of a BAD_REQUEST. */
export interface ValidationIssue {
  path: Array<string | number>;
  code: string;
  message: string;
  keys?: string[];
}
