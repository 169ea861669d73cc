import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { beginEpoch } from '../caching/cache-epoch.ts';
import { notFound } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { parseText } from '../text.ts';
import { laterOf } from '../time.ts';
import {
  descriptionMaxLength,
  displayNameMaxLength,
  parseCollectionName,
  type Collection,
} from './collection.ts';
import type { CollectionPorts } from './collection-ports.ts';
import { parseSchema } from './parse-schema.ts';

/** What is absent stays as it is; the schema is replaced whole. */
export interface UpdateCollection {
  readonly name?: string | undefined;
  /** The name itself when empty. */
  readonly displayName?: string | undefined;
  readonly description?: string | undefined;
  readonly schema?: JsonObject | undefined;
  readonly isActive?: boolean | undefined;
}

/**
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`,
 *   `invalid_input`, `invalid_text`, `invalid_schema`, `collection_name_taken`.
 */
export const updateCollection =
  (ports: CollectionPorts) =>
  async (actor: Actor, name: string, command: UpdateCollection): Promise<Collection> => {
    authorize(actor, 'administer');
    const changes = parseChanges(ports, command);
    const { before, after } = await change(ports, name, changes);
    await ports.tell({ type: 'collection.updated', before, collection: after });
    return after;
  };

const change = async (
  { unitOfWork, clock, secrets }: CollectionPorts,
  name: string,
  changes: Partial<Collection>,
): Promise<{ readonly before: Collection; readonly after: Collection }> =>
  unitOfWork.run('settings', async ({ collections, settings }) => {
    const before = await collections.findByName(name);
    if (before === undefined) throw notFound('Collection');
    const after = revise(before, changes, laterOf(before.updatedAt, clock.now()));
    if (!(await collections.update(after))) throw notFound('Collection');
    // Who may see the content depends on it; both change together or not at all.
    await beginEpoch(settings, secrets);
    return { before, after };
  });

/** As on creation, the name stands for a display name that is empty. */
const revise = (
  before: Collection,
  changes: Partial<Collection>,
  updatedAt: number,
): Collection => {
  const after = { ...before, ...changes, updatedAt };
  return { ...after, displayName: after.displayName || after.name };
};

const parseChanges = (
  { patterns }: Pick<CollectionPorts, 'patterns'>,
  { name, displayName, description, schema, isActive }: UpdateCollection,
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
});
