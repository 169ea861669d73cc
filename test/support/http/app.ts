import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { AppOptions } from '../../../adapters/koa/app-options.ts';
import { createApp } from '../../../adapters/koa/app.ts';
import { securityHeaderFields } from '../../../adapters/http/answer/security-headers.ts';
import { createHttpServer } from '../../../adapters/node-server/http-server.ts';
import { ownListener } from '../../../adapters/node-server/listener.ts';
import { operator } from '../../../core/index.ts';
import type { Role } from '../../../core/vocabulary.ts';
import { httpClient, type HttpClient } from './http-client.ts';
import { memoryCms, type MemoryCms, type MemoryCmsOptions } from '../core/memory-cms.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export interface TestApp extends MemoryCms, HttpClient, AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  readonly server: Server;
  /** Creates an account with the role and signs in. Later calls for the role return the same account. */
  readonly signIn: (role: Role) => Promise<SignedIn>;
}

export interface SignedIn {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly token: string;
  /** Headers that authenticate the account. */
  readonly bearer: { readonly Authorization: string };
}

export const testPassword = 'correct horse battery';

/** Serves the whole application over the memory adapters, on a free local port. */
export const serveApp = async (
  options: Partial<AppOptions> & {
    readonly core?: MemoryCmsOptions;
    readonly create?: typeof createApp;
  } = {},
): Promise<TestApp> => {
  const { core = {}, create = createApp, ...changed } = options;
  const memory = await memoryCms(core);
  const spool = await temporaryFolder();
  const { publicUrl = 'http://cms.test' } = changed;
  const app = create(memory.cms, {
    publicUrl,
    mediaBaseUrl: 'http://cms.test/files',
    corsOrigins: [],
    corsAllowHeaders: [],
    trustProxy: 0,
    csrfSecret: 'another secret for tests, of more than thirty-two bytes',
    temporaryFolder: spool.path,
    adminFolder: fileURLToPath(new URL('../../../adapters/admin/dist', import.meta.url)),
    clock: memory.clock,
    log: memory.log,
    isReady: () => true,
    ...changed,
  });
  const { server, listen } = createHttpServer(app, {
    uploadMaxBytes: core.uploadMaxBytes ?? 1024 * 1024,
    errorHeaders: securityHeaderFields(publicUrl),
    timer: memory.ports.timer,
  });
  const url = `http://127.0.0.1:${await listen(ownListener(0, '127.0.0.1'))}`;
  return {
    ...memory,
    ...httpClient(url),
    url,
    server,
    signIn: signIns(memory),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await spool[Symbol.asyncDispose]();
    },
  };
};

/** Signs in with accounts of its own. */
export const signIns = ({ cms }: Pick<MemoryCms, 'cms'>): TestApp['signIn'] => {
  const known = new Map<Role, Promise<SignedIn>>();
  const signIn = async (role: Role): Promise<SignedIn> => {
    const email = `${role}@example.com`;
    await cms.users.create(operator, { email, password: testPassword, role });
    const client = `sign-in-of-${role}`;
    const { user, token, sessionId } = await cms.accounts.logIn({
      email,
      password: testPassword,
      client,
    });
    return {
      userId: user.id,
      email,
      token,
      sessionId,
      bearer: { Authorization: `Bearer ${token}` },
    };
  };
  return (role) => {
    const signedIn = known.get(role) ?? signIn(role);
    known.set(role, signedIn);
    return signedIn;
  };
};
