/**
 * Every error a caller can see: code -> status and the text used when the place that throws has nothing better.
 * Source: wire contract section 3.3. A `hidden` code is for our own use: the contract gives these answers no `code`.
 */
export const ERRORS = {
  BAD_REQUEST: { status: 400, message: 'The request is not valid' },
  BAD_REQUEST_INVALID_JSON: { status: 400, message: 'The request body is not valid JSON' },
  INVALID_ID: { status: 400, message: 'The id is not a UUID', hidden: true },
  FEATURE_NOT_AVAILABLE: { status: 400, message: 'This feature is not available on this server' },
  SCRAPE_ACTIONS_NOT_SUPPORTED: { status: 400, message: 'Actions cannot run here' },
  PARSE_UNSUPPORTED_OPTIONS: { status: 400, message: 'An uploaded file cannot be treated this way' },
  UNSUPPORTED_FILE_TYPE: { status: 400, message: 'This type of file cannot be parsed' },
  UNAUTHORIZED: { status: 401, message: 'Missing or unknown API key', hidden: true },
  PAYMENT_REQUIRED: { status: 402, message: 'Not enough credits', hidden: true },
  FORBIDDEN: { status: 403, message: 'This object belongs to another team', hidden: true },
  FEATURE_NOT_ENABLED: { status: 403, message: 'This feature is not enabled for the team', hidden: true },
  SCRAPE_ADDRESS_NOT_ALLOWED: { status: 403, message: 'The address of this URL may not be reached' },
  SCRAPE_MEDIA_ACCESS_DENIED: { status: 403, message: 'The site does not give its media to us' },
  NOT_FOUND: { status: 404, message: 'Not found', hidden: true },
  SCRAPE_NO_CACHED_DATA: { status: 404, message: 'No cached data of this page matches' },
  SCRAPE_LOCKDOWN_CACHE_MISS: {
    status: 404,
    message: 'This page is not in the cache and lockdown forbids fetching it',
  },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This method is not allowed here', hidden: true },
  SCRAPE_TIMEOUT: { status: 408, message: 'The scrape timed out' },
  MAP_TIMEOUT: { status: 408, message: 'The map timed out' },
  CONCURRENCY_QUEUE_TIMEOUT: { status: 408, message: 'No concurrency slot became free in time' },
  CONFLICT: { status: 409, message: 'The request conflicts with the state of the object', hidden: true },
  BODY_TOO_LARGE: { status: 413, message: 'The request body is larger than 10 MB', hidden: true },
  RATE_LIMITED: { status: 429, message: 'Too many requests in this minute' },
  CONCURRENCY_LIMITED: { status: 429, message: 'Too many requests wait already' },
  /** Nobody reads this answer: the client closed the connection. */
  CLIENT_CLOSED_REQUEST: { status: 499, message: 'The client closed the connection', hidden: true },
  SCRAPE_ALL_ENGINES_FAILED: { status: 500, message: 'Every way to fetch this page failed' },
  SCRAPE_SSL_ERROR: { status: 500, message: 'The TLS certificate of the page could not be verified' },
  SCRAPE_SITE_ERROR: { status: 500, message: 'The site did not answer properly' },
  SCRAPE_PROXY_SELECTION_ERROR: { status: 500, message: 'No proxy could be used' },
  SCRAPE_UNSUPPORTED_FILE_ERROR: { status: 500, message: 'This type of file cannot be converted' },
  SCRAPE_DOCUMENT_ENCRYPTED: { status: 500, message: 'The file is protected with a password' },
  SCRAPE_DOCUMENT_DAMAGED: { status: 500, message: 'The file is damaged' },
  SCRAPE_DOCUMENT_EMPTY: { status: 500, message: 'The file is empty' },
  SCRAPE_DOCUMENT_TOO_COMPLEX: { status: 500, message: 'The file needs too much time or memory to be read' },
  SCRAPE_PDF_OCR_REQUIRED: {
    status: 500,
    message: 'The text of this PDF can only be had by text recognition',
  },
  SCRAPE_PDF_INSUFFICIENT_TIME_ERROR: { status: 500, message: 'The timeout is too short for this PDF' },
  SCRAPE_ACTION_ERROR: { status: 500, message: 'An action on the page failed' },
  SCRAPE_BRANDING_NOT_SUPPORTED: { status: 500, message: 'The branding of this page cannot be told' },
  SCRAPE_AUDIO_UNSUPPORTED_URL: { status: 500, message: 'No audio can be taken from this page' },
  SCRAPE_VIDEO_UNSUPPORTED_URL: { status: 500, message: 'No video can be taken from this page' },
  SCRAPE_ZDR_VIOLATION_ERROR: { status: 500, message: 'This option cannot be used with zero data retention' },
  /** Codes that only the error lists of jobs have. */
  SCRAPE_JOB_CANCELLED: { status: 500, message: 'The job was cancelled while this page was under way' },
  SCRAPE_SITEMAP_ERROR: { status: 500, message: 'The sitemap could not be read' },
  EXTERNAL_LINK: { status: 500, message: 'The home page of another site is not followed' },
  /** The contract answers 200 with `success: false`: the clients raise it as an error all the same. */
  SCRAPE_DNS_RESOLUTION_ERROR: { status: 200, message: 'The host name could not be resolved' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is not ready', hidden: true },
  UNKNOWN_ERROR: { status: 500, message: 'An unexpected error happened' },
} as const satisfies Record<string, { status: number; message: string; hidden?: true }>;

export type ErrorCode = keyof typeof ERRORS;

/** One problem of a request, as it travels in `details` of a BAD_REQUEST. */
export interface ValidationIssue {
  path: Array<string | number>;
  code: string;
  message: string;
  keys?: string[];
}
