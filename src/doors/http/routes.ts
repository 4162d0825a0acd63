import type { Caller } from '../../accounts/caller.ts';
import type { App } from '../../app.ts';
import type { EndpointInput, EndpointReply } from '../../contract/endpoint.ts';
import type { endpoints } from '../../contract/endpoints/index.ts';
import type { UploadedFile } from '../../contract/requests/parse.ts';
import type { JobOrigin } from '../../jobs/model/job-request.ts';
import type { Document } from '../../contract/documents/document.ts';
import { documentJson, isUnpacked, type PackedDocument } from '../../scraper/packed-document.ts';
import { signBlobsOfDocument, type SignBlob } from '../../lib/blob-reference.ts';
import { JsonText } from '../../lib/json/json-text.ts';
import { signJsonText } from '../../lib/json/sign-json-text.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { writeSearchReply } from './search-reply.ts';

type Endpoints = typeof endpoints;

export interface RouteRequest<Input> {
  input: Input;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
  /** The address at which this client reaches the service. */
  baseUrl: string;
  /** Makes the URL of a stored file that an answer refers to. */
  signBlob: SignBlob;
  /** The JSON body as it was sent, before defaults. */
  given: unknown;
  /** The file that came with it; only of endpoints with `isUpload`. */
  upload?: UploadedFile | undefined;
  /** Disposes it when the answer has left, or the client has. */
  keep: (resource: Disposable) => void;
}

/** Handlers of endpoints that need a key are told who calls. */
type Handler<E extends Endpoints[keyof Endpoints]> = E['auth'] extends 'bearer'
  ? (request: RouteRequest<EndpointInput<E>> & { caller: Caller }) => Promise<EndpointReply<E> | JsonText>
  : (request: RouteRequest<EndpointInput<E>>) => Promise<EndpointReply<E>>;

export type Routes = { readonly [Name in keyof Endpoints]: Handler<Endpoints[Name]> };

/** Every endpoint of the contract bound to what does its work. One without a handler does not compile. */
export function createRoutes(app: App): Routes {
  return {
    scrape: async ({ caller, input, signal, signBlob, keep }) =>
      documentReply(await app.scrape(caller, input.body, signal, keep), signBlob),
    scrapeStatus: async ({ caller, input, signBlob }) =>
      withDocument(await signJsonText(await app.scrapeStatus(caller, input.params.id), signBlob)),
    parse: async ({ caller, input, upload, signal, signBlob, keep }) =>
      documentReply(
        await app.parseFile(caller, { file: givenFile(upload), options: input.body.options }, signal, keep),
        signBlob,
      ),
    batchScrape: async ({ caller, input, baseUrl }) => {
      const started = await app.startBatch(caller, input.body, originOf(input, baseUrl));
      return { success: true, ...started, url: `${baseUrl}/v2/batch/scrape/${started.id}` };
    },
    batchScrapeStatus: async ({ caller, input, baseUrl, signBlob }) => {
      const url = `${baseUrl}/v2/batch/scrape/${input.params.id}`;
      const status = await app.jobStatus(caller, 'batch_scrape', input.params.id, { ...input.query, url });
      return signJsonText(status, signBlob);
    },
    batchScrapeCancel: async ({ caller, input }) => {
      await app.cancelJob(caller, 'batch_scrape', input.params.id);
      return { success: true, status: 'cancelled' };
    },
    batchScrapeErrors: async ({ caller, input }) => ({
      success: true,
      ...(await app.jobErrors(caller, 'batch_scrape', input.params.id)),
    }),
    crawl: async ({ caller, input, baseUrl, given }) => {
      const { id, words } = await app.startCrawl(caller, input.body, { ...originOf(input, baseUrl), given });
      return { success: true, id, url: `${baseUrl}/v2/crawl/${id}`, ...words };
    },
    crawlActive: async ({ caller }) => ({ success: true, crawls: await app.activeCrawls(caller) }),
    crawlOngoing: async ({ caller }) => ({ success: true, crawls: await app.activeCrawls(caller) }),
    crawlParamsPreview: ({ caller, input, signal }) => app.previewCrawl(caller, input.body, signal),
    crawlStatus: async ({ caller, input, baseUrl, signBlob }) => {
      const url = `${baseUrl}/v2/crawl/${input.params.id}`;
      const status = await app.jobStatus(caller, 'crawl', input.params.id, { ...input.query, url });
      return signJsonText(status, signBlob);
    },
    crawlCancel: async ({ caller, input }) => {
      await app.cancelJob(caller, 'crawl', input.params.id);
      return { success: true, status: 'cancelled' };
    },
    crawlErrors: async ({ caller, input }) => ({
      success: true,
      ...(await app.jobErrors(caller, 'crawl', input.params.id)),
    }),
    map: async ({ caller, input, signal }) => ({
      success: true,
      ...(await app.map(caller, input.body, signal)),
    }),
    ...searchRoutes(app),
    extractStatus: () => app.extractStatus(),
    ...accountRoutes(app),
    ...sessionRoutes(app),
    healthLive: async () => ({ success: true, status: 'live' }),
    healthReady: ({ input }) => app.healthReady({ isDeep: input.query.deep }),
  };
}

