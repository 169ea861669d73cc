import { absent } from './history.ts';
import { dataOf, isSuccess, type Caller, type HistoryRecorder } from './history-recorder.ts';
import type { Outcome } from '../service/request-load.ts';

export interface HistoryVisits {
  /** The callers of the last two visits, with or without their rights. */
  readonly callers: () => readonly Caller[];
  /**
   * Creates an administrator with two sessions, and an API token. Then takes everything away again, step
   * by step. Ends early if a step fails.
   */
  readonly visit: () => Promise<void>;
}

interface VisitOptions {
  readonly recorder: HistoryRecorder;
  readonly admin: Caller;
  /** @returns the URL of any instance. */
  readonly anywhere: () => string;
  /** Waits between two steps. */
  readonly stay: () => Promise<void>;
}

const password = 'correct horse battery';

export const historyVisits = (options: VisitOptions): HistoryVisits => {
  const { admin, anywhere, stay } = options;
  const { send, noteWrite } = options.recorder;
  const callers: Caller[] = [];
  let visits = 0;

  const post = (path: string, body: object | undefined, caller: Caller): Promise<Outcome> =>
    send(anywhere(), { method: 'POST', path, caller, ...(body && { body }) });

  const createToken = async (name: string): Promise<string | undefined> => {
    const outcome = await post('/api/tokens', { name }, admin);
    if (!isSuccess(outcome)) return undefined;
    const { id, token } = dataOf<{ readonly id: string; readonly token: string }>(outcome);
    noteWrite(`token of ${name}`, 'valid', outcome);
    callers.push({ credential: `token of ${name}`, headers: { 'X-API-Key': token } });
    return id;
  };

  const createUser = async (name: string): Promise<string | undefined> => {
    const body = { email: `${name}@example.org`, password, role: 'admin' };
    const outcome = await post('/api/users', body, admin);
    if (!isSuccess(outcome)) return undefined;
    noteWrite(`role of ${name}`, 'admin', outcome);
    return dataOf<{ readonly id: string }>(outcome).id;
  };

  const logIn = async (name: string, number: number): Promise<Caller | undefined> => {
    // Logins are limited for each address.
    const stranger = { headers: { 'X-Forwarded-For': `10.0.${visits % 256}.${number}` } };
    const body = { email: `${name}@example.org`, password };
    const outcome = await post('/auth/login', body, stranger);
    if (!isSuccess(outcome)) return undefined;
    const { token } = JSON.parse(outcome.body) as { readonly token: string };
    const credential = `session ${number} of ${name}`;
    noteWrite(credential, 'valid', outcome);
    const caller = { credential, role: `role of ${name}`, headers: bearer(token) };
    callers.push(caller);
    return caller;
  };

  const end = async (path: string, caller: Caller, { credential = '' }: Caller): Promise<void> => {
    await stay();
    noteWrite(credential, absent, await post(path, undefined, caller));
  };

  return {
    callers: () => callers.slice(-6),
    visit: async () => {
      const name = `visitor-${(visits += 1)}`;
      const tokenId = await createToken(name);
      const userId = await createUser(name);
      const first = userId && (await logIn(name, 1));
      const second = first && (await logIn(name, 2));
      await stay();
      if (tokenId !== undefined) {
        const path = `/api/tokens/${tokenId}`;
        const outcome = await send(anywhere(), { method: 'DELETE', path, caller: admin });
        noteWrite(`token of ${name}`, absent, outcome);
      }
      if (!userId || !first || !second) return;
      await stay();
      const demotion = { path: `/api/users/${userId}`, body: { role: 'viewer' }, caller: admin };
      const demoted = await send(anywhere(), { method: 'PUT', ...demotion });
      noteWrite(`role of ${name}`, 'viewer', demoted);
      await end('/auth/logout/others', second, first);
      await end('/auth/logout', second, second);
    },
  };
};

export const bearer = (token: string): Readonly<Record<string, string>> => ({
  Authorization: `Bearer ${token}`,
});
