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
import { hasCode, invalid } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { parseText } from '../text.ts';
import type { Repositories } from '../ports/repositories.ts';
import { readUuid } from '../uuid.ts';
import type { TransferPorts } from './transfer-ports.ts';

/** A collection as an export holds it. */
export interface CollectionRecord extends Omit<Collection, 'schema'> {
  readonly schema: JsonObject;
}

export interface CollectionOutcome {
  readonly name: string;
  readonly id: string;
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

/**
 * Brings exported collections in by name. One that is here already under another id takes the
 * exported id while it is empty and that id is free; otherwise it keeps its own, and the outcome
 * names the one that it has. Nothing is lost by that: items are brought in by the collection's name.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`,
 *   `invalid_text`, `invalid_schema`; `id_taken` for a name that is new here with the id of another
 *   collection; `collection_name_taken` when somebody else takes the name at that very moment.
 */
export const importCollections =
  (ports: TransferPorts) =>
  async (
    actor: Actor,
    records: readonly CollectionRecord[],
  ): Promise<readonly CollectionOutcome[]> => {
    authorize(actor, 'administer');
    const parsed = records.map((record) => parse(ports, record));
    const outcomes: CollectionOutcome[] = [];
    for (const collection of parsed) outcomes.push(await bringIn(ports, collection));
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
): Promise<CollectionOutcome> => {
  const { collections, tell } = ports;
  const { id, name } = collection;
  const before = await collections.findByName(name);
  if (before === undefined) {
    await write(ports, (inside) => inside.collections.insert(collection));
    await tell({ type: 'collection.created', collection });
    return { name, id, outcome: 'created' };
  }
  if (before.id !== id && (await replaceEmpty(ports, before.id, collection))) {
    await tell({ type: 'collection.updated', before, collection });
    return { name, id, outcome: 'updated' };
  }
  const revised = { ...collection, id: before.id };
  if (isSame(before, revised)) return { name, id: before.id, outcome: 'unchanged' };
  await write(ports, (inside) => inside.collections.update(revised));
  await tell({ type: 'collection.updated', before, collection: revised });
  return { name, id: before.id, outcome: 'updated' };
};

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
