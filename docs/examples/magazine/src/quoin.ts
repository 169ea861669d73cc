/** Reads the content of this site from Quoin: three requests for a build, and one for each 100 further items. */
import { createClient, pagesByCursor, type ItemOf } from '@quoin/client';
import type { Collections, IncludedMedia } from './collections.ts';

const { QUOIN_URL = 'http://localhost:8787', QUOIN_TOKEN, QUOIN_DRAFTS } = process.env;
const shown = QUOIN_DRAFTS
  ? { perspective: 'drafts' as const, where: { '[status][in]': 'draft,published' } }
  : { where: { '[status][in]': 'published' } };

const client = createClient<Collections>({
  baseUrl: QUOIN_URL,
  credentials: QUOIN_TOKEN ? { apiToken: QUOIN_TOKEN } : undefined,
  // Links in texts lead to these pages.
  addresses: { articles: '/articles/{slug}/', authors: '/authors/{slug}/' },
});

/** All items of a collection, the last published first, and the files that they show, by id and by URL. */
const readItems = async <Name extends keyof Collections>(name: Name, expand: string) => {
  const items: ItemOf<Collections, Name>[] = [];
  const files: Record<string, IncludedMedia> = {};
  const query = { ...shown, sort: '-published_at', limit: 100, expand };
  const pages = pagesByCursor(client.queryContent<Name>, { params: { name }, query });
  for await (const { data, includedMedia = {}, truncated } of pages) {
    if (truncated) throw new Error(`Lower the limit: a page of ${name} refers to too much`);
    items.push(...data);
    for (const [id, file] of Object.entries<IncludedMedia>(includedMedia))
      files[id] = files[file.url] = file;
  }
  return { items, files };
};

const readSite = async () => {
  const { items: articles, files } = await readItems('articles', 'cover,body');
  const { items: authors, files: photos } = await readItems('authors', 'photo');
  return { articles, authors, files: { ...files, ...photos } };
};

export type Site = Awaited<ReturnType<typeof readSite>>;

let site: Promise<Site> | undefined;
/** What the site shows. A build reads it once, a preview of drafts for each page. */
export const loadSite = () => (QUOIN_DRAFTS ? readSite() : (site ??= readSite()));

/** The slugs that articles had before, each with the present one. */
export const readRedirects = async () =>
  (await client.listRedirects({ query: { collection: 'articles', limit: 1000 } })).body.data;
