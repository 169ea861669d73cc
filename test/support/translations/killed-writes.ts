import type { Answer } from '../http/http-client.ts';

/** Sends a request as an administrator. */
export type Send = (method: string, path: string, json?: unknown) => Promise<Answer>;

export interface Place {
  readonly collection?: string;
  readonly translationOf?: string;
}

/** What a write is about: the items of a group in three locales, and those of others. */
export interface KilledScene {
  /** @throws Error for a response that is an error. */
  readonly send: Send;
  readonly request: Send;
  /** A published item with this price. @returns its id. */
  readonly post: (locale: string, price: number, place?: Place) => Promise<string>;
  /** Published items in English, German and French, with this price. @returns their ids. */
  readonly trio: (price: number, place?: Place) => Promise<readonly [string, string, string]>;
  /** A collection whose items have a price that is not shared. @returns its name. */
  readonly unshared: () => Promise<string>;
  /** Makes all planned changes due. */
  readonly makeDue: () => Promise<unknown>;
}

/** A write that gives all items of its groups the price 2. */
export interface KilledWrite {
  readonly title: string;
  /** @returns the ids of the items that have the price 2 after the write, and the request. */
  readonly prepare: (scene: KilledScene) => Promise<{
    readonly ids: readonly string[];
    readonly write: () => Promise<Answer | undefined>;
  }>;
}

const copyOf = ({ send }: KilledScene, id: string): Promise<Answer> =>
  send('PUT', `/api/content/${id}/draft`, { data: { price: 2 } });

/** Every kind of write that gives several items of a group other shared fields. */
export const killedWrites: readonly KilledWrite[] = [
  {
    title: 'an update of a published item',
    prepare: async (scene) => {
      const ids = await scene.trio(1);
      const write = () => scene.request('PUT', `/api/content/${ids[1]}`, { data: { price: 2 } });
      return { ids, write };
    },
  },
  {
    title: 'a publication of a working copy',
    prepare: async (scene) => {
      const ids = await scene.trio(1);
      await copyOf(scene, ids[2]);
      return {
        ids,
        write: () => scene.request('POST', `/api/content/${ids[2]}/draft/publish`, {}),
      };
    },
  },
  {
    title: 'a change of many items',
    prepare: async (scene) => {
      const [first, second] = [await scene.trio(1), await scene.trio(1)];
      const ids = [second[0], first[1]];
      for (const id of ids) await copyOf(scene, id);
      const bulk = { action: 'publish', ids, atomic: true };
      return {
        ids: [...first, ...second],
        write: () => scene.request('POST', '/api/content/bulk', bulk),
      };
    },
  },
  {
    title: 'a due publication',
    prepare: async (scene) => {
      const ids = await scene.trio(1);
      await copyOf(scene, ids[0]);
      const publishAt = Date.now() + 3_600_000;
      await scene.send('PUT', `/api/content/${ids[0]}/schedule`, { publishAt });
      return {
        ids,
        write: async () => {
          await scene.makeDue();
          return undefined;
        },
      };
    },
  },
  {
    title: 'a restored version',
    prepare: async (scene) => {
      const ids = await scene.trio(1);
      await scene.send('PUT', `/api/content/${ids[0]}`, { data: { price: 2 }, title: 'Later' });
      return {
        ids,
        write: () => scene.request('POST', `/api/content/${ids[0]}/restore`, { version: 1 }),
      };
    },
  },
  {
    title: 'a restored translation',
    prepare: async (scene) => {
      const ids = await scene.trio(1);
      await scene.send('DELETE', `/api/content/${ids[1]}`);
      await scene.send('PUT', `/api/content/${ids[0]}`, { data: { price: 2 } });
      return { ids, write: () => scene.request('POST', `/api/trash/${ids[1]}/restore`, {}) };
    },
  },
  {
    title: 'a field that becomes shared',
    prepare: async (scene) => {
      const name = await scene.unshared();
      const ids = await scene.trio(1, { collection: name });
      await scene.send('PUT', `/api/content/${ids[1]}`, { data: { price: 2 } });
      const path = `/api/collections/${name}?shareFrom=de`;
      return { ids, write: () => scene.request('PUT', path, { schema: sharedPrice }) };
    },
  },
  {
    title: 'a join of two groups',
    prepare: async (scene) => {
      const english = await scene.post('en', 2);
      const german = await scene.post('de', 1);
      const french = await scene.post('fr', 1, { translationOf: german });
      const group = { with: english, shareFrom: english };
      return {
        ids: [english, german, french],
        write: () => scene.request('PUT', `/api/content/${french}/group`, group),
      };
    },
  },
  {
    title: 'an import',
    prepare: async (scene) => {
      const [first, second] = [await scene.trio(1), await scene.trio(1)];
      const items = [second[1], first[0]].map((id) => ({
        id,
        collection: 'blog-posts',
        title: `Imported ${id}`,
        status: 'published',
        data: { price: 2 },
      }));
      return {
        ids: [...first, ...second],
        write: () => scene.request('POST', '/api/transfer/content', { items, overwrite: true }),
      };
    },
  },
];

const priceOf = (isShared: boolean) => ({
  type: 'object',
  properties: { price: { type: 'number', ...(isShared && { localized: false }) } },
});

export const sharedPrice = priceOf(true);
export const ownPrice = priceOf(false);
