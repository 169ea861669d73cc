import type { ContentSummaryDto } from '../../../../contracts/content-summaries.ts';
import { confirm } from '../../components/confirm.tsx';
import type { ContentStatus } from '../../components/status-chip.tsx';
import { showToast } from '../../components/toasts.tsx';
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

/** Gives the items of a bulk action their former status again. */
const undo = async (items: Items, current: ContentStatus, onChange: () => void): Promise<void> => {
  const words = { running: 'Restoring', done: 'restored' };
  const { done } = await runWithDialog(words, items, (item) => restoreStatus(item, current));
  onChange();
  if (done.length > 0) showToast({ text: `${countOf(done.length)} restored.` });
};

/**
 * Does an action with the items that it applies to, after a question if it deletes them. Reports the
 * failures, and offers to undo a change of status.
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
  if (target === undefined && !(await confirmDeletion(items))) return;
  const { done, failed, left } = await runWithDialog(action, items, (item) =>
    target === undefined ? deleteItem(item) : setStatus(item, target),
  );
  onChange([...failed.map(({ item }) => item), ...left]);
  if (done.length === 0) return;
  showToast({
    text: `${countOf(done.length)} ${action.done}.`,
    ...(target !== undefined && {
      action: { label: 'Undo', run: () => void undo(done, target, () => onChange([])) },
    }),
  });
};
