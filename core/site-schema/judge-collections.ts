import { assertUnique } from '../collections/indexes/unique-fields.ts';
import { schemaCheckLimits } from '../collections/schema/check-schema.ts';
import { assertShared } from '../collections/shared-fields.ts';
import type { Collection } from '../model/collection.ts';
import type { CollectionSchema } from '../model/field.ts';
import type { PlannedChange, SchemaCollection } from '../model/site/site-schema.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import type { EpochMs } from '../primitives/time.ts';
import { withoutEffects } from '../transfer/without-effects.ts';
import { changedFields, hasOtherOrder, isSameText, type ChangedField } from './changed-fields.ts';
import type { DeclaredCollection } from './declared-collections.ts';
import { blocked, codeOf, safe } from './judged-change.ts';
import { rejectedItems, type RejectedItems, type ScanDependencies } from './rejected-items.ts';

export type JudgeDependencies = ScanDependencies &
  Pick<Dependencies, 'store' | 'indexes' | 'trash'>;

/** What a file does to one collection. @param stored undefined for a new one. @param until when to stop looking at items. */
export const judgeCollection = async (
  dependencies: JudgeDependencies,
  { collection, before }: DeclaredCollection,
  stored: Collection | undefined,
  until: EpochMs,
): Promise<readonly PlannedChange[]> => {
  const path = `collections.${collection.name}`;
  if (before === undefined || stored === undefined) {
    return [{ ...safe(path, 'create'), access: collection.access }];
  }
  const renamed = before.name === collection.name ? [] : [safe(path, 'rename')];
  const itself = await judgeMembers(dependencies, path, before, collection, stored);
  const fields = await judgeFields(dependencies, { path, before, collection, stored, until });
  return [...renamed, ...itself, ...fields];
};

/** What deleting a collection does. Its trash would be lost with it. */
export const judgeDeletion = async (
  { contents, trash }: Pick<JudgeDependencies, 'contents' | 'trash'>,
  { id, name }: Collection,
): Promise<PlannedChange> => {
  const path = `collections.${name}`;
  const items = await contents.listOfCollectionAfter(id, undefined, 1);
  const trashed = await trash.count({ whole: [id], owned: [], ownerId: undefined }, 1);
  const isEmpty = items.length === 0 && trashed.every(({ count }) => count === 0);
  return isEmpty ? safe(path, 'delete') : blocked(path, 'delete', 'collection_not_empty');
};

const judgeMembers = async (
  { store }: Pick<JudgeDependencies, 'store'>,
  path: string,
  before: SchemaCollection,
  after: SchemaCollection,
  stored: Collection,
): Promise<readonly PlannedChange[]> => {
  const membersOf = ({ name: _, schema: __, ...members }: SchemaCollection) => members;
  const hasOther = hasOtherOrder(before.schema, after.schema);
  if (isSameText(membersOf(before), membersOf(after)) && !hasOther) return [];
  const code = await codeOf(async () => {
    const isTighter =
      (after.singleton && !before.singleton) || (before.localized && !after.localized);
    if (!isTighter) return;
    const next = {
      ...stored,
      isSingleton: after.singleton || undefined,
      ...(!after.localized && { baseLocale: undefined }),
    };
    // The store alone knows whether the items allow it.
    await tried(store, async ({ collections }) => {
      await collections.update({ ...next, version: stored.version + 1 });
    });
  });
  if (code !== undefined) return [blocked(path, 'update', code)];
  const opens = before.access === 'private' && after.access === 'public';
  return [opens ? { path, change: 'update', effect: 'breaking' } : safe(path, 'update')];
};

interface FieldJudgement {
  readonly path: string;
  readonly before: SchemaCollection;
  readonly collection: SchemaCollection;
  readonly stored: Collection;
  readonly until: EpochMs;
}

const judgeFields = async (
  dependencies: JudgeDependencies,
  { path, before, collection, stored, until }: FieldJudgement,
): Promise<readonly PlannedChange[]> => {
  const after = collection.schema;
  const changed = changedFields(before.schema, after);
  const stricter = changed.filter(({ isStricter }) => isStricter).map(({ name }) => name);
  const leftMs = Math.max(0, Math.min(schemaCheckLimits.ms, until - dependencies.clock.now()));
  const rejected =
    stricter.length === 0
      ? new Map<string, RejectedItems>()
      : await rejectedItems(dependencies, stored.id, after, stricter, leftMs);
  const planned: PlannedChange[] = [];
  for (const field of changed) {
    const { name, change } = field;
    const at = `${path}.schema.properties.${name}`;
    const code = await codeOf(() => assertPossible(dependencies, stored, after, field));
    planned.push(
      code === undefined
        ? withItems(safe(at, change), rejected.get(name))
        : blocked(at, change, code),
    );
  }
  return planned;
};

const withItems = (planned: PlannedChange, rejected: RejectedItems | undefined): PlannedChange => {
  if (rejected === undefined) return planned;
  const { count: items, examples, isComplete } = rejected;
  if (isComplete && items === 0) return planned;
  return {
    ...planned,
    effect: 'breaking',
    items,
    ...(!isComplete && { isLowerBound: true }),
    examples,
  };
};

/** @throws DomainError `not_unique`, `not_shared` if the items do not allow one field of the schema. */
const assertPossible = async (
  { indexes, clock, contents }: JudgeDependencies,
  before: Collection,
  { properties }: CollectionSchema,
  { name }: ChangedField,
): Promise<void> => {
  const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (field === undefined) return;
  const schema = { ...before.schema, properties: { ...before.schema.properties, [name]: field } };
  const after = { ...before, schema };
  await assertUnique({ indexes, clock }, before, after);
  await assertShared({ contents }, { before, after });
};

/** Makes a change and takes it back. @throws DomainError why it is impossible. */
const tried = (
  store: JudgeDependencies['store'],
  change: (repositories: Repositories) => Promise<void>,
): Promise<void> =>
  withoutEffects({ store, notify: async () => undefined }).store.exclusively('settings', change);
