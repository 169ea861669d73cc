import { operator, type Cms, type UseCases, type UserActor } from '../../../core/index.ts';
import { tinyGif } from '../media/tiny-gif.ts';

/** What a write is about. */
export interface CrashScene {
  readonly editor: UserActor;
  readonly posts: string;
  readonly pages: string;
  /** The ids of the items that `prepare` has created. */
  readonly ids: string[];
  /** Makes planned changes due. */
  readonly makeDue: () => Promise<void>;
  /** The time of the database. */
  readonly now: () => Promise<number>;
}

/** One kind of write. */
export interface CrashWrite {
  readonly title: string;
  readonly prepare?: (cms: Cms, scene: CrashScene) => Promise<unknown>;
  readonly write: (
    cms: Pick<
      UseCases,
      | 'content'
      | 'history'
      | 'trash'
      | 'drafts'
      | 'collections'
      | 'media'
      | 'translations'
      | 'transfer'
    > &
      Pick<Cms, 'schedule'>,
    actor: UserActor,
    scene: CrashScene,
  ) => Promise<unknown>;
  /** Whether it can be sent with a key. */
  readonly isKeyed?: boolean;
}

type Prepare = NonNullable<CrashWrite['prepare']>;

const item =
  (status: 'draft' | 'published' = 'draft', title = 'One'): Prepare =>
  async (cms, { editor, posts, ids }) => {
    const data = { a: title };
    ids.push((await cms.content.create(editor, { collectionId: posts, title, status, data })).id);
  };

/** An item with everything: several versions, a copy that moves it, and planned changes. */
const rich =
  (title = 'One'): Prepare =>
  async (cms, scene) => {
    await item('published', title)(cms, scene);
    const id = scene.ids.at(-1)!;
    await cms.content.update(scene.editor, id, { title: `${title} changed` });
    await cms.drafts.save(scene.editor, id, { data: { b: title }, collectionId: scene.pages });
    await plan(cms, scene, id);
  };

const plan = async (cms: Cms, { editor, now }: CrashScene, id: string): Promise<void> => {
  const at = Math.ceil(await now()) + 1_000_000;
  const copy = await cms.drafts.get(editor, id).catch(() => undefined);
  const { status } = await cms.history.get(editor, id, 1);
  const canPublish = status === 'draft' || copy !== undefined;
  await cms.schedule.plan(editor, id, {
    ...(canPublish && { publishAt: at }),
    unpublishAt: at + 1_000_000,
  });
};

const trashed: Prepare = async (cms, scene) => {
  await rich()(cms, scene);
  await cms.content.delete(scene.editor, scene.ids[0]!);
};

const three: Prepare = async (cms, scene) => {
  for (const title of ['One', 'Two', 'Three']) await rich(title)(cms, scene);
};

const threeTrashed: Prepare = async (cms, scene) => {
  await three(cms, scene);
  for (const id of scene.ids) await cms.content.delete(scene.editor, id);
};

const due =
  (prepare: Prepare, after: Prepare = async () => undefined): Prepare =>
  async (cms, scene) => {
    await prepare(cms, scene);
    await plan(cms, scene, scene.ids[0]!);
    await after(cms, scene);
    await scene.makeDue();
  };

const never = { aborted: false };
const runDue: CrashWrite['write'] = (cms) => cms.schedule.runDue(never);

async function* gif(): AsyncGenerator<Uint8Array> {
  yield tinyGif;
}

const bulk =
  (action: 'publish' | 'archive' | 'delete' | 'restore' | 'move'): CrashWrite['write'] =>
  (cms, actor, { ids, pages }) =>
    cms.content.bulk(actor, { action, ids, collectionId: pages, atomic: true });

const withoutTrash =
  (prepare: Prepare): Prepare =>
  async (cms, scene) => {
    await prepare(cms, scene);
    await cms.settings.update(operator, { trashDays: 0 });
  };

