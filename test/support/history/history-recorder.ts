import { absent, type HistoryEvent } from './history.ts';
import { attempt, type Outcome } from '../service/request-load.ts';

/** Who sends a request. */
export interface Caller {
  readonly headers: Readonly<Record<string, string>>;
  /** The register of the session or the API token in the headers: `valid`, then absent. */
  readonly credential?: string;
  /** The register of the user's role. */
  readonly role?: string;
}

interface HistoryRequest {
  readonly method?: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly caller: Caller;
}

export interface HistoryRecorder {
  readonly events: readonly HistoryEvent[];
  /** How many requests had a response, by method and path. */
  readonly counts: Readonly<Record<string, number>>;
  /**
   * Sends a request, and records whether the caller's credential was valid.
   *
   * @throws Error for a response that no fault explains.
   */
  readonly send: (url: string, request: HistoryRequest) => Promise<Outcome>;
  /** Records a value that a response shows. */
  readonly noteRead: (register: string, value: string, outcome: Outcome, version?: number) => void;
  /** Records a write of a value, unless it was rejected. */
  readonly noteWrite: (register: string, value: string, outcome: Outcome, version?: number) => void;
}

export const isSuccess = ({ status }: Outcome): boolean => status >= 200 && status < 300;

/** Whether a write may have been stored although no response says so. */
export const isUnknown = ({ status, body }: Outcome): boolean =>
  status === 0 || body.includes('not known whether');

export const dataOf = <T>({ body }: Outcome): T => (JSON.parse(body) as { readonly data: T }).data;

/** No response, invalid credentials, a missing right, an item that is gone, a taken slug, no database. */
const explained = new Set([0, 401, 403, 404, 409, 503]);

/** In milliseconds. A read gives up early, so that a paused instance gets new reads until it continues. */
const [readTimeout, writeTimeout] = [1_000, 30_000];

export const historyRecorder = (): HistoryRecorder => {
  const events: HistoryEvent[] = [];
  const counts: Record<string, number> = {};

  const note = (event: HistoryEvent, version: number | undefined): void =>
    void events.push(version === undefined ? event : { ...event, version });

  const noteRead: HistoryRecorder['noteRead'] = (register, value, outcome, version) => {
    const { startedAt, endedAt } = outcome;
    note({ register, kind: 'read', value, startedAt, endedAt }, version);
  };

  return {
    events,
    counts,
    noteRead,
    noteWrite: (register, value, outcome, version) => {
      if (!isSuccess(outcome) && !isUnknown(outcome)) return;
      const { startedAt } = outcome;
      const endedAt = isUnknown(outcome) ? Infinity : outcome.endedAt;
      note({ register, kind: 'write', value, startedAt, endedAt }, version);
    },
    send: async (url, { method, path, body, caller }) => {
      const outcome = await attempt(`${url}${path}`, {
        method: method ?? 'GET',
        headers: { 'Content-Type': 'application/json', ...caller.headers },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(method === undefined ? readTimeout : writeTimeout),
      });
      const { status } = outcome;
      const operation = `${method ?? 'GET'} ${path.replace(/[0-9a-f-]{36}|\?.*/g, '…')}`;
      if (status > 0) counts[operation] = (counts[operation] ?? 0) + 1;
      if (!isSuccess(outcome) && !explained.has(status)) {
        throw new Error(`${operation} returned ${status}: ${outcome.body}`);
      }
      if (caller.credential !== undefined && status !== 0 && status !== 503) {
        noteRead(caller.credential, status === 401 ? absent : 'valid', outcome);
      }
      return outcome;
    },
  };
};
