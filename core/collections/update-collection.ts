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
import { assertTemplatesFit, fitTemplates } from './parse-templates.ts';
import type { Dependencies } from '../ports/ports.ts';
import { DomainError, notFound } from '../primitives/errors.ts';
import { parseText } from '../primitives/text.ts';
import { laterOf, type EpochMs } from '../primitives/time.ts';
import { presentationOf, previewUrlOf, type CreateCollection } from './create-collection.ts';
import type { Repositories } from '../ports/store.ts';
import { followChange } from './follow-change.ts';
import { parseSchema } from './schema/parse-schema.ts';
import { assertShared, type CollectionChange } from './shared-fields.ts';
import { assertUnique } from './indexes/unique-fields.ts';

/**
 * Absent members keep their value; `schema` and `templates` are replaced as a whole. Templates that are kept lose the values of
 * fields that a new schema does not have.
 */
export interface UpdateCollection extends Omit<CreateCollection, 'name'> {
  readonly name?: string | undefined;
}

/** Whether a caller accepts the stored collection as the base of a change. */
export type ExpectedCollection = (collection: Collection) => boolean;

export type UpdateDependencies = Pick<
  Dependencies,
  'store' | 'collections' | 'indexes' | 'clock' | 'patterns'
> &
  Notifying;

/** @param settle called in the transaction, after the collection was stored; by default the items are only checked. */
export const updateCollection =
  (dependencies: UpdateDependencies, settle: Settle = assertShared) =>
  async (
    actor: Actor,
    name: string,
    command: UpdateCollection,
    isExpected?: ExpectedCollection,
  ): Promise<Collection> => {
    authorize(actor, 'administer');
    const changes = parseChanges(dependencies, command);
    await checkUnique(dependencies, name, changes, settle !== assertShared);
    const update = { changes, command, isExpected };
    const { before, after } = await storeChanges(dependencies, actor, name, update, settle);
    await dependencies.notify({ type: 'collection', before, collection: after });
    return after;
  };

/** Before the transaction, because it can take long. What is written meanwhile, or not found, makes the index fail. */
const checkUnique = async (
  { collections, indexes, clock }: UpdateDependencies,
  name: string,
  { schema }: Partial<Collection>,
  settles: boolean,
): Promise<void> => {
  if (schema === undefined) return;
  const before = await collections.findByName(name);
  if (before !== undefined) {
    await assertUnique({ indexes, clock }, before, { ...before, schema }, settles);
  }
};

type Settle = (
  repositories: Pick<Repositories, 'contents'>,
  change: CollectionChange,
) => Promise<void>;

/**
 * What a command would make of a collection now, without storing it.
 *
 * @throws DomainError `not_found`, `version_mismatch`, and what is wrong with the command.
 */
export const planUpdate = async (
  {
    collections,
    site,
    clock,
    patterns,
  }: Pick<Dependencies, 'collections' | 'site' | 'clock' | 'patterns'>,
  name: string,
  command: UpdateCollection,
  isExpected?: ExpectedCollection,
): Promise<CollectionChange> => {
  const changes = parseChanges({ patterns }, command);
  return planChanges({ collections, site }, clock, name, { changes, command, isExpected });
};

interface ParsedUpdate {
  readonly changes: Partial<Collection>;
  readonly command: Localisation;
  readonly isExpected: ExpectedCollection | undefined;
}

const planChanges = async (
  { collections, site }: Pick<Repositories, 'collections' | 'site'>,
  clock: Dependencies['clock'],
  name: string,
  { changes, command, isExpected }: ParsedUpdate,
): Promise<CollectionChange> => {
  const before = await collections.findByName(name);
  if (before === undefined) throw notFound('Collection');
  if (isExpected?.(before) === false) {
    throw new DomainError('version_mismatch', 'The collection has changed since you read it');
  }
  const all = { ...changes, ...(await localise(site, before, command)) };
  return { before, after: revise(before, all, laterOf(before.updatedAt, clock.now())) };
};

const storeChanges = async (
  { store, clock }: UpdateDependencies,
  actor: Actor,
  name: string,
  update: ParsedUpdate,
  settle: Settle,
): Promise<CollectionChange> =>
  store.exclusively('settings', async (inside) => {
    const { collections, outbox } = inside;
    const change = await planChanges(inside, clock, name, update);
    const { before, after } = change;
    if (!(await collections.update(after))) throw notFound('Collection');
    await settle(inside, change);
    await followChange(inside, change);
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
  assertTemplatesFit({ ...after, templates: changes.templates });
  return {
    ...after,
    ...fitTemplates(after),
    displayName: after.displayName || after.name,
    ...hiddenAfter(before, after, updatedAt),
  };
};

const parseChanges = (
  { patterns }: Pick<UpdateDependencies, 'patterns'>,
  {
    name,
    displayName,
    description,
    schema,
    isActive,
    previewUrl,
    singleton,
    access,
    ...presentation
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
  ...presentationOf(presentation),
  ...(singleton !== undefined && { isSingleton: singleton || undefined }),
  ...(access !== undefined && { isPrivate: access === 'private' || undefined }),
});
