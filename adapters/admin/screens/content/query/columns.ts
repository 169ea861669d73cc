import { userKey } from '../../../shell/remembered.ts';

const storageKey = (): string => userKey('columns');

type Columns = Readonly<Record<string, readonly string[]>>;

const read = (): Columns => JSON.parse(localStorage.getItem(storageKey()) ?? '{}') as Columns;

/** The columns that the user has chosen last for a collection in this browser. */
export const rememberedColumns = (collection: string): readonly string[] | undefined => {
  const all = read();
  return Object.hasOwn(all, collection) ? all[collection] : undefined;
};

export const rememberColumns = (collection: string, columns: readonly string[]): void => {
  const all = new Map(Object.entries(read())).set(collection, columns);
  localStorage.setItem(storageKey(), JSON.stringify(Object.fromEntries(all)));
};

/** Forgets the columns of a collection that are not known any more. */
export const keepColumns = (collection: string, isKnown: (path: string) => boolean): void => {
  const columns = rememberedColumns(collection);
  if (columns !== undefined) rememberColumns(collection, columns.filter(isKnown));
};
