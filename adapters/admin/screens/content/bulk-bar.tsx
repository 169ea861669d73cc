import { useEffect, useRef } from 'preact/hooks';
import type { ContentSummaryDto } from '../../../../contracts/content-summaries.ts';
import { Button } from '../../components/button.tsx';
import { bulkActions, type BulkAction } from './bulk-actions.ts';
import styles from './bulk-bar.module.css';
import { mayChange } from './rights.ts';
import type { Selection } from './selection.ts';

interface BulkBarProps {
  readonly selection: Selection;
  /** The items of this page. */
  readonly items: readonly ContentSummaryDto[];
  /** Offers all matches: the list has other pages. */
  readonly allMatches?: { readonly label: string; readonly isBusy: boolean; select: () => void };
  readonly onAction: (action: BulkAction) => void;
}

/** Above the table: selects the page, then all matches; acts on what is selected. */
export const BulkBar = ({ selection, items, allMatches, onAction }: BulkBarProps) => {
  const selectable = items.filter(mayChange);
  const selected = selection.items;
  const onPage = selectable.filter(({ id }) => selection.has(id)).length;
  const isPageSelected = onPage === selectable.length && onPage > 0;
  return (
    <div class={styles.bar} role="group" aria-label="Selected items">
      <SelectPage
        checked={isPageSelected}
        mixed={onPage > 0 && !isPageSelected}
        disabled={selectable.length === 0}
        onChange={(checked) => {
          if (checked) selection.toggle(selectable, true);
          else selection.replace([]);
        }}
      />
      <span role="status">
        {selected.length > 0 && `${selected.length.toLocaleString()} selected`}
      </span>
      {isPageSelected && selected.length === onPage && allMatches !== undefined && (
        <Button kind="quiet" busy={allMatches.isBusy} onClick={allMatches.select}>
          {allMatches.label}
        </Button>
      )}
      {selected.length > 0 && (
        <div class={styles.actions}>
          {bulkActions
            .filter(({ appliesTo }) => selected.some(({ status }) => appliesTo(status)))
            .map((action) => (
              <Button key={action.verb} icon={action.icon} onClick={() => onAction(action)}>
                {action.verb}
              </Button>
            ))}
          <Button
            kind="quiet"
            icon="close"
            label="Clear the selection"
            onClick={() => selection.replace([])}
          />
        </div>
      )}
    </div>
  );
};

interface SelectPageProps {
  readonly checked: boolean;
  readonly mixed: boolean;
  readonly disabled: boolean;
  readonly onChange: (checked: boolean) => void;
}

const SelectPage = ({ checked, mixed, disabled, onChange }: SelectPageProps) => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label class="checkbox">
      <input
        ref={input}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>Select all on this page</span>
    </label>
  );
};
