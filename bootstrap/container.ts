import { Container, type AbstractNewable } from 'inversify';

/** Returns what is bound to a name, opened on first use. */
export type Get<Bindings> = <Name extends keyof Bindings>(name: Name) => Promise<Bindings[Name]>;

/** Opens what is bound. If it has a method `close`, the container calls it at the end. */
export type Row<Bindings, Value> = (get: Get<Bindings>) => Value | Promise<Value>;

/** One row for each binding. A missing row, or one of another type, does not compile. */
export type Table<Bindings> = { readonly [Name in keyof Bindings]: Row<Bindings, Bindings[Name]> };

export interface Opened<Bindings> {
  readonly get: Get<Bindings>;
  /** Closes all that was opened, `first` before the others. */
  readonly close: (first: keyof Bindings) => Promise<void>;
}

/** A container key that carries the type bound to it. At run time it is a symbol. */
type Token<Value> = AbstractNewable<Value>;

/** Binds each row of the table as a singleton. Opens nothing. */
export const bindTable = <Bindings extends object>(table: Table<Bindings>): Opened<Bindings> => {
  const container = new Container({ defaultScope: 'Singleton' });
  const symbols = new Map(Object.keys(table).map((name) => [name, Symbol(name)]));
  const tokenOf = <Name extends keyof Bindings>(name: Name): Token<Bindings[Name]> =>
    symbols.get(String(name)) as unknown as Token<Bindings[Name]>;
  const get: Get<Bindings> = (name) => container.getAsync(tokenOf(name));
  for (const name of Object.keys(table) as (keyof Bindings)[]) {
    container
      .bind(tokenOf(name))
      .toDynamicValue(() => table[name](get))
      .onDeactivation(closeValue);
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

const closeValue = async (value: unknown): Promise<void> => {
  if (isClosable(value)) await value.close();
};

const isClosable = (value: unknown): value is { close(): unknown } =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'close') === 'function';
