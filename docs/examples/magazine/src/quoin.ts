/** Reads the content of this site from Quoin: three requests for a build, and one for each 100 further items. */
import type { Collections, IncludedMedia, Item } from './collections.ts';

const { QUOIN_URL = 'http://localhost:8787', QUOIN_TOKEN, QUOIN_DRAFTS } = process.env;
const shown: Record<string, string> = QUOIN_DRAFTS
  ? { perspective: 'drafts', 'where[status][in]': 'draft,published' }
  : { 'where[status][eq]': 'published' };

const read = async (path: string, query: Record<string, string>) => {
  const headers = { Prefer: 'handling=strict', ...(QUOIN_TOKEN && { 'X-API-Key': QUOIN_TOKEN }) };
  const url = `${QUOIN_URL}/api/${path}?${new URLSearchParams(query)}`;
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`Quoin answered ${response.status}: ${await response.text()}`);
  return response.json();
};

/** All items of a collection, the last published first, and the files that they show, by id and by URL. */
const readItems = async <Name extends keyof Collections>(name: Name, expand: string) => {
  const items: Item<Name>[] = [];
  const files: Record<string, IncludedMedia> = {};
  for (let place = {}; ;) {
    const query = { ...shown, sort: '-published_at', limit: '100', expand, ...place };
    const { data, includedMedia, truncated, meta } = await read(`collections/${name}/query`, query);
    if (truncated) throw new Error(`Lower the limit: a page of ${name} refers to too much`);
    items.push(...data);
    for (const [id, file] of Object.entries<IncludedMedia>(includedMedia))
      files[id] = files[file.url] = file;
    if (meta.cursor === undefined) return { items, files };
    place = { after: meta.cursor };
  }
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
export const readRedirects = async (): Promise<{ from: string; to: string }[]> =>
  (await read('redirects', { collection: 'articles', limit: '1000' })).data;
