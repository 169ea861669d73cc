import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { address } from '../router.ts';

/** The name of the collection whose item is open; undefined on other screens. */
const openCollection = signal<string | undefined>(undefined);

/** Says that an item of this collection is open, as long as the component is there. */
export const useOpenCollection = (name: string): void =>
  useEffect(() => {
    openCollection.value = name;
    return () => {
      openCollection.value = undefined;
    };
  }, [name]);

/** The name of the collection that the current screen shows, as a list or an item of it; undefined for none. */
export const currentCollection = (): string | undefined => {
  const { path, query } = address.value;
  if (path === '/content') return query.get('collection') ?? undefined;
  return path.startsWith('/content/') ? openCollection.value : undefined;
};
