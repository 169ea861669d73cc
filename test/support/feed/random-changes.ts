import { isDomainError, operator, type Cms, type UserActor } from '../../../core/index.ts';
import { contentStatuses, type Collection } from '../../../core/vocabulary.ts';

export interface ChangingScene {
  readonly cms: Cms;
  readonly admin: UserActor;
  readonly collections: readonly Collection[];
  readonly random: () => number;
}

const client = '192.0.2.1';

/**
 * One random change of content, of a working copy, of the trash or of what readers may see. Many of them are rejected,
 * for example because of the status of the item.
 */
export const changeSomething = async (scene: ChangingScene): Promise<void> => {
  try {
    await pick(scene, actions)(scene);
  } catch (error) {
    if (!isDomainError(error)) throw error;
  }
};

const pick = <T>({ random }: ChangingScene, choices: readonly T[]): T =>
  choices[Math.floor(random() * choices.length)]!;

/** Few, so that they are taken often. */
const slugs = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

const stateOf = (scene: ChangingScene) => ({
  title: `Title ${Math.floor(scene.random() * 1_000)}`,
  ...(scene.random() < 0.3 && { slug: pick(scene, slugs) }),
  ...(scene.random() < 0.3 && { collectionId: pick(scene, scene.collections).id }),
});

const anyItem = async (scene: ChangingScene): Promise<string> => {
  const { value } = await scene.cms.content.readPage(operator, {
    of: { list: { limit: 1_000 } },
    client,
  });
  if (value.kind !== 'items' || value.items.length === 0) return '';
  return pick(scene, value.items).id;
};

const actions: readonly ((scene: ChangingScene) => Promise<unknown>)[] = [
  ...[1, 2, 3].map(() => async (scene: ChangingScene) => {
    const { cms, admin, random } = scene;
    const status = random() < 0.6 ? 'published' : 'draft';
    return cms.content.create(admin, {
      collectionId: pick(scene, scene.collections).id,
      ...stateOf(scene),
      status,
    });
  }),
  ...[1, 2, 3, 4].map(() => async (scene: ChangingScene) => {
    const { cms, admin, random } = scene;
    const status = random() < 0.4 ? pick(scene, contentStatuses) : undefined;
    return cms.content.update(admin, await anyItem(scene), { ...stateOf(scene), status });
  }),
  async (scene) => scene.cms.content.delete(scene.admin, await anyItem(scene)),
  async (scene) => {
    const entries = await scene.cms.trash.list(scene.admin, { limit: 100 });
    if (entries.length === 0) return undefined;
    const { id } = pick(scene, entries);
    return scene.random() < 0.3
      ? scene.cms.trash.delete(scene.admin, id)
      : scene.cms.trash.restore(scene.admin, id, {});
  },
  ...[1, 2, 3].map(() => async (scene: ChangingScene) => {
    return scene.cms.drafts.save(scene.admin, await anyItem(scene), stateOf(scene));
  }),
  async (scene) => scene.cms.drafts.publish(scene.admin, await anyItem(scene), { merge: 'mine' }),
  async (scene) => scene.cms.drafts.discard(scene.admin, await anyItem(scene)),
  async (scene) => {
    if (scene.random() < 0.7) return;
    const publicContent = scene.random() < 0.5 ? 'all' : 'published';
    await scene.cms.settings.update(operator, {
      publicContent,
      trashDays: scene.random() < 0.5 ? 0 : 30,
    });
  },
  async (scene) => {
    if (scene.random() < 0.7) return;
    const { name } = pick(scene, scene.collections);
    await scene.cms.collections.update(operator, name, { isActive: scene.random() < 0.6 });
  },
];
