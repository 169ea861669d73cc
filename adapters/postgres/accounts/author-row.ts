import { publicNameOf, type Author } from '../../../core/vocabulary.ts';

/** What the name of an author is made of, of the account that is joined. Null for an account that does not exist. */
export interface AuthorColumns {
  readonly username: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

export const authorColumns = 'username, first_name, last_name';

/** @param id undefined for programs. @returns undefined without an account. */
export const authorOf = (id: string | undefined, row: AuthorColumns): Author | undefined => {
  const { username, first_name: firstName, last_name: lastName } = row;
  if (id === undefined || username === null) return undefined;
  const name = publicNameOf({ username, firstName: firstName ?? '', lastName: lastName ?? '' });
  return { id, name };
};
