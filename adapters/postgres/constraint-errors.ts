import { DomainError } from '../../core/index.ts';
import { databaseErrorOf } from './database-error.ts';

/** What it means that a write met a constraint, by the constraint's name. */
export type ConstraintErrors = Readonly<Record<string, () => DomainError>>;

const taken =
  (code: 'slug_taken' | 'email_taken' | 'username_taken', what: string) => (): DomainError =>
    new DomainError(code, `This ${what} is taken`);

const idTaken = (): DomainError => new DomainError('id_taken', 'This id is taken');

const collectionNotFound = (): DomainError =>
  new DomainError('collection_not_found', 'Collection not found');

/** For inserts and updates. The names are given in the migrations. */
export const writeErrors: ConstraintErrors = {
  content_pkey: idTaken,
  content_slug_key: taken('slug_taken', 'slug'),
  content_collection_id_fkey: collectionNotFound,
  collections_pkey: idTaken,
  collections_name_key: () =>
    new DomainError('collection_name_taken', 'A collection has this name already'),
  users_pkey: idTaken,
  users_email_key: taken('email_taken', 'e-mail address'),
  users_username_key: taken('username_taken', 'username'),
  user_grants_collection_id_fkey: collectionNotFound,
  sessions_pkey: idTaken,
  api_tokens_pkey: idTaken,
  api_tokens_digest_key: idTaken,
  media_pkey: idTaken,
  media_key_key: idTaken,
};

/** For deletions, which meet a foreign key from the other side. */
export const deletionErrors: ConstraintErrors = {
  content_collection_id_fkey: () =>
    new DomainError('collection_not_empty', 'The collection still has content in it'),
};

/** @returns undefined for an error that is not about one of the constraints. */
export const constraintErrorOf = (
  error: unknown,
  errors: ConstraintErrors,
): DomainError | undefined => {
  const constraint = databaseErrorOf(error)?.constraint;
  return constraint !== undefined && Object.hasOwn(errors, constraint)
    ? errors[constraint]?.()
    : undefined;
};
