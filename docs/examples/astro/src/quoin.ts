/** Loaders of content from Quoin for Astro. Copy this file and `safe-html.ts` into your site. */
import { createClient, writeLinks } from '@quoin/client';
import type { LiveLoader, Loader } from 'astro/loaders';
import { safeHtml } from './safe-html.ts';

/** An item; `data` has the fields of its collection. */
export interface Item extends Record<string, unknown> {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly status: string;
  readonly updated_at: number;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Source {
  /** URL of the service. */
  readonly url: string;
  /** Name of the collection in Quoin. */
  readonly collection: string;
  /** Reads what an API token may read; without one, what is public. */
  readonly apiToken?: string | undefined;
  /** Where the site shows an item of the collection. Links in texts lead there. */
  readonly pathOf: (item: Pick<Item, 'slug'>) => string;
}

interface Change {
  readonly type: string;
  readonly id?: string;
  readonly item?: Item;
}

/**
 * The published items of a collection, for pages that are built. Their ids are those of Quoin. A build asks for the changes
 * since the one before, whose items Astro has stored in its cache.
 */
export const quoinLoader = (source: Source): Loader => ({
  name: 'quoin',
  load: async ({ store, meta, parseData, generateDigest, renderMarkdown }) => {
    const keep = async (item: Item): Promise<void> => {
      store.set({ id: item.id, data: await parseData({ id: item.id, data: item }) });
    };
    const pathTo = (id: string): string | undefined => {
      const item = store.get(id)?.data as Item | undefined;
      return item && source.pathOf(item);
    };
    /** Items whose text has changed, or the path of an item to which it links. */
    const renderChanged = async (): Promise<void> => {
      for (const { id, data, digest: before } of store.values()) {
        const { content = '' } = (data as Item).data;
        const text = writeLinks(String(content), pathTo);
        const digest = generateDigest({ ...data, text });
        if (digest === before) continue;
        const { html, ...rest } = await renderMarkdown(text);
        store.set({ id, data, rendered: { ...rest, html: safeHtml(html) }, digest });
      }
    };
    const startAgain = (): void => {
      store.clear();
      meta.set('cursor', 'start');
    };
    const cursorOf = (): string => meta.get('cursor') ?? 'start';
    for (let hasMore = true; hasMore;) {
      const query = { collection: source.collection, after: cursorOf() };
      const response = await ask(source, '/api/changes', query);
      // The cursor is too old, or belongs to another reader.
      const isLost = response.status === 410 || (await codeOf(response)) === 'invalid_cursor';
      if (isLost && cursorOf() !== 'start') {
        startAgain();
        continue;
      }
      const page = await bodyOf<{
        readonly data: readonly Change[];
        readonly meta: { readonly cursor: string; readonly more: boolean };
      }>(response);
      if (page.data.some(({ type }) => type === 'reset')) {
        startAgain();
        continue;
      }
      for (const { type, id = '', item } of page.data) {
        if (type === 'upserted' && item?.status === 'published') await keep(item);
        else if (type === 'upserted' || type === 'removed') store.delete(id);
      }
      meta.set('cursor', page.meta.cursor);
      hasMore = page.meta.more;
    }
    await renderChanged();
  },
});

/**
 * The published items of a collection, read at each request. The hints have the tags of Quoin, which its webhooks name when
 * something changes. An entry is found by `slug`.
 */
export const quoinLiveLoader = (source: Source): LiveLoader<Item, { readonly slug: string }> => {
  const { url, collection, apiToken, pathOf } = source;
  const client = createClient({
    baseUrl: url,
    credentials: apiToken === undefined ? undefined : { apiToken },
    addresses: { [collection]: pathOf },
  });
  const read = async (query: { readonly slug?: string } = {}) => {
    const { headers, body } = await client.listCollectionContent({
      params: { name: collection },
      query: { status: 'published', expand: 'content', ...query },
    });
    const data: readonly Item[] = body.data;
    const tags = headers['X-Quoin-Tags']?.split(' ') ?? [];
    return { entries: data.map((item) => entryOf(item, tags)), cacheHint: { tags } };
  };
  const entryOf = (item: Item, tags: string[]) => ({
    id: item.id,
    data: item,
    cacheHint: { tags, lastModified: new Date(item.updated_at) },
  });
  return {
    name: 'quoin-live',
    loadCollection: async () => read().catch((error: Error) => ({ error })),
    loadEntry: async ({ filter }) =>
      read({ slug: filter.slug }).then(
        ({ entries }) => entries[0],
        (error: Error) => ({ error }),
      ),
  };
};

const ask = (
  { url, apiToken }: Source,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<Response> =>
  fetch(`${url}${path}?${new URLSearchParams(query)}`, {
    headers: apiToken === undefined ? {} : { 'X-API-Key': apiToken },
  });

const codeOf = async (response: Response): Promise<unknown> => {
  if (response.ok) return undefined;
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return (answer as { readonly code?: unknown } | undefined)?.code;
};

const bodyOf = async <T>(response: Response): Promise<T> => {
  if (!response.ok) throw new Error(`Quoin answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
};

const toleranceSeconds = 5 * 60;

/**
 * Reads a webhook, and checks its signature (https://www.standardwebhooks.com).
 *
 * @param secret of the webhook: `whsec_…`.
 * @returns the tags of what has changed; undefined if Quoin has not sent the request.
 */
export const readWebhook = async (
  request: Request,
  secret: string,
): Promise<string[] | undefined> => {
  const body = await request.text();
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(
    (name) => request.headers.get(`webhook-${name}`) ?? '',
  ) as [string, string, string];
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < toleranceSeconds)) return undefined;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
  if (bytes.length === 0) throw new Error('Set the secret of the webhook');
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // Two while the secret is being rotated.
  for (const [, signature = ''] of signatures.matchAll(/(?:^| )v1,(\S+)/g)) {
    const isValid = await crypto.subtle.verify(
      'HMAC',
      key,
      Buffer.from(signature, 'base64'),
      signed,
    );
    if (isValid) return (JSON.parse(body) as { readonly tags?: string[] }).tags ?? [];
  }
  return undefined;
};
