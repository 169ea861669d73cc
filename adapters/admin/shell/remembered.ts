import { effect, signal, type Signal } from '@preact/signals';
import { account } from './session.ts';

/** Where this browser stores something of the signed-in user. */
export const userKey = (name: string): string => `quoin-${name}:${account.peek()?.id ?? ''}`;

/** A choice that this browser remembers. */
export const remembered = (key: string): Signal<string | undefined> => {
  const value = signal(localStorage.getItem(key) ?? undefined);
  effect(() => {
    if (value.value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value.value);
  });
  return value;
};
