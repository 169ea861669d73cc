import { Container, type AbstractNewable } from 'inversify';

/** Returns a part, opened on first use. */
export type Get<Parts> = <Name extends keyof Parts>(name: Name) => Promise<Parts[Name]>;

/** Opens a part. If the part has a method `close`, the container calls it at the end. */
export type Row<Parts, Part> = (get: Get<Parts>) => Part | Promise<Part>;

/** One row for each part. A missing row, or one of another type, does not compile. */
export type Table<Parts> = { readonly [Name in keyof Parts]: Row<Parts, Parts[Name]> };

export interface Opened<Parts> {
  readonly get: Get<Parts>;
  /** Closes every part that was opened, `first` before the others. */
  readonly close: (first: keyof Parts) => Promise<void>;
}

/** A container key that carries the type bound to it. At run time it is a symbol. */
type Token<Part> = AbstractNewable<Part>;

/** Binds each row of the table as a singleton. Opens nothing. */
export const bindTable = <Parts extends object>(table: Table<Parts>): Opened<Parts> => {
  const container = new Container({ defaultScope: 'Singleton' });
  const symbols = new Map(Object.keys(table).map((name) => [name, Symbol(name)]));
  const tokenOf = <Name extends keyof Parts>(name: Name): Token<Parts[Name]> =>
    symbols.get(String(name)) as unknown as Token<Parts[Name]>;
  const get: Get<Parts> = (name) => container.getAsync(tokenOf(name));
  for (const name of Object.keys(table) as (keyof Parts)[]) {
    container
      .bind(tokenOf(name))
      .toDynamicValue(() => table[name](get))
      .onDeactivation(closePart);
  }
  return {
    get,
    close: async (first) => {
      try {
        await container.unbindAsync(tokenOf(first));
      } finally {
        await container.unbindAllAsync();
      }
    },
  };
};

const closePart = async (part: unknown): Promise<void> => {
  if (isClosable(part)) await part.close();
};

const isClosable = (part: unknown): part is { close(): unknown } =>
  typeof part === 'object' && part !== null && typeof Reflect.get(part, 'close') === 'function';
