import { invalid, DomainError } from '../errors.ts';
import type { CollectionSchema } from './field.ts';

/** A named group of content with a schema of its own. */
export interface Collection {
  readonly id: string;
  /** Used in paths; see {@link parseCollectionName}. */
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly schema: CollectionSchema;
  readonly isActive: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const namePattern = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/;
export const collectionNamePattern: string = namePattern.source;
export const collectionNameMaxLength = 64;

/** @throws DomainError `invalid_input` for a name that cannot stand in a path. */
export const parseCollectionName = (name: string): string => {
  if (name.length <= collectionNameMaxLength && namePattern.test(name)) return name;
  throw invalid('invalid_input', [
    {
      path: 'name',
      message: `must be lower-case letters and digits, joined by single hyphens or underscores, at most ${collectionNameMaxLength} characters`,
    },
  ]);
};

/** The answer to naming a collection that is not there. */
export const unknownCollection = (path: string): DomainError =>
  collectionNotFound(path, 'must name a collection');

/** The answer to naming one that is not there or not active as the home of an item. */
export const noActiveCollection = (path: string): DomainError =>
  collectionNotFound(path, 'must name an active collection');

const collectionNotFound = (path: string, message: string): DomainError =>
  new DomainError('collection_not_found', 'Collection not found', { issues: [{ path, message }] });

export const displayNameMaxLength = 200;
export const descriptionMaxLength = 2_000;
