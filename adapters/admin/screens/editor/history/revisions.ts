import { useEffect, useRef, useState } from 'preact/hooks';
import type { RevisionDto } from '../../../../../contracts/operations/history.ts';
import { api } from '../../../api/client.ts';

const pageSize = 30;

/** The history of an item, as far as it is read. */
export interface Revisions {
  /** Newest first; undefined until the first page is read. */
  readonly list: readonly RevisionDto[] | undefined;
  readonly hasOlder: boolean;
  readonly isReading: boolean;
  /** Why the last page could not be read. */
  readonly error: unknown;
  readonly readOlder: () => void;
  /** The revision before another one; undefined if it is not read or not there. */
  readonly before: (version: number) => RevisionDto | undefined;
}

/**
 * Reads the history page by page.
 *
 * @param saveFirst saves what is typed: a later autosave would replace a version of the list.
 */
export const useRevisions = (id: string, saveFirst: () => Promise<void>): Revisions => {
  const [list, setList] = useState<readonly RevisionDto[]>();
  const [hasOlder, setHasOlder] = useState(false);
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<unknown>();
  const isOpen = useRef(true);

  const readOlder = async (): Promise<void> => {
    setReading(true);
    setError(undefined);
    try {
      if (list === undefined) await saveFirst();
      const query = { limit: pageSize + 1, offset: list?.length ?? 0 };
      const { data } = (await api.listRevisions({ params: { id }, query })).body;
      if (!isOpen.current) return;
      // A save since the page before moves the list: what is known comes again.
      const oldest = list?.at(-1)?.version ?? Infinity;
      const older = data.slice(0, pageSize).filter(({ version }) => version < oldest);
      setList([...(list ?? []), ...older]);
      setHasOlder(data.length > pageSize);
    } catch (failure) {
      if (isOpen.current) setError(failure);
    } finally {
      if (isOpen.current) setReading(false);
    }
  };

  useEffect(() => {
    void readOlder();
    return () => {
      isOpen.current = false;
    };
  }, []);

  return {
    list,
    hasOlder,
    isReading,
    error,
    readOlder: () => void readOlder(),
    before: (version) => list?.find((each) => each.version < version),
  };
};
