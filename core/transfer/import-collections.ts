import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { beginEpoch } from '../caching/cache-epoch.ts';
import {
  descriptionMaxLength,
  displayNameMaxLength,
  parseCollectionName,
  type Collection,
} from '../collections/collection.ts';
import { parseSchema } from '../collections/parse-schema.ts';
import { DomainError, hasCode, invalid } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { parseText } from '../text.ts';
import { laterOf } from '../time.ts';
import type { Repositories } from '../ports/repositories.ts';
import { readUuid } from '../uuid.ts';
import { settle } from './settle.ts';
import type { TransferPorts } from './transfer-ports.ts';

/** A collection as an export holds it. */
export interface CollectionRecord extends Omit<Collection, 'schema'> {
  readonly schema: JsonObject;
}

/** `name` and `id` are those that the collection has here, or else those of the record. */
export type CollectionOutcome = { readonly name: string; readonly id: string } & (
  | { readonly outcome: 'created' | 'updated' | 'unchanged' }
  | { readonly outcome: 'failed'; readonly error: DomainError }
);

export interface CollectionRules {
  /** Replace what was edited here later than the record says. */
  readonly overwrite?: boolean | undefined;
}

/**
 * Brings exported collections in, by name, or by id where nothing has the name: a collection that was
 * renamed here keeps its new name. One that is here under another id takes the exported id while it
 * is empty and that id is free; otherwise it keeps its own, and the outcome names the one that it has.
 * Nothing is lost by that: items are brought in by the collection's name. What was edited here later
 * than the record stays unless `overwrite` is given.
 *
 * @returns one outcome per record, in order, whatever becomes of the others.
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
 */
export const importCollections =
  (ports: TransferPorts) =>
  async (
    actor: Actor,
    records: readonly CollectionRecord[],
    { overwrite = false }: CollectionRules = {},
  ): Promise<readonly CollectionOutcome[]> => {
    authorize(actor, 'administer');
    const outcomes: CollectionOutcome[] = [];
    for (const record of records) {
      const { name, id } = record;
      const settled = await settle(() => bringIn(ports, parse(ports, record), overwrite));
      outcomes.push(
        settled.ok ? settled.value : { name, id, outcome: 'failed', error: settled.error },
      );
    }
    return outcomes;
  };

const parse = ({ patterns }: TransferPorts, record: CollectionRecord): Collection => {
  const id = readUuid(record.id);
  if (id === undefined) throw invalid('invalid_input', [{ path: 'id', message: 'must be a UUID' }]);
  return {
    id,
    name: parseCollectionName(record.name),
    displayName: parseText('displayName', record.displayName, { max: displayNameMaxLength }),
    description: parseText('description', record.description, { max: descriptionMaxLength }),
    schema: parseSchema(record.schema, patterns),
    isActive: record.isActive,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  };
};

const bringIn = async (
  ports: TransferPorts,
  collection: Collection,
  overwrite: boolean,
): Promise<CollectionOutcome> => {
  const { collections, tell } = ports;
  const { id } = collection;
  const before =
    (await collections.findByName(collection.name)) ?? (await collections.findById(id));
  if (before === undefined) {
    await write(ports, (inside) => inside.collections.insert(collection));
    await tell({ type: 'collection.created', collection });
    return { name: collection.name, id, outcome: 'created' };
  }
  const isEdited = !overwrite && wasEditedAfter(before, collection);
  if (before.id !== id && !isEdited && (await replaceEmpty(ports, before.id, collection))) {
    await tell({ type: 'collection.updated', before, collection });
    return { name: collection.name, id, outcome: 'updated' };
  }
  const here = { name: before.name, id: before.id };
  const revised = {
    ...collection,
    ...here,
    createdAt: before.id === id ? collection.createdAt : before.createdAt,
    updatedAt: laterOf(before.updatedAt, collection.updatedAt),
  };
  if (isSame(before, revised)) return { ...here, outcome: 'unchanged' };
  if (isEdited) return { ...here, outcome: 'failed', error: editedHere(before) };
  await write(ports, async (inside) => {
    const now = await inside.collections.findById(before.id);
    if (now === undefined || !(overwrite || isSame(before, now))) throw editedHere(before);
    await inside.collections.update(revised);
  });
  await tell({ type: 'collection.updated', before, collection: revised });
  return { ...here, outcome: 'updated' };
};

/** One that was only ever planted or made here has nothing that could be lost. */
const wasEditedAfter = (before: Collection, { updatedAt }: Collection): boolean =>
  before.updatedAt > updatedAt && before.updatedAt > before.createdAt;

const editedHere = ({ name }: Collection): DomainError =>
  new DomainError(
    'edited_since_import',
    `The collection '${name}' was edited here later than what is to be imported`,
    { details: 'Import with overwrite to replace it' },
  );

/** Whoever may see content depends on its collection: what was cached goes with the same commit. */
const write = (
  { unitOfWork, secrets }: TransferPorts,
  change: (inside: Repositories) => Promise<unknown>,
): Promise<void> =>
  unitOfWork.run('settings', async (inside) => {
    await change(inside);
    await beginEpoch(inside.settings, secrets);
  });

/** The order of fields in a schema counts, that of members in a record does not. */
const isSame = (left: Collection, right: Collection): boolean =>
  JSON.stringify({ ...left, ...right }) === JSON.stringify(left);

/** @returns false when the collection holds content, or another one has the id. */
const replaceEmpty = async (
  ports: TransferPorts,
  hereId: string,
  collection: Collection,
): Promise<boolean> => {
  try {
    await write(ports, async ({ collections }) => {
      await collections.delete(hereId);
      await collections.insert(collection);
    });
    return true;
  } catch (error) {
    if (hasCode(error, 'collection_not_empty') || hasCode(error, 'id_taken')) return false;
    throw error;
  }
};
