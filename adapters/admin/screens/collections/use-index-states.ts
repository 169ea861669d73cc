import { useEffect } from 'preact/hooks';
import type { FieldIndexDto } from '../../../../contracts/schemas/collection-schema.ts';
import { api } from '../../api/client.ts';
import type { BuilderState } from './builder-state.ts';

const buildingMs = 2_000;
/** The service tries again after five minutes. */
const failedMs = 30_000;

/** When to read the states again; undefined once nothing changes any more. */
const delayOf = (indexes: readonly FieldIndexDto[] | undefined): number | undefined => {
  if (indexes?.every(({ state }) => state === 'ready') === true) return undefined;
  return indexes?.some(({ state }) => state === 'building') === false ? failedMs : buildingMs;
};

/** Keeps the states of the indexes up to date until all are ready. Reads them again after each save. */
export const useIndexStates = ({ saved, indexes }: BuilderState): void => {
  const collection = saved.value;
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout>;
    const read = async (): Promise<void> => {
      const { data } = (await api.getCollection({ params: { name: collection.name } })).body;
      if (isCurrent) indexes.value = data.indexes ?? [];
    };
    const follow = async (): Promise<void> => {
      // Without a connection, or in a hidden tab, the states stay as they are.
      if (document.visibilityState === 'visible') await read().catch(() => undefined);
      plan();
    };
    const plan = (delay = delayOf(indexes.peek())): void => {
      if (isCurrent && delay !== undefined) timer = setTimeout(() => void follow(), delay);
    };
    if (indexes.peek() === undefined) void follow();
    else plan();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [collection]);
};
