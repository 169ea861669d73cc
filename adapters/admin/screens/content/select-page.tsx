import { useEffect, useRef } from 'preact/hooks';
import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import { mayChange } from './rights.ts';
import type { Selection } from './selection.ts';

interface SelectPageProps {
  /** The items of the page. */
  readonly items: readonly ContentSummaryDto[];
  readonly selection: Selection;
}

/** Selects the items of the page that the user may change; if all are selected, clears the selection. */
export const SelectPage = ({ items, selection }: SelectPageProps) => {
  const input = useRef<HTMLInputElement>(null);
  const selectable = items.filter(mayChange);
  const selected = selectable.filter(({ id }) => selection.has(id)).length;
  const isMixed = selected > 0 && selected < selectable.length;
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label>
      <input
        ref={input}
        type="checkbox"
        checked={selected > 0 && !isMixed}
        onChange={(event) => {
          if (event.currentTarget.checked) selection.toggle(selectable, true);
          else selection.replace([]);
        }}
      />
      <span class="visually-hidden">Select all on this page</span>
    </label>
  );
};
