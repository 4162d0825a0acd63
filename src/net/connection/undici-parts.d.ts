/** The parts of undici that are used: its index loads ninety modules more, `fetch`, WebSocket and mocks among them. */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';
  export default Client;
}

declare module 'undici/lib/api/api-request.js' {
  import type { Client } from 'undici';
  const request: Client['request'];
  export default request;
}
