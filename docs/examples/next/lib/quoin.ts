/** Reads content from Quoin, and keeps Next's cache up to date. Copy this file into your site. */
import { createClient, type Client } from '@quoin/client';
import { cacheLife, cacheTag, revalidateTag } from 'next/cache';
import { cookies, draftMode } from 'next/headers';
import { redirect } from 'next/navigation';

/** An item; `data` has the fields of its collection. */
export interface Item {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly updated_at: number;
  /** The language of the item, in a localised collection. */
  readonly locale?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A file that items show. */
export interface Media {
  readonly url: string;
  readonly width?: number;
  readonly height?: number;
  readonly alt: string;
}

/** An item or a translation of it. */
export interface Alternate {
  readonly locale: string;
  readonly slug: string;
}

/** Items, newest first, and the files in the fields of `expand`, by id and by URL. */
export interface Content {
  readonly items: readonly Item[];
  /** With `alternates` in the query: the translations of each item, itself included, by its id. */
  readonly alternates: Readonly<Record<string, readonly Alternate[]>>;
  readonly media: Readonly<Record<string, Media>>;
}

type Query = NonNullable<Parameters<Client['listCollectionContent']>[0]['query']>;

const service = process.env.QUOIN_URL ?? 'http://localhost:8787';
const token = process.env.QUOIN_TOKEN;

/** Where the site shows an item. Change it with the routes of your site. */
export const pathOf = ({ slug, locale }: Pick<Item, 'slug' | 'locale'>): string =>
  `${locale === undefined ? '' : `/${locale}`}/posts/${encodeURIComponent(slug)}`;

const client = createClient({
  baseUrl: service,
  credentials: token ? { apiToken: token } : undefined,
  // Links in texts that `expand` names lead there.
  addresses: { 'blog-posts': pathOf },
});

/**
 * Items of a collection: up to 1,000, or the one with the `slug` of the query, also if it had this slug before. In draft mode,
 * with drafts.
 */
export const readContent = async (collection: string, query: Query = {}): Promise<Content> => {
  const all = { limit: 1000, ...query };
  if (!(await draftMode()).isEnabled) {
    return readPublished(collection, { ...all, status: 'published' });
  }
  const preview = (await cookies()).get(previewCookie)?.value ?? '';
  const { content } = await read(collection, { ...all, preview, perspective: 'drafts' });
  return content;
};

const readPublished = async (collection: string, query: Query): Promise<Content> => {
  'use cache';
  cacheLife('max');
  const { content, tags } = await read(collection, query);
  cacheTag(...tags);
  return content;
};

const read = async (
  name: string,
  query: Query,
): Promise<{ readonly content: Content; readonly tags: readonly string[] }> => {
  const { headers, body } = await client.listCollectionContent({ params: { name }, query });
  const { data, meta, includedMedia = {} } = body;
  const byUrl = Object.values(includedMedia).map((file) => [file.url, file] as const);
  return {
    content: {
      items: data,
      alternates: meta.alternates ?? {},
      media: { ...includedMedia, ...Object.fromEntries(byUrl) },
    },
    tags: headers['X-Quoin-Tags']?.split(' ') ?? [],
  };
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
 * a token, ends it. Visitors see what their own token shows: the public site with this item in it, or all drafts.
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
