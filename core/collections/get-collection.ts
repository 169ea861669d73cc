import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import { notFound } from '../errors.ts';
import type { Collection } from './collection.ts';
import type { CollectionPorts } from './collection-ports.ts';

/** @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `not_found`. */
export const getCollection =
  ({ collections }: Pick<CollectionPorts, 'collections'>) =>
  async (actor: Actor, name: string): Promise<Collection> => {
    authorize(actor, 'administer');
    const collection = await collections.findByName(name);
    if (collection === undefined) throw notFound('Collection');
    return collection;
  };
