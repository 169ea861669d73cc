import { operator, type Actor, type Cms } from '../../../core/index.ts';
import { day, hour, type ScheduledAction } from '../../../core/vocabulary.ts';
import { elapse, type Scene, type Subject } from './publishing-scene.ts';

type Work = (cms: Cms, actor: Actor, subject: Subject) => Promise<unknown>;

/** Where items are moved to. */
type Target = Pick<Subject['collection'], 'id'>;

const update =
  (command: Parameters<Cms['content']['update']>[2]): Work =>
  (cms, actor, { id }) =>
    cms.content.update(actor, id, command);

/** The actions of the table that callers take. */
export const callerActions = (target: Target): Readonly<Record<string, Work>> => ({
  'create an item with its slug': (cms, actor, { item, collection }) =>
    cms.content.create(actor, { collectionId: collection.id, title: 'New', slug: item.slug }),
  save: update({ title: 'Saved' }),
  autosave: (cms, actor, { id }) =>
    cms.content.update(actor, id, { title: 'Saved' }, undefined, { isAutosave: true }),
  'save that merges': async (cms, actor, { id, collection: { name } }) => {
    // Since the first version, other members of the data have changed.
    const base = { version: 1, isExpected: ({ version }: { version: number }) => version === 1 };
    return cms.history.merge(actor, id, { data: { a: name, d: name } }, base);
  },
  publish: update({ status: 'published' }),
  unpublish: update({ status: 'draft' }),
  archive: update({ status: 'archived' }),
  move: update({ collectionId: target.id }),
  'restore a version': (cms, actor, { id }) => cms.history.restore(actor, id, { version: 1 }),
  'save the copy': (cms, actor, { id }) => cms.drafts.save(actor, id, { title: 'Saved' }),
  'restore a version into the copy': (cms, actor, { id }) =>
    cms.drafts.restore(actor, id, { version: 1 }),
  'discard the copy': (cms, actor, { id }) => cms.drafts.discard(actor, id),
  'publish the copy': (cms, actor, { id }) => cms.drafts.publish(actor, id, {}),
  'plan a publication': (cms, actor, { id }) =>
    cms.schedule.plan(actor, id, { publishAt: Date.now() + hour - (Date.now() % hour) }),
  'plan an end': (cms, actor, { id }) =>
    cms.schedule.plan(actor, id, { unpublishAt: 10_000_000_000_000 }),
  'remove the plan': (cms, actor, { id }) => cms.schedule.remove(actor, id),
  delete: (cms, actor, { id }) => cms.content.delete(actor, id),
  'restore from the trash': (cms, actor, { id }) => cms.trash.restore(actor, id),
  'delete from the trash': (cms, actor, { id }) => cms.trash.delete(actor, id),
  'empty the trash': (cms, actor, { collection: { name } }) =>
    cms.trash.empty(actor, { collection: name }),
  'delete the collection': (cms, actor, { collection: { name } }) =>
    cms.collections.delete(actor, name),
});

const never = { aborted: false };

const runDue = async (world: Scene, { id }: Subject, action: ScheduledAction) => {
  const { schedules } = world.ports.store.repositories;
  const scheduledBy = undefined;
  await schedules.revise(id, ({ now, changes }) => [
    { contentId: id, action, at: now + 1, reason: undefined, scheduledBy },
    ...changes.filter((change) => change.action !== action),
  ]);
  elapse(world, 1);
  await world.cms.schedule.runDue(never);
};

/** The actions of the table that the service takes. */
export const serviceActions: Readonly<
  Record<string, (world: Scene, subject: Subject) => Promise<void>>
> = {
  'a publication is due': (world, subject) => runDue(world, subject, 'publish'),
  'an end is due': (world, subject) => runDue(world, subject, 'unpublish'),
  '`trashDays` have passed': async (world) => {
    elapse(world, 31 * day);
    await world.cms.system.sweepTrash(never);
    elapse(world, -31 * day);
  },
};

/** The same, with the setting that deletes permanently. */
export const withoutTrash =
  (world: Pick<Scene, 'cms'>, work: Work): Work =>
  async (cms, actor, subject) => {
    await world.cms.settings.update(operator, { trashDays: 0 });
    try {
      return await work(cms, actor, subject);
    } finally {
      await world.cms.settings.update(operator, { trashDays: 30 });
    }
  };
