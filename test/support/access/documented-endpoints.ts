import { readPage } from '../../architecture/doc-examples.ts';

/** A row of a table of operations in docs/rest-api.md. */
export interface DocumentedEndpoint {
  /** The method in lower case. */
  readonly method: string;
  /** The path template, such as `/api/content/{id}`. */
  readonly path: string;
  /** Who may call it: `anybody`, `users`, or roles, such as `author (own), editor, admin`. */
  readonly who: string;
  /** What it does, such as `creates an item`. */
  readonly does: string;
}

const row = /^\| `(GET|POST|PUT|DELETE) (\/[^`]*)` \| ([^|]+) \| ([^|]+) \|$/gm;

export const documentedEndpoints: readonly DocumentedEndpoint[] = [
  ...readPage('docs/rest-api.md').matchAll(row),
].map(([, method = '', path = '', who = '', does = '']) => ({
  method: method.toLowerCase(),
  path,
  who,
  does,
}));
