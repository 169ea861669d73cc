import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import type { ContentSummaryDto } from '../../../../../contracts/operations/content-summaries.ts';
import { numberText } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { bulkActions, type BulkAction } from './bulk-actions.ts';
import styles from './bulk-bar.module.css';
import { targetsOf } from './move-target.tsx';
import { mayChange } from '../rights.ts';
import type { Selection } from '../selection.ts';

interface BulkBarProps {
  readonly selection: Selection;
  /** The items of this page. */
  readonly items: readonly ContentSummaryDto[];
  readonly collections: readonly CollectionDto[];
  /** Offers all matches: the list has other pages. */
  readonly allMatches?: { readonly label: string; readonly isBusy: boolean; select: () => void };
  readonly onAction: (action: BulkAction) => void;
}

/** “60 selected, 50 on this page”. */
const selectedText = (count: number, onPage: number): string => {
  if (count === 0) return '';
  return count === onPage
    ? t.bulk.selected(numberText(count))
    : t.bulk.selectedHere(numberText(count), numberText(onPage));
};

/** Above the table: selects all matches; acts on what is selected. */
export const BulkBar = ({ selection, items, collections, allMatches, onAction }: BulkBarProps) => {
  const selectable = items.filter(mayChange);
  const selected = selection.items;
  const onPage = selectable.filter(({ id }) => selection.has(id)).length;
  const isPageSelected = onPage === selectable.length && onPage > 0;
  return (
    <div class={styles.bar} role="group" aria-label={t.bulk.label}>
      <span role="status">{selectedText(selected.length, onPage)}</span>
      {isPageSelected && selected.length === onPage && allMatches !== undefined && (
        <Button kind="quiet" busy={allMatches.isBusy} onClick={allMatches.select}>
          {allMatches.label}
        </Button>
      )}
      {selected.length > 0 && (
        <div class={styles.actions}>
          {bulkActions
            .filter(
              ({ name, appliesTo }) =>
                selected.some(({ status }) => appliesTo(status)) &&
                (name !== 'move' || targetsOf(selected, collections).length > 0),
            )
            .map((action) => (
              <Button key={action.texts.verb} icon={action.icon} onClick={() => onAction(action)}>
                {action.texts.verb}
              </Button>
            ))}
          <Button
            kind="quiet"
            icon="close"
            label={t.bulk.clear}
            onClick={() => selection.replace([])}
          />
        </div>
      )}
    </div>
  );
};