/** Every kind of write. */
export const crashWrites: readonly CrashWrite[] = [
  {
    title: 'create',
    write: (cms, actor, { posts }) =>
      cms.content.create(actor, { collectionId: posts, title: 'New' }),
    isKeyed: true,
  },
  {
    title: 'update',
    prepare: rich(),
    write: (cms, actor, { ids }) => cms.content.update(actor, ids[0]!, { title: 'Saved' }),
    isKeyed: true,
  },
  {
    title: 'autosave over an autosave',
    prepare: async (cms, scene) => {
      await item()(cms, scene);
      const remarks = { isAutosave: true };
      await cms.content.update(scene.editor, scene.ids[0]!, { title: 'A' }, undefined, remarks);
    },
    write: (cms, actor, { ids }) =>
      cms.content.update(actor, ids[0]!, { title: 'B' }, undefined, { isAutosave: true }),
  },
  {
    title: 'archive, which ends planned changes',
    prepare: rich(),
    write: (cms, actor, { ids }) => cms.content.update(actor, ids[0]!, { status: 'archived' }),
  },
  {
    title: 'move',
    prepare: rich(),
    write: (cms, actor, { ids, pages }) =>
      cms.content.update(actor, ids[0]!, { collectionId: pages }),
  },
  {
    title: 'delete into the trash',
    prepare: rich(),
    write: (cms, actor, { ids }) => cms.content.delete(actor, ids[0]!),
    isKeyed: true,
  },
  {
    title: 'delete permanently',
    prepare: withoutTrash(rich()),
    write: (cms, actor, { ids }) => cms.content.delete(actor, ids[0]!),
  },
  {
    title: 'restore from the trash',
    prepare: trashed,
    write: (cms, actor, { ids }) => cms.trash.restore(actor, ids[0]!),
    isKeyed: true,
  },
  {
    title: 'delete from the trash',
    prepare: trashed,
    write: (cms, actor, { ids }) => cms.trash.delete(actor, ids[0]!),
    isKeyed: true,
  },
  {
    title: 'empty the trash',
    prepare: threeTrashed,
    write: (cms, actor) => cms.trash.empty(actor),
  },
  {
    title: 'restore a version',
    prepare: rich(),
    write: (cms, actor, { ids }) => cms.history.restore(actor, ids[0]!, { version: 1 }),
    isKeyed: true,
  },
  {
    title: 'restore a version into the copy',
    prepare: rich(),
    write: (cms, actor, { ids }) => cms.drafts.restore(actor, ids[0]!, { version: 1 }),
  },
  {
    title: 'begin a copy',
    prepare: item('published'),
    write: (cms, actor, { ids }) => cms.drafts.save(actor, ids[0]!, { title: 'Copy' }),
    isKeyed: true,
  },
  {
    title: 'save a copy',
    prepare: rich(),
    write: (cms, actor, { ids }) => cms.drafts.save(actor, ids[0]!, { title: 'Copy' }),
  },
  {
    title: 'discard a copy',
    prepare: rich(),
    write: (cms, actor, { ids }) => cms.drafts.discard(actor, ids[0]!),
  },
  {
    title: 'publish a copy',
    prepare: rich(),
    write: (cms, actor, { ids }) => cms.drafts.publish(actor, ids[0]!, {}),
    isKeyed: true,
  },
  {
    title: 'plan changes',
    prepare: item(),
    write: (cms, actor, { ids }) =>
      cms.schedule.plan(actor, ids[0]!, {
        publishAt: 4_000_000_000_000,
        unpublishAt: 4_100_000_000_000,
      }),
  },
  {
    title: 'remove planned changes',
    prepare: rich(),
    write: (cms, actor, { ids }) => cms.schedule.remove(actor, ids[0]!),
  },
  { title: 'a due publication', prepare: due(item()), write: runDue },
  { title: 'a due publication of a copy', prepare: due(rich()), write: runDue },
  {
    title: 'a due publication of a copy without changes',
    prepare: due(rich(), (cms, { editor, ids, posts }) =>
      cms.drafts.save(editor, ids[0]!, { data: { a: 'One' }, collectionId: posts }),
    ),
    write: runDue,
  },
  {
    title: 'a due publication that fails',
    prepare: due(rich(), (cms, { editor, ids }) => cms.drafts.discard(editor, ids[0]!)),
    write: runDue,
  },
  { title: 'a due end', prepare: due(item('published')), write: runDue },
  ...(['publish', 'archive', 'delete', 'move'] as const).map((action) => ({
    title: `${action} many items at once`,
    prepare: action === 'publish' ? manyDrafts : three,
    write: bulk(action),
    isKeyed: action === 'archive',
  })),
  { title: 'restore many items at once', prepare: threeTrashed, write: bulk('restore') },
  {
    title: 'create a collection',
    write: (cms, actor) => cms.collections.create(actor, { name: 'new' }),
    isKeyed: true,
  },
  {
    title: 'create the item of a singleton',
    prepare: (cms) => cms.collections.create(operator, { name: 'single', singleton: true }),
    write: async (cms, actor) => {
      const { id } = await cms.collections.get(actor, 'single');
      return cms.content.create(actor, { collectionId: id, title: 'New' });
    },
  },
  {
    title: 'make a collection a singleton',
    prepare: rich(),
    write: (cms, actor) => cms.collections.update(actor, 'blog-posts', { singleton: true }),
  },
  {
    title: 'update a collection',
    write: (cms, actor) => cms.collections.update(actor, 'pages', { description: 'New' }),
    isKeyed: true,
  },
  {
    title: 'delete a collection with its trash',
    prepare: trashed,
    write: (cms, actor) => cms.collections.delete(actor, 'blog-posts'),
    isKeyed: true,
  },
  {
    title: 'upload a file',
    write: (cms, actor) =>
      cms.media.upload(actor, { originalName: 'a.gif', body: gif(), folder: () => undefined }),
    isKeyed: true,
  },
];

async function manyDrafts(cms: Cms, scene: CrashScene): Promise<void> {
  for (const title of ['One', 'Two', 'Three']) await item('draft', title)(cms, scene);
}
