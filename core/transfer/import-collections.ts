import { authorize } from '../access/policy.ts';
import { presentationOf, previewUrlOf } from '../collections/create-collection.ts';
import { followChange } from '../collections/follow-change.ts';
import { assertShared } from '../collections/shared-fields.ts';
import { parseSchema } from '../collections/schema/parse-schema.ts';
import { assertUnique } from '../collections/indexes/unique-fields.ts';
import { collectionEvents } from '../events/collection-events.ts';
import type { Notify } from '../events/notification.ts';
import { localise, type Localisation } from '../locales/base-locale.ts';
import type { Actor } from '../model/actor.ts';
import { auditNote, type AuditNote } from '../model/audit-entry.ts';
import {
  descriptionMaxLength,
  displayNameMaxLength,
  hiddenAfter,
  parseCollectionName,
  type Collection,
  type CollectionAccess,
} from '../model/collection.ts';
import { assertTemplatesFit, fitTemplates } from '../collections/parse-templates.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories, Store } from '../ports/store.ts';
import { DomainError, hasCode, resultOf } from '../primitives/errors.ts';
import type { JsonObject } from '../primitives/json.ts';
import { parseText } from '../primitives/text.ts';
import type { Clock } from '../ports/time.ts';
import { laterOf } from '../primitives/time.ts';
import { parseUuid } from '../primitives/uuid.ts';
import { withoutEffects } from './without-effects.ts';

/** A collection in an export. An icon and templates that are stored stay if they are absent or empty. */
export interface CollectionRecord
  extends
    Omit<Collection, 'schema' | 'version' | 'previewUrl' | 'isPrivate' | 'baseLocale'>,
    Localisation {
  readonly schema: JsonObject;
  /** A stored one stays if it is absent, null or empty. */
  readonly previewUrl?: string | null | undefined;
  /** That of a stored one stays if it is absent. */
  readonly access?: CollectionAccess | undefined;
}

/** `name` and `id` are those of the stored collection or, if none was found, of the record. */
export type CollectionOutcome = { readonly name: string; readonly id: string } & (
  | { readonly outcome: 'created' | 'updated' | 'unchanged' }
  | { readonly outcome: 'failed'; readonly error: DomainError }
);

interface ImportDependencies extends Pick<
  Dependencies,
  'collections' | 'indexes' | 'patterns' | 'clock' | 'site'
> {
  readonly notify: Notify;
  readonly store: Pick<Store, 'exclusively'>;
}

export interface CollectionRules {
  /** Replaces collections that were edited here after the record's `updatedAt`. */
  readonly overwrite?: boolean | undefined;
  /** Stores nothing. The outcomes are those of importing each record alone. */
  readonly dryRun?: boolean | undefined;
}

export const importCollections =
  (dependencies: ImportDependencies) =>
  async (
    actor: Actor,
    records: readonly CollectionRecord[],
    { overwrite = false, dryRun = false }: CollectionRules = {},
  ): Promise<readonly CollectionOutcome[]> => {
    authorize(actor, 'administer');
    const effective = dryRun ? withoutEffects(dependencies) : dependencies;
    const outcomes: CollectionOutcome[] = [];
    for (const record of records) {
      const { name, id } = record;
      const settled = await resultOf(() => importCollection(effective, actor, record, overwrite));
      outcomes.push(
        settled.ok ? settled.value : { name, id, outcome: 'failed', error: settled.error },
      );
    }
    return outcomes;
  };

/** @throws DomainError `invalid_input`, `invalid_text`, `invalid_schema`. */
export const parseCollectionRecord = (
  { patterns }: Pick<ImportDependencies, 'patterns'>,
  record: CollectionRecord,
): Collection => {
  const parsed = {
    id: parseUuid('id', record.id),
    name: parseCollectionName(record.name),
    displayName: parseText('displayName', record.displayName, { max: displayNameMaxLength }),
    description: parseText('description', record.description, { max: descriptionMaxLength }),
    schema: parseSchema(record.schema, patterns),
    isActive: record.isActive,
    ...previewUrlOf(record),
    ...presentationOf(record),
    isSingleton: record.isSingleton || undefined,
    ...(record.access !== undefined && { isPrivate: record.access === 'private' }),
    version: 1,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  };
  assertTemplatesFit(parsed);
  return parsed;
};

