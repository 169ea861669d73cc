/** Reads content from Quoin, and keeps Next's cache up to date. Copy this file into your site. */
import { cacheLife, cacheTag, revalidateTag } from 'next/cache';
import { cookies, draftMode } from 'next/headers';
import { redirect } from 'next/navigation';

/** An item; `data` has the fields of its collection. */
export interface Item {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly updated_at: number;
  readonly data: Readonly<Record<string, unknown>>;
}

const service = process.env.QUOIN_URL ?? 'http://localhost:8787';

/** Where the site shows an item. Change it with the routes of your site. */
const pathOf = ({ slug }: Item): string => `/posts/${encodeURIComponent(slug)}`;

/** The items of a collection, newest first; with a slug, this item or none. In draft mode, with drafts. */
export const listItems = async (collection: string, slug?: string): Promise<readonly Item[]> => {
  const path = `/api/collections/${encodeURIComponent(collection)}/content`;
  const query = { ...(slug !== undefined && { slug }) };
  if (!(await draftMode()).isEnabled) return readPublished(path, { ...query, status: 'published' });
  const preview = (await cookies()).get(previewCookie)?.value ?? '';
  const { items } = await read(path, { ...query, preview, perspective: 'drafts' });
  return items;
};

const readPublished = async (
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<readonly Item[]> => {
  'use cache';
  cacheLife('max');
  const { items, tags } = await read(path, query);
  cacheTag(...tags);
  return items;
};

const read = async (
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly items: readonly Item[]; readonly tags: readonly string[] }> => {
  const response = await fetch(`${service}${path}?${new URLSearchParams(query)}`);
  if (!response.ok) throw new Error(`Quoin answered ${response.status}: ${await response.text()}`);
  const { data } = (await response.json()) as { readonly data: readonly Item[] };
  return { items: data, tags: response.headers.get('X-Quoin-Tags')?.split(' ') ?? [] };
};

/** `POST` of a route: a webhook of Quoin. Removes what has changed from the cache: the next visitor sees the change. */
export const receiveWebhook = async (request: Request): Promise<Response> => {
  const body = await request.text();
  if (!(await isSigned(request.headers, body))) return new Response('Not signed', { status: 401 });
  const { tags = [] } = JSON.parse(body) as { readonly tags?: readonly string[] };
  for (const tag of tags) revalidateTag(tag, { expire: 0 });
  return new Response(null, { status: 204 });
};

const toleranceSeconds = 5 * 60;

/** Checks the signature of https://www.standardwebhooks.com with the secret of the webhook, `whsec_…`. */
const isSigned = async (headers: Headers, body: string): Promise<boolean> => {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(
    (name) => headers.get(`webhook-${name}`) ?? '',
  ) as [string, string, string];
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < toleranceSeconds)) return false;
  const secret = Buffer.from(
    (process.env.QUOIN_WEBHOOK_SECRET ?? '').slice('whsec_'.length),
    'base64',
  );
  if (secret.length === 0) throw new Error('Set QUOIN_WEBHOOK_SECRET');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // Two while the secret is being rotated.
  for (const [, signature = ''] of signatures.matchAll(/(?:^| )v1,(\S+)/g)) {
    if (await crypto.subtle.verify('HMAC', key, Buffer.from(signature, 'base64'), signed))
      return true;
  }
  return false;
};

const previewCookie = 'quoin_preview';

/**
 * `GET` of a route: starts draft mode with `?token=<preview token>` and leads to the item `id`, or to the start page; without
 * a token, ends it. Visitors see what their own token shows: one item, or the whole site.
 */
export const switchPreview = async (request: Request): Promise<Response> => {
  const query = new URL(request.url).searchParams;
  const [token, id] = [query.get('token'), query.get('id')];
  const [draft, jar] = await Promise.all([draftMode(), cookies()]);
  if (token === null) {
    draft.disable();
    jar.delete(previewCookie);
    return redirect('/');
  }
  const path = id === null ? '/api/content' : `/api/content/${encodeURIComponent(id)}`;
  const preview = new URLSearchParams({ preview: token, perspective: 'drafts' });
  const response = await fetch(`${service}${path}?${preview}`);
  if (!response.ok) return new Response('This preview is not valid, or no longer', { status: 401 });
  const { data } = (await response.json()) as { readonly data: Item };
  draft.enable();
  // Like the cookie of draft mode, so that the page can be shown in a frame of the admin.
  jar.set(previewCookie, token, { httpOnly: true, secure: true, sameSite: 'none', path: '/' });
  return redirect(id === null ? '/' : pathOf(data));
};
