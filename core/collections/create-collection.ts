import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { JsonObject } from '../json.ts';
import { parseText } from '../text.ts';
import {
  descriptionMaxLength,
  displayNameMaxLength,
  parseCollectionName,
  type Collection,
} from './collection.ts';
import type { CollectionPorts } from './collection-ports.ts';
import { emptySchema, parseSchema } from './parse-schema.ts';

export interface CreateCollection {
  readonly name: string;
  /** The name itself when absent or empty. */
  readonly displayName?: string | undefined;
  readonly description?: string | undefined;
  readonly schema?: JsonObject | undefined;
  readonly isActive?: boolean | undefined;
}

/**
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`,
 *   `invalid_text`, `invalid_schema`, `collection_name_taken`.
 */
export const createCollection =
  (ports: CollectionPorts) =>
  async (actor: Actor, command: CreateCollection): Promise<Collection> => {
    authorize(actor, 'administer');
    const { schema, isActive = true } = command;
    const name = parseCollectionName(command.name);
    const now = ports.clock.now();
    const collection: Collection = {
      id: ports.ids.next(),
      name,
      displayName:
        parseText('displayName', command.displayName ?? '', { max: displayNameMaxLength }) || name,
      description: parseText('description', command.description ?? '', {
        max: descriptionMaxLength,
      }),
      schema: schema === undefined ? emptySchema : parseSchema(schema, ports.patterns),
      isActive,
      createdAt: now,
      updatedAt: now,
    };
    await ports.collections.insert(collection);
    await ports.tell({ type: 'collection.created', collection });
    return collection;
  };
