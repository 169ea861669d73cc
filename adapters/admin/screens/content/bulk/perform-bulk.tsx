import type { ContentSummaryDto } from '../../../../../contracts/operations/content-summaries.ts';
import { confirm } from '../../../components/confirm.tsx';
import type { ContentStatus } from '../../../components/status-chip.tsx';
import { showToast } from '../../../components/toasts.tsx';
import { offerUndo } from '../../../components/undo.ts';
import { countOf, deleteItem, restoreStatus, setStatus, type BulkAction } from './bulk-actions.ts';
import { runWithDialog } from './bulk-run.tsx';
import styles from './perform-bulk.module.css';

type Items = readonly ContentSummaryDto[];

/** Names up to this many items; beyond that, the number says more. */
const namedItems = 5;

const confirmDeletion = (items: Items): Promise<boolean> => {
  const [first] = items;
  const published = items.filter(({ status }) => status === 'published').length;
  const title =
    items.length === 1 && first !== undefined
      ? `Delete “${first.title}”?`
      : `Delete ${countOf(items.length)}?`;
  return confirm({
    title,
    text: (
      <>
        {items.length > 1 && (
          <ul class={styles.items}>
            {items.slice(0, namedItems).map(({ id, title: name }) => (
              <li key={id}>{name}</li>
            ))}
            {items.length > namedItems && (
              <li class="quiet-text">and {(items.length - namedItems).toLocaleString()} more</li>
            )}
          </ul>
        )}
        <p>
          {published > 0 &&
            (items.length === 1
              ? 'The item is published. '
              : `${published.toLocaleString()} of them ${published === 1 ? 'is' : 'are'} published. `)}
          A deletion cannot be undone.
        </p>
      </>
    ),
    action: `Delete ${countOf(items.length)}`,
    danger: true,
  });
};

/** From this many items on, a click by mistake is asked about. */
const askedItems = 10;

const confirmStatus = ({ verb, status }: BulkAction, items: Items): Promise<boolean> => {
  const effects: Readonly<Record<ContentStatus, string>> = {
    published: 'Readers see them at once.',
    draft: 'They become drafts.',
    archived: 'They are no longer public.',
  };
  return confirm({
    title: `${verb} ${countOf(items.length)}?`,
    text: status === undefined ? '' : effects[status],
    action: `${verb} ${countOf(items.length)}`,
  });
};

const mayPerform = (action: BulkAction, items: Items): Promise<boolean> | boolean => {
  if (action.status === undefined) return confirmDeletion(items);
  return items.length < askedItems || confirmStatus(action, items);
};

/** Gives the items of a bulk action their former status again. */
const undo = async (items: Items, current: ContentStatus, onChange: () => void): Promise<void> => {
  const words = { running: 'Restoring', done: 'restored' };
  const { done } = await runWithDialog(words, items, (item) => restoreStatus(item, current));
  onChange();
  if (done.length > 0) showToast({ text: `${countOf(done.length)} restored.` });
};

/**
 * Does an action with the items that it applies to, after a question if it deletes them or changes many.
 * Reports the failures, and offers to undo a change of status.
 *
 * @param onChange called after items have changed, with those that have not: failed or not attempted.
 */
export const performBulk = async (
  action: BulkAction,
  selected: Items,
  onChange: (unchanged: Items) => void,
): Promise<void> => {
  const { status: target } = action;
  const items = selected.filter(({ status }) => action.appliesTo(status));
  if (!(await mayPerform(action, items))) return;
  const { done, failed, left } = await runWithDialog(action, items, (item) =>
    target === undefined ? deleteItem(item) : setStatus(item, target),
  );
  onChange([...failed.map(({ item }) => item), ...left]);
  if (done.length === 0) return;
  const text = `${countOf(done.length)} ${action.done}.`;
  if (target === undefined) showToast({ text });
  else offerUndo(text, () => void undo(done, target, () => onChange([])));
};
