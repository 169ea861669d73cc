import { anonymous, isDomainError, type Cms } from '../../../core/index.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';
import { get, getOfCollection, list } from './cached-world.ts';

/** All reads that can show the item or its absence, as one value. */
export const everyRead = async (
  cms: Cms,
  { id, slug }: ContentItem,
): Promise<readonly string[]> => {
  const lists = [
    {},
    { collection: 'blog-posts' },
    { collection: 'pages' },
    { status: 'draft' },
    { status: 'published' },
    { collection: 'blog-posts', status: 'published' },
    { collection: 'pages', status: 'archived' },
    { slug: 'new' },
    { slug },
  ];
  const texts = lists.map(async (query) => (await list(cms, anonymous, query as object)).text);
  const pages = [0, 1, 2].map(
    async (offset) => (await list(cms, anonymous, { limit: 1, offset })).text,
  );
  const codeOf = (error: unknown) => (isDomainError(error) ? error.code : 'bug');
  const item = get(cms, anonymous, id).then(({ text }) => text, codeOf);
  const inCollections = ['blog-posts', 'pages'].flatMap((collection) =>
    [id, slug, 'new'].map((idOrSlug) =>
      getOfCollection(cms, anonymous, { collection, idOrSlug }).then(({ text }) => text, codeOf),
    ),
  );
  return Promise.all([...texts, ...pages, item, ...inCollections]);
};
