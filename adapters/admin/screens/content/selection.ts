import { signal, type Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';

/** The selected items, by id: also items of other pages, after “all matches”. */
export interface Selection {
  readonly items: readonly ContentSummaryDto[];
  readonly has: (id: string) => boolean;
  /** Adds items or removes them. */
  readonly toggle: (items: readonly ContentSummaryDto[], selected: boolean) => void;
  readonly replace: (items: readonly ContentSummaryDto[]) => void;
}

type Selected = ReadonlyMap<string, ContentSummaryDto>;

/** Starts empty. */
export const useSelection = (): Selection => {
  const selected = useMemo((): Signal<Selected> => signal(new Map()), []);
  return {
    get items() {
      return [...selected.value.values()];
    },
    has: (id) => selected.value.has(id),
    toggle: (items, isSelected) => {
      const next = new Map(selected.peek());
      for (const item of items) {
        if (isSelected) next.set(item.id, item);
        else next.delete(item.id);
      }
      selected.value = next;
    },
    replace: (items) => {
      selected.value = new Map(items.map((item) => [item.id, item]));
    },
  };
};