function searchRoutes(app: App): Pick<Routes, 'search'> {
  return {
    search: async ({ caller, input, signal, signBlob, keep }) =>
      writeSearchReply(await app.search(caller, input.body, signal, keep), signBlob),
  };
}

type SessionRoutes = Pick<
  Routes,
  | 'interact'
  | 'interactStop'
  | 'browserCreate'
  | 'browserExecute'
  | 'browserList'
  | 'browserDelete'
  | 'browserTrace'
  | 'browserEnd'
>;

/** The endpoints of live browser sessions. */
function sessionRoutes(app: App): SessionRoutes {
  return {
    interact: ({ caller, input: { params, body }, baseUrl, signal }) =>
      app.interact({ caller, scrapeId: params.id, body, baseUrl, signal }),
    interactStop: ({ caller, input, signal }) =>
      app.stopInteract({ caller, scrapeId: input.params.id, signal }),
    browserCreate: ({ caller, input, baseUrl }) => app.createBrowser(caller, input.body, baseUrl),
    browserExecute: ({ caller, input, signal }) =>
      app.executeInBrowser({ caller, id: input.params.id, signal }, input.body),
    browserList: ({ caller, input, baseUrl }) => app.listBrowsers(caller, input.query.status, baseUrl),
    browserTrace: ({ caller, input, signal }) => app.traceBrowser({ caller, id: input.params.id, signal }),
    browserDelete: ({ caller, input, signal }) => app.deleteBrowser({ caller, id: input.params.id, signal }),
    browserEnd: ({ caller, input, signal }) => app.deleteBrowser({ caller, id: input.body.id, signal }),
  };
}

type AccountRoutes = Pick<
  Routes,
  | 'activity'
  | 'teamJobs'
  | 'teamJob'
  | 'teamJobPages'
  | 'teamScrape'
  | 'teamScrapeParts'
  | 'teamJobPage'
  | 'teamJobChanges'
  | 'teamJobRetry'
  | 'teamKeys'
  | 'teamKeyCreate'
  | 'teamKeyRevoke'
  | 'queueStatus'
  | 'creditUsage'
  | 'creditUsageHistorical'
  | 'teamUsage'
  | 'tokenUsage'
  | 'tokenUsageHistorical'
  | 'feedback'
  | 'searchFeedback'
  | 'concurrencyCheck'
  | 'supportAsk'
  | 'supportDocsSearch'
>;

