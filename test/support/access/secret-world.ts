import { operator } from '../../../core/index.ts';
import {
  contentStatuses,
  hour,
  type ContentItem,
  type JsonObject,
} from '../../../core/vocabulary.ts';
import { serveApp, type TestApp } from '../http/app.ts';
import type { CreateApp } from '../http/http-adapters.ts';
import { tinyGif } from '../media/tiny-gif.ts';
import { itemPrincipals, secretPrincipals, type SecretPrincipal } from './secret-principals.ts';
import type { SecretCollection, SecretItem } from './secret-things.ts';
import { secretWords, type SecretWords } from './secret-words.ts';

/** The service that a world is made in. */
export type SecretApp = Pick<TestApp, 'cms' | 'url' | 'request' | 'signIn'> & AsyncDisposable;

/** Two public and two private collections, full of words that say where they come from. */
export interface SecretWorld extends AsyncDisposable {
  readonly app: SecretApp;
  readonly words: SecretWords;
  readonly collections: readonly SecretCollection[];
  readonly items: readonly SecretItem[];
  readonly mediaIds: readonly string[];
  readonly principals: readonly SecretPrincipal[];
  /** Cursors of each principal at the end of the feed before there was content. */
  readonly cursors: ReadonlyMap<string, string>;
}

export const secretWorld = async (
  create: CreateApp,
  random: () => number,
): Promise<SecretWorld> => {
  const core = { feedSeats: { ofClient: 1_000, inAll: 1_000 } };
  return secretWorldIn(await serveApp({ create, trustProxy: 1, core }), random, 20);
};

/** @param count of the items, at least 8. Disposing of the world disposes of the app. */
export const secretWorldIn = async (
  app: SecretApp,
  random: () => number,
  count: number,
): Promise<SecretWorld> => {
  const { cms } = app;
  const words = secretWords(random);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const admin = await cms.accounts.authenticate((await app.signIn('admin')).token);

  const mediaIds: string[] = [];
  for (const n of [1, 2]) {
    const file = await cms.media.upload(admin, {
      originalName: `file-${n}.gif`,
      body: oneChunk(tinyGif),
      folder: () => undefined,
    });
    mediaIds.push(file.id);
  }

  const collections: SecretCollection[] = [];
  for (const isPrivate of [false, false, true, true]) {
    const name = isPrivate ? '' : `public-${collections.length}`;
    const owner = isPrivate ? `private ${collections.length}` : name;
    const word = (): string => words.next(owner);
    const named = isPrivate ? word() : name;
    const fields = { text: word(), links: word(), image: word() };
    const { id } = await cms.collections.create(operator, {
      name: named,
      displayName: `Shown ${word()}`,
      description: `About ${word()}`,
      access: isPrivate ? 'private' : 'public',
      previewUrl: `https://${word()}.example.com/{slug}`,
    });
    collections.push({ id, name: named, isPrivate, owner, fields });
  }
  // Each refers to the other ones, so that the schemas of the public ones name the private ones.
  for (const [n, collection] of collections.entries()) {
    const { fields, name } = collection;
    const target = collections[(n + 2) % collections.length]!.name;
    const schema = {
      type: 'object',
      properties: {
        [fields.text]: {
          type: 'string',
          title: `T ${words.next(collection.owner)}`,
          indexed: true,
        },
        [fields.links]: { type: 'array', items: { type: 'reference', collection: target } },
        [fields.image]: { type: 'media' },
        content: { type: 'markdown' },
      },
    };
    await cms.collections.update(operator, name, { schema });
  }

  const principals = await secretPrincipals(app, collections);
  const cursors = new Map<string, string>();
  for (const { name, headers, preview } of principals) {
    const query = preview === undefined ? '' : `?preview=${preview.secret}`;
    const { status, text } = await app.request(`/api/changes${query}`, { headers });
    if (status === 200) cursors.set(name, JSON.parse(text).meta.cursor);
  }

  const items: SecretItem[] = [];
  const stored: ContentItem[] = [];
  const dataOf = (collection: SecretCollection, key: string): JsonObject => {
    const word = (): string => words.next(collection.owner, key);
    const target = collections[(collections.indexOf(collection) + 2) % collections.length];
    const linked = stored.filter(({ collectionId }) => collectionId === target?.id);
    const some = stored.length === 0 ? '' : ` [it](quoin:${pick(stored).id})`;
    return {
      [collection.fields.text]: word(),
      [word()]: `Free ${word()}`,
      [collection.fields.links]: linked.slice(0, 3).map(({ id }) => id),
      [collection.fields.image]: pick(mediaIds),
      content: `Text ${word()}${some}`,
    };
  };
  for (let n = 0; n < count; n += 1) {
    const collection = collections[n % 4]!;
    const key = `item ${n}`;
    const word = (): string => words.next(collection.owner, key);
    const formerSlug = word();
    const { id } = await cms.content.create(admin, {
      collectionId: collection.id,
      title: `Was ${word()}`,
      slug: formerSlug,
      status: 'published',
      data: dataOf(collection, key),
    });
    const slug = word();
    const status = n < 0.4 * count ? 'published' : pick(contentStatuses);
    const change = { slug, title: `Is ${word()} ${word()}`, data: dataOf(collection, key) };
    stored.push(await cms.content.update(admin, id, { ...change, status }));
    if (status === 'published' && random() < 0.7) {
      await cms.drafts.save(admin, id, {
        title: `Will be ${word()}`,
        slug: word(),
        data: dataOf(collection, key),
      });
    }
    if (status !== 'archived' && random() < 0.5) {
      await cms.schedule.plan(admin, id, { unpublishAt: Date.now() + 24 * hour });
    }
    await cms.comments.create(admin, id, {
      text: `Says ${word()}`,
      place: { path: 'title', quote: word() },
    });
    const isDeleted = n >= 0.8 * count;
    if (isDeleted) await cms.content.delete(admin, id);
    items.push({ id, key, slug, formerSlug, collection, isDeleted });
  }
  // A copy that brings an item of a public collection into a private one.
  for (const [at, place] of [
    [0, 2],
    [1, 3],
  ] as const) {
    const target = collections[place]!;
    await cms.drafts.save(admin, stored[at]!.id, {
      collectionId: target.id,
      title: `Moves ${words.next(target.owner)}`,
      slug: words.next(target.owner),
      data: dataOf(target, `item ${at}`),
    });
  }
  return {
    app,
    words,
    collections,
    items,
    mediaIds,
    principals: [...principals, ...(await itemPrincipals(app, items[2]!))],
    cursors,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
};

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
