import { operator } from '../../../core/index.ts';
import { ownPrice, sharedPrice } from '../translations/killed-writes.ts';
import type { CrashWrite } from './crash-writes.ts';

type Prepare = NonNullable<CrashWrite['prepare']>;

const localized: Prepare = async (cms) => {
  await cms.locales.update(operator, {
    locales: ['en', 'de', 'fr'].map((code) => ({ code })),
  });
  await cms.collections.update(operator, 'blog-posts', { localized: true, schema: sharedPrice });
};

let titles = 0;

/** Published items of one group. */
const group =
  (locales: readonly string[], price = 1): Prepare =>
  async (cms, { editor, posts, ids }) => {
    let translationOf: string | undefined;
    for (const locale of locales) {
      titles += 1;
      const item = { collectionId: posts, title: `Title ${titles}`, status: 'published' } as const;
      const place = { locale, translationOf };
      const { id } = await cms.content.create(editor, { ...item, ...place, data: { price } });
      translationOf ??= id;
      ids.push(id);
    }
  };

const trio = group(['en', 'de', 'fr']);

const copyOf =
  (number: number): Prepare =>
  (cms, { editor, ids }) =>
    cms.drafts.save(editor, ids[number]!, { data: { price: 2 } });

const all =
  (...steps: readonly Prepare[]): Prepare =>
  async (cms, scene) => {
    for (const step of [localized, ...steps]) await step(cms, scene);
  };

/** Writes that give several translations other shared fields. */
export const sharedCrashWrites: readonly CrashWrite[] = [
  {
    title: 'update a shared field',
    prepare: all(trio),
    write: (cms, actor, { ids }) => cms.content.update(actor, ids[1]!, { data: { price: 2 } }),
    isKeyed: true,
  },
  {
    title: 'publish a copy with a shared field',
    prepare: all(trio, copyOf(2)),
    write: (cms, actor, { ids }) => cms.drafts.publish(actor, ids[2]!, {}),
  },
  {
    title: 'publish copies with shared fields at once',
    prepare: all(trio, trio, copyOf(1), copyOf(3)),
    write: (cms, actor, { ids }) => {
      const bulk = { action: 'publish', ids: [ids[1]!, ids[3]!], atomic: true } as const;
      return cms.content.bulk(actor, bulk);
    },
  },
  {
    title: 'a due publication of a copy with a shared field',
    prepare: all(trio, copyOf(0), async (cms, { editor, ids, now, makeDue }) => {
      await cms.schedule.plan(editor, ids[0]!, { publishAt: Math.ceil(await now()) + 1_000_000 });
      await makeDue();
    }),
    write: (cms) => cms.schedule.runDue({ aborted: false }),
  },
  {
    title: 'restore a translation from the trash',
    prepare: all(trio, async (cms, { editor, ids }) => {
      await cms.content.delete(editor, ids[1]!);
      await cms.content.update(editor, ids[0]!, { data: { price: 2 } });
    }),
    write: (cms, actor, { ids }) => cms.trash.restore(actor, ids[1]!),
  },
  {
    title: 'make a field shared',
    prepare: all(async (cms, scene) => {
      await cms.collections.update(operator, 'blog-posts', { schema: ownPrice });
      await trio(cms, scene);
      await cms.content.update(scene.editor, scene.ids[1]!, { data: { price: 2 } });
    }),
    write: (cms, actor) =>
      cms.collections.update(actor, 'blog-posts', { schema: sharedPrice }, 'de'),
  },
  {
    title: 'join groups with a shared field',
    prepare: all(group(['en'], 2), group(['de', 'fr'])),
    write: (cms, actor, { ids: [english = '', german = ''] }) =>
      cms.translations.join(actor, german, { with: english, shareFrom: english }),
  },
  {
    title: 'import a shared field',
    prepare: all(trio),
    write: (cms, actor, { ids }) => {
      const item = { id: ids[1]!, collection: 'blog-posts', title: 'Imported' };
      const records = [{ ...item, status: 'published' as const, data: { price: 2 } }];
      return cms.transfer.importContent(actor, { records, overwrite: true });
    },
  },
];