/** The endpoints where a team asks about itself: its activity, its credits, its queue, what went wrong. */
function accountRoutes(app: App): AccountRoutes & OperatorRoutes & WebhookRoutes {
  return {
    activity: ({ caller, input }) => app.activity(caller, input.query),
    teamJobs: ({ caller, input }) => app.teamJobs(caller, input.query),
    teamJob: ({ caller, input }) => app.teamJob(caller, input.params.id),
    teamJobPages: ({ caller, input }) => app.jobPages(caller, input.params.id, input.query),
    teamScrape: ({ caller, input }) => app.readTrace(caller, input.params.id),
    teamScrapeParts: ({ caller, input, signal }) => app.scrapeParts(caller, input.params.id, signal),
    teamJobPage: ({ caller, input: { params } }) => app.jobPage(caller, params.id, params.page),
    teamJobRetry: async ({ caller, input, baseUrl }) => {
      const retry = await app.retryFailed(caller, input.params.id, { baseUrl });
      return { success: true, ...retry, url: `${baseUrl}/v2/batch/scrape/${retry.id}` };
    },
    teamJobChanges: ({ caller, input }) => app.jobChanges(caller, input.params.id, input.query),
    teamKeys: ({ caller, input }) => app.teamKeys.list(caller, input.query),
    teamKeyCreate: ({ caller, input }) => app.teamKeys.create(caller, input.body),
    teamKeyRevoke: ({ caller, input }) => app.teamKeys.revoke(caller, input.params.id, input.query),
    queueStatus: ({ caller }) => app.queueStatus(caller),
    creditUsage: ({ caller }) => app.creditUsage(caller),
    creditUsageHistorical: ({ caller, input }) => app.creditUsageHistorical(caller, input.query),
    teamUsage: ({ caller, input }) => app.teamUsage(caller, input.query),
    tokenUsage: () => app.tokenUsage(),
    tokenUsageHistorical: () => app.tokenUsageHistorical(),
    feedback: ({ caller, input }) => app.feedback(caller, input.body),
    searchFeedback: ({ caller, input }) => app.feedback(caller, input.body, input.params.id),
    supportAsk: ({ caller, input, signal }) => app.askSupport(caller, input.body, signal),
    supportDocsSearch: ({ caller, input, signal }) => app.searchDocs(caller, input.body, signal),
    concurrencyCheck: ({ caller }) => app.concurrencyCheck(caller),
    ...operatorRoutes(app),
    ...webhookRoutes(app),
  };
}

type WebhookRoutes = Pick<Routes, 'webhookDeliveries' | 'webhookDelivery' | 'webhookRedeliver'>;

/** The endpoints where a team sees the calls of its webhooks. */
function webhookRoutes(app: App): WebhookRoutes {
  return {
    webhookDeliveries: ({ caller, input }) => app.teamWebhooks.list(caller, input.query),
    webhookDelivery: ({ caller, input }) => app.teamWebhooks.find(caller, input.params.id),
    webhookRedeliver: ({ caller, input }) => app.teamWebhooks.redeliver(caller, input.params.id),
  };
}

type OperatorRoutes = Pick<Routes, 'teamList' | 'team' | 'teamCreate' | 'systemRead' | 'systemExamine'>;

/** The endpoints of the operator: all teams, the system. */
function operatorRoutes(app: App): OperatorRoutes {
  return {
    teamList: ({ caller, input }) => app.teams.list(caller, input.query),
    team: ({ caller, input }) => app.teams.find(caller, input.params.id),
    teamCreate: ({ caller, input }) => app.teams.create(caller, input.body),
    systemRead: ({ caller }) => app.system.read(caller),
    systemExamine: ({ caller }) => app.system.examine(caller),
  };
}

/**
 * Writes the document of an answer, with links to its files. In a large document only the fields that can hold files
 * are looked at.
 */
function documentReply(
  document: PackedDocument,
  signBlob: SignBlob,
): { success: true; data: Document } | JsonText {
  const signed = signBlobsOfDocument(document, signBlob);
  return isUnpacked(signed) ? { success: true, data: signed } : withDocument(documentJson(signed));
}

function withDocument(document: JsonText): JsonText {
  return JsonText.of('{"success":true,"data":', document, '}');
}

/** Where a job comes from, beside its caller. */
function originOf(
  { headers }: Pick<EndpointInput<Endpoints['crawl']>, 'headers'>,
  baseUrl: string,
): JobOrigin {
  return { idempotencyKey: headers['x-idempotency-key'], baseUrl };
}

/** The schema of the body has seen to it that there is one. */
function givenFile(file: UploadedFile | undefined): UploadedFile {
  if (file === undefined) throw new ServiceError('BAD_REQUEST', { message: 'file is missing' });
  return file;
}