const importCollection = async (
  dependencies: ImportDependencies,
  actor: Actor,
  record: CollectionRecord,
  overwrite: boolean,
): Promise<CollectionOutcome> => {
  const { collections, clock, notify, site } = dependencies;
  const imported = parseCollectionRecord(dependencies, record);
  const { id } = imported;
  const before = (await collections.findByName(imported.name)) ?? (await collections.findById(id));
  const previewUrl = imported.previewUrl ?? before?.previewUrl;
  const isPrivate = (imported.isPrivate ?? before?.isPrivate) || undefined;
  const { baseLocale } = { ...before, ...(await localise(site, before, record)) };
  const { icon = before?.icon, templates = before?.templates, schema } = imported;
  const collection = {
    ...imported,
    isPrivate,
    ...(previewUrl !== undefined && { previewUrl }),
    baseLocale,
    icon,
    ...fitTemplates({ templates, schema }),
  };
  /** Once more with the lock: the locales may be others by now. */
  const write = <T>(change: (repositories: Repositories) => Promise<T>): Promise<T> =>
    dependencies.store.exclusively('settings', async (repositories) => {
      await localise(repositories.site, before, record);
      return change(repositories);
    });
  if (before === undefined) {
    await write(async (repositories) => {
      await repositories.collections.insert(collection);
      const note = noteOf(actor, collection);
      await repositories.outbox.add(collectionEvents(undefined, collection, clock.now(), note));
    });
    await notify({ type: 'collection', collection });
    return { name: collection.name, id, outcome: 'created' };
  }
  const isEdited = !overwrite && wasEditedAfter(before, collection);
  if (
    before.id !== id &&
    !isEdited &&
    (await replaceEmpty(write, clock, actor, before, collection))
  ) {
    await notify({ type: 'collection', before, collection });
    return { name: collection.name, id, outcome: 'updated' };
  }
  const identity = { name: before.name, id: before.id };
  const revised = {
    ...collection,
    ...identity,
    version: before.version,
    createdAt: before.id === id ? collection.createdAt : before.createdAt,
    updatedAt: laterOf(before.updatedAt, collection.updatedAt),
    ...hiddenAfter(before, collection, clock.now()),
  };
  if (isSame(before, revised)) return { ...identity, outcome: 'unchanged' };
  if (isEdited) return { ...identity, outcome: 'failed', error: editedHere(before) };
  // Before the transaction: see the update of a collection.
  await assertUnique(dependencies, before, revised);
  const version = await write(async (repositories) => {
    const stored = await repositories.collections.findById(before.id);
    if (stored === undefined || !(overwrite || isSame(before, stored))) throw editedHere(before);
    const next = stored.version + 1;
    await repositories.collections.update({ ...revised, version: next });
    const change = { before: stored, after: revised };
    await assertShared(repositories, change);
    await followChange(repositories, change);
    const note = noteOf(actor, revised);
    await repositories.outbox.add(
      collectionEvents(stored, { ...revised, version: next }, clock.now(), note),
    );
    return next;
  });
  await notify({ type: 'collection', before, collection: { ...revised, version } });
  return { ...identity, outcome: 'updated' };
};

const noteOf = (actor: Actor, { id, name }: Collection): AuditNote =>
  auditNote(actor, { action: 'collection.import', id, detail: name });

/** False for a collection that was created here and never edited. */
const wasEditedAfter = (before: Collection, { updatedAt }: Collection): boolean =>
  before.updatedAt > updatedAt && before.updatedAt > before.createdAt;

const editedHere = ({ name }: Collection): DomainError =>
  new DomainError(
    'edited_since_import',
    `The collection '${name}' was edited here after the imported version`,
    { details: 'Import with overwrite to replace it' },
  );

type Write = <T>(change: (repositories: Repositories) => Promise<T>) => Promise<T>;

/** Compares the order of the fields in the schema, but not of the members of the record. */
const isSame = (left: Collection, right: Collection): boolean =>
  JSON.stringify({ ...left, ...right }) === JSON.stringify(left);

/** @returns false if the collection contains items, or another one has the id. */
const replaceEmpty = async (
  write: Write,
  clock: Clock,
  actor: Actor,
  stored: Collection,
  collection: Collection,
): Promise<boolean> => {
  try {
    await write(async ({ collections, outbox }) => {
      await collections.delete(stored.id);
      await collections.insert(collection);
      const at = clock.now();
      await outbox.add([
        ...collectionEvents(stored, stored, at, undefined),
        ...collectionEvents(undefined, collection, at, noteOf(actor, collection)),
      ]);
    });
    return true;
  } catch (error) {
    if (hasCode(error, 'collection_not_empty') || hasCode(error, 'id_taken')) return false;
    throw error;
  }
};
