import { authorize } from '../access/policy.ts';
import { collectionEvents } from '../events/collection-events.ts';
import type { Notifying } from '../events/notification.ts';
import { localise, type Localisation } from '../locales/base-locale.ts';
import type { Actor } from '../model/actor.ts';
import { auditNote } from '../model/audit-entry.ts';
import {
  descriptionMaxLength,
  displayNameMaxLength,
  hiddenAfter,
  parseCollectionName,
  type Collection,
} from '../model/collection.ts';
import type { Dependencies } from '../ports/ports.ts';
import { notFound } from '../primitives/errors.ts';
import { parseText } from '../primitives/text.ts';
import { laterOf, type EpochMs } from '../primitives/time.ts';
import { previewUrlOf, type CreateCollection } from './create-collection.ts';
import { searchedFields } from './data/item-text.ts';
import { parseSchema } from './schema/parse-schema.ts';
import { assertUnique } from './indexes/unique-fields.ts';

/** Absent members keep their value; `schema` is replaced as a whole. */
export interface UpdateCollection extends Omit<CreateCollection, 'name'> {
  readonly name?: string | undefined;
}

type UpdateDependencies = Pick<
  Dependencies,
  'store' | 'collections' | 'indexes' | 'clock' | 'patterns'
> &
  Notifying;

export const updateCollection =
  (dependencies: UpdateDependencies) =>
  async (actor: Actor, name: string, command: UpdateCollection): Promise<Collection> => {
    authorize(actor, 'administer');
    const changes = parseChanges(dependencies, command);
    await checkUnique(dependencies, name, changes);
    const { before, after } = await storeChanges(dependencies, actor, name, changes, command);
    await dependencies.notify({ type: 'collection', before, collection: after });
    return after;
  };

/** Before the transaction, because it can take long. What is written meanwhile, or not found, makes the index fail. */
const checkUnique = async (
  { collections, indexes, clock }: UpdateDependencies,
  name: string,
  { schema }: Partial<Collection>,
): Promise<void> => {
  if (schema === undefined) return;
  const before = await collections.findByName(name);
  if (before !== undefined) await assertUnique({ indexes, clock }, before, { ...before, schema });
};

const storeChanges = async (
  { store, clock }: UpdateDependencies,
  actor: Actor,
  name: string,
  parsed: Partial<Collection>,
  command: Localisation,
): Promise<{ readonly before: Collection; readonly after: Collection }> =>
  store.exclusively('settings', async ({ collections, search, outbox, site }) => {
    const before = await collections.findByName(name);
    if (before === undefined) throw notFound('Collection');
    const changes = { ...parsed, ...(await localise(site, before, command)) };
    const after = revise(before, changes, laterOf(before.updatedAt, clock.now()));
    if (!(await collections.update(after))) throw notFound('Collection');
    if (searchedFields(before.schema) !== searchedFields(after.schema))
      await search.outdate(after.id);
    const note = auditNote(actor, {
      action: 'collection.update',
      id: after.id,
      detail: after.name,
    });
    await outbox.add(collectionEvents(before, after, clock.now(), note));
    return { before, after };
  });

/** As on creation, an empty display name becomes the name. */
const revise = (
  before: Collection,
  changes: Partial<Collection>,
  updatedAt: EpochMs,
): Collection => {
  const { hiddenSince: _, ...rest } = before;
  const after = { ...rest, ...changes, version: before.version + 1, updatedAt };
  return {
    ...after,
    displayName: after.displayName || after.name,
    ...hiddenAfter(before, after, updatedAt),
  };
};

const parseChanges = (
  { patterns }: UpdateDependencies,
  {
    name,
    displayName,
    description,
    schema,
    isActive,
    previewUrl,
    singleton,
    access,
  }: UpdateCollection,
): Partial<Collection> => ({
  ...(name !== undefined && { name: parseCollectionName(name) }),
  ...(displayName !== undefined && {
    displayName: parseText('displayName', displayName, { max: displayNameMaxLength }),
  }),
  ...(description !== undefined && {
    description: parseText('description', description, { max: descriptionMaxLength }),
  }),
  ...(schema !== undefined && { schema: parseSchema(schema, patterns) }),
  ...(isActive !== undefined && { isActive }),
  ...previewUrlOf({ previewUrl }),
  ...(singleton !== undefined && { isSingleton: singleton || undefined }),
  ...(access !== undefined && { isPrivate: access === 'private' || undefined }),
});
