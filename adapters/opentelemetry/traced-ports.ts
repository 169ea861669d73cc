import type { BlobStore, KeyValueCache, WebhookResponse, WebhookSender } from '../../core/index.ts';
import type { Outcome, Tracing } from './tracing.ts';

/** Makes spans of what ports do. */
export interface TracedPorts {
  /** Runs a statement of the store. Its name has no value; it is empty for none. */
  readonly statements: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Callers read bytes as they send them, so a span does not contain that. */
  readonly blobs: (blobs: BlobStore) => BlobStore;
  readonly cache: (cache: KeyValueCache) => KeyValueCache;
  readonly sender: (sender: WebhookSender) => WebhookSender;
}

export const tracedPorts = ({ step }: Tracing): TracedPorts => ({
  statements: (name, work) => {
    const summary = name === '' ? 'statement' : name;
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary };
    return step({ name: summary, attributes }, work);
  },

  blobs: (blobs) => ({
    put: (...args) => step({ name: 'blob put' }, () => blobs.put(...args)),
    stat: (key) => step({ name: 'blob stat' }, () => blobs.stat(key)),
    get: (...args) => step({ name: 'blob get' }, () => blobs.get(...args)),
    delete: (key) => step({ name: 'blob delete' }, () => blobs.delete(key)),
    list: (...args) => step({ name: 'blob list' }, () => blobs.list(...args)),
  }),

  cache: (cache) => ({
    get: (key) => step({ name: 'cache get' }, () => cache.get(key)),
    set: (...args) => step({ name: 'cache set' }, () => cache.set(...args)),
    increment: (...args) => step({ name: 'cache increment' }, () => cache.increment(...args)),
  }),

  sender: (sender) => ({
    refusalOf: (url) => sender.refusalOf(url),
    send: (request) => {
      const attributes = { 'http.request.method': 'POST' };
      const options = { name: 'POST webhook', attributes, describe, mayBeRoot: true };
      return step(options, () => sender.send(request));
    },
  }),
});

const describe = (response: WebhookResponse): Outcome => {
  if (!('status' in response)) return { attributes: {}, errorType: 'failure' };
  const { status } = response;
  return {
    attributes: { 'http.response.status_code': status },
    errorType: status >= 400 ? String(status) : undefined,
  };
};
