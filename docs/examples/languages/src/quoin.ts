/** Reads the posts of this site from Quoin, in each locale of the service. */
import { createClient, pagesByCursor } from '@quoin/client';

const { QUOIN_URL = 'http://localhost:8787', QUOIN_TOKEN } = process.env;
const client = createClient({
  baseUrl: QUOIN_URL,
  credentials: QUOIN_TOKEN ? { apiToken: QUOIN_TOKEN } : undefined,
});

/** The locales of the service, the default one first. */
export const locales = (await client.listLocales()).body.data;

/** A page in another language: `hreflang` and its path. */
export interface Alternate {
  readonly locale: string;
  readonly path: string;
}

export interface Post {
  readonly title: string;
  readonly slug: string;
  readonly text: string;
  /** The locale that the text is in: another one than that of the site where a translation is missing. */
  readonly locale: string;
  /** The page of the text in its own locale. */
  readonly path: string;
  /** The pages of all translations, this one included. */
  readonly alternates: readonly Alternate[];
}

export const pathOf = (locale: string, slug: string): string =>
  `/${locale}/posts/${encodeURIComponent(slug)}/`;

const readPosts = async (locale: string): Promise<readonly Post[]> => {
  const posts: Post[] = [];
  const where = { '[status][eq]': 'published' };
  const query = { locale, alternates: true, where, limit: 100 };
  const params = { name: 'blog-posts' };
  for await (const { data, meta } of pagesByCursor(client.queryContent, { params, query })) {
    for (const { id, title = '', slug = '', locale: served = locale, data: fields = {} } of data) {
      const translations = meta.alternates?.[id] ?? [];
      posts.push({
        title,
        slug,
        text: String(fields.content ?? ''),
        locale: served,
        path: pathOf(served, slug),
        alternates: translations.map((each) => ({
          locale: each.locale,
          path: pathOf(each.locale, each.slug),
        })),
      });
    }
  }
  return posts;
};

/** What the site shows in each locale. A build reads it once. */
export const site: readonly { readonly locale: string; readonly posts: readonly Post[] }[] =
  await Promise.all(
    locales.map(async ({ code }) => ({ locale: code, posts: await readPosts(code) })),
  );
