import { vi } from 'vitest';
import { checkConnection, isOnline } from '../../../adapters/admin/api/connection.ts';
import { sessionApi } from '../../../adapters/admin/api/client.ts';
import { isSessionExpired, sessionRestored } from '../../../adapters/admin/api/session-expiry.ts';
import { createFetchHandler } from '../../../adapters/fetch/fetch-handler.ts';
import { operator, type Cms } from '../../../core/index.ts';
import { memoryCms } from '../core/memory-cms.ts';

/** The service that the models of the admin reach in a test, and the browser as far as they use it. */
export interface ModelWorld extends Disposable {
  /** The core of the service, to prepare and check what it stores. */
  readonly cms: Cms;
  /** What has reached the service since the start, the first one first. */
  readonly requests: readonly Request[];
  /** Runs before the service gets a request, which waits for it. */
  readonly onRequest: (run: (request: Request) => Promise<void>) => void;
  /** Ends the session. The next request waits until somebody signs in. */
  readonly endSession: () => void;
  /** Signs in again, and lets the requests that wait for it go on. */
  readonly signInAgain: () => Promise<void>;
  readonly disconnect: () => void;
  /** Connects again, and lets the admin notice it. */
  readonly connect: () => Promise<void>;
}

const publicUrl = 'http://cms.test';

const login = { email: 'model@example.com', password: 'correct horse battery' };

/** Opens a service: the core on the memory store, behind the handler for the Fetch API. */
const openService = async () => {
  const { cms, clock, log } = await memoryCms();
  const handle = createFetchHandler(cms, {
    publicUrl,
    mediaBaseUrl: `${publicUrl}/files`,
    csrfSecret: 'another secret for tests, of more than thirty-two bytes',
    uploadMaxBytes: 1024 * 1024,
    clock,
    log,
  });
  return { cms, handle: (request: Request) => handle(request) };
};

/** The cookies of one origin. */
const cookieJar = () => {
  const cookies = new Map<string, string>();
  const text = (): string => [...cookies].map((pair) => pair.join('=')).join('; ');
  return {
    text,
    clear: () => cookies.clear(),
    store: (response: Response) => {
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
    },
  };
};

/**
 * Lets the models of the admin run in Node: their requests reach the handler that serves the REST API in Workers, Deno
 * and Bun, with the cookies of a signed-in administrator. Of the browser, they get only its cookies and whether it has a
 * connection. Dispose it before the end of a test: all models of a process share it.
 */
export const modelWorld = async (): Promise<ModelWorld> => {
  const { cms, handle } = await openService();
  const jar = cookieJar();
  const requests: Request[] = [];
  const browser = { onLine: true };
  let before = async (_request: Request): Promise<void> => undefined;

  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    if (!browser.onLine) throw new TypeError('Failed to fetch');
    const headers = new Headers(init.headers);
    headers.set('Cookie', jar.text());
    const request = new Request(new URL(path, publicUrl), { ...init, headers });
    requests.push(request);
    await before(request);
    const response = await handle(request);
    jar.store(response);
    return response;
  };
  vi.stubGlobal('fetch', send);
  vi.stubGlobal('navigator', browser);
  vi.stubGlobal('document', {
    get cookie() {
      return jar.text();
    },
  });

  const logIn = async (): Promise<void> => {
    await sessionApi.logIn({ body: login });
  };
  await cms.users.create(operator, { ...login, role: 'admin' });
  await logIn();
  requests.length = 0;
  return {
    cms,
    requests,
    onRequest: (run) => {
      before = run;
    },
    endSession: jar.clear,
    signInAgain: async () => {
      await vi.waitUntil(() => isSessionExpired.value, { timeout: 30_000 });
      await logIn();
      sessionRestored();
    },
    disconnect: () => {
      browser.onLine = false;
      isOnline.value = false;
    },
    connect: async () => {
      browser.onLine = true;
      await checkConnection();
    },
    [Symbol.dispose]: () => {
      isOnline.value = true;
      sessionRestored();
      vi.unstubAllGlobals();
    },
  };
};
