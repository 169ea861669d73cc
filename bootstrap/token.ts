import type { AbstractNewable } from 'inversify';

/**
 * A container key that carries the type bound to it, so that a miswired binding does not compile.
 * At run time there is only a symbol.
 */
export type Token<T> = AbstractNewable<T>;

export const token = <T>(name: string): Token<T> => Symbol(name) as unknown as Token<T>;
