import { operator, type UserActor } from '../../../core/index.ts';
import type { JsonObject } from '../../../core/vocabulary.ts';
import type { CoreWorld } from '../core/core-world.ts';

const day = 24 * 60 * 60 * 1_000;

/** Adds the accounts that {@link fillWithEverything} uses. The ids differ between services, the addresses do not. */
export const addPeople = async (
  world: Pick<CoreWorld, 'person'>,
): Promise<readonly UserActor[]> => {
  const people: UserActor[] = [];
  for (const role of ['author', 'editor', 'editor', 'admin'] as const) {
    people.push(await world.person(role));
  }
  return people;
};

/** Fills a service with all that an export contains, by several people, of whom one has no account any more. */
export const fillWithEverything = async (world: CoreWorld): Promise<void> => {
  const { cms, clock, write, ports, pages } = world;
  const [author, editor, gone, admin] = (await addPeople(world)) as [
    UserActor,
    UserActor,
    UserActor,
    UserActor,
  ];
  const { revisions, schedules } = ports.store.repositories;
  const change = async (
    actor: UserActor,
    id: string,
    command: { readonly title?: string; readonly data?: JsonObject; readonly status?: 'published' },
    remarks = {},
  ) => {
    clock.advance(1_000);
    await cms.content.update(actor, id, command, undefined, remarks);
  };

  const previewUrl = 'https://example.com/{collection}/{slug}?token={token}';
  await cms.collections.update(operator, pages.name, {
    previewUrl,
    icon: 'leaf',
    schema: {
      properties: {
        text: { type: 'markdown', width: 'half' },
        tags: { type: 'array', items: { type: 'string' }, place: 'side' },
      },
    },
    templates: [{ name: 'Tagged', title: 'About', data: { tags: ['b', 'a'], text: null } }],
  });

  // An item without any revision.
  await write(editor);
  await revisions.prune({ maxPerItem: 0, maxDays: 0 });

  // Several authors, notes, autosaves and statuses.
  const drafted = await write(author, { data: { text: 'one', tags: ['a'] } });
  await change(editor, drafted.id, { data: { text: 'two' } }, { note: 'Shorter' });
  for (const text of ['three', 'four']) {
    await change(editor, drafted.id, { data: { text } }, { isAutosave: true });
  }
  await change(gone, drafted.id, { title: 'By somebody without account' });
  const archived = await write(editor, { status: 'published', collectionId: pages.id });
  await cms.content.update(editor, archived.id, { status: 'archived' });

  // A revision in a collection that was deleted.
  const old = await cms.collections.create(operator, { name: 'old' });
  const moved = await write(author, { collectionId: old.id });
  await cms.content.update(admin, moved.id, { collectionId: pages.id });
  await cms.collections.delete(operator, 'old');

  // Working copies: one with the current base, and one that is outdated.
  const published = await write(author, { status: 'published', data: { text: 'live' } });
  const outdated = await write(editor, { status: 'published', data: { text: 'live' } });
  for (const { id } of [published, outdated]) {
    clock.advance(1_000);
    await cms.drafts.save(editor, id, { title: `Rewritten ${id.length}`, data: { text: 'copy' } });
  }
  await change(admin, outdated.id, { data: { text: 'changed meanwhile' } });

  // Planned changes: pending ones, a failed one, and one by nobody.
  const later = Date.now() + day;
  await cms.schedule.plan(editor, published.id, { publishAt: later, unpublishAt: later + day });
  await cms.schedule.plan(operator, drafted.id, { publishAt: later });
  await schedules.revise(moved.id, () => [
    {
      contentId: moved.id,
      action: 'publish',
      at: 1_700_000_000_000,
      reason: 'The slug is taken',
      scheduledBy: admin.userId,
    },
  ]);

  // The trash: with a working copy, a slug that another item has now, and by somebody without account.
  const trashed = await write(author, { status: 'published', slug: 'reused' });
  await change(editor, trashed.id, { title: 'Deleted later' }, { note: 'Last words' });
  await cms.drafts.save(editor, trashed.id, { title: 'A copy in the trash' });
  clock.advance(1_000);
  await cms.content.delete(editor, trashed.id);
  await write(author, { slug: 'reused' });
  const other = await write(gone);
  clock.advance(1_000);
  await cms.content.delete(gone, other.id);
  await cms.users.delete(operator, gone.userId);
};
