import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import type { ContentSummaryDto } from '../../../../../contracts/operations/content-summaries.ts';
import { trashDays, trashSentence } from '../../../api/trash-days.ts';
import { messageOf } from '../../../api/client.ts';
import { counted, numberText } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import { confirm } from '../../../components/dialogs/confirm.tsx';
import { showToast } from '../../../components/show-toast.ts';
import { offerUndo } from '../../../components/undo.ts';
import { urlOf } from '../../../shell/router.ts';
import { undoOf, type BulkAction } from './bulk-actions.ts';
import { runWithDialog } from './bulk-run.tsx';
import { askForTarget } from './move-target.tsx';
import styles from './perform-bulk.module.css';
import type { BulkCommand } from './run-bulk.ts';

type Items = readonly ContentSummaryDto[];

/** Names up to this many items; beyond that, the number says more. */
const namedItems = 5;

const confirmDeletion = (items: Items, days: number): Promise<boolean> => {
  const [first] = items;
  const published = items.filter(({ status }) => status === 'published').length;
  const title =
    items.length === 1 && first !== undefined
      ? t.bulk.deleteQuestion(first.title)
      : counted(items.length, t.bulk.delete.question);
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
              <li class="quiet-text">{t.bulk.andMore(numberText(items.length - namedItems))}</li>
            )}
          </ul>
        )}
        <p>
          {published > 0 &&
            `${items.length === 1 ? t.bulk.itIsPublished : counted(published, t.bulk.somePublished)} `}
          {trashSentence(days, items.length)}
        </p>
      </>
    ),
    action: counted(items.length, t.bulk.delete.confirm),
    danger: true,
  });
};

/** From this many items on, a click by mistake is asked about. */
const askedItems = 10;

const effects: Partial<Readonly<Record<BulkAction['name'], string>>> = t.bulk.effects;

const confirmStatus = ({ name, texts }: BulkAction, items: Items): Promise<boolean> =>
  confirm({
    title: counted(items.length, texts.question),
    text: effects[name] ?? '',
    action: counted(items.length, texts.confirm),
  });

interface Plan {
  readonly command: BulkCommand;
  /** What to say after “3 items deleted.” */
  readonly remark?: string;
  readonly canUndo: boolean;
}

/** Asks what has to be asked. @returns undefined if the user does not want it. @throws ApiError, OfflineError. */
const plan = async (
  action: BulkAction,
  items: Items,
  collections: readonly CollectionDto[],
): Promise<Plan | undefined> => {
  const { name } = action;
  const command = { action: name };
  if (name === 'move') {
    const target = await askForTarget(items, collections);
    return target && { command: { ...command, collectionId: target.id }, canUndo: true };
  }
  if (name === 'delete') {
    const days = await trashDays();
    const isWanted = await confirmDeletion(items, days);
    const remark = days === 0 ? {} : { remark: trashSentence(days, items.length) };
    return isWanted ? { command, canUndo: days > 0, ...remark } : undefined;
  }
  const isWanted = items.length < askedItems || (await confirmStatus(action, items));
  return isWanted ? { command, canUndo: true } : undefined;
};

const undo = async (name: BulkAction['name'], items: Items, onChange: () => void) => {
  const words = {
    ...t.bulk.restore,
    ...(name === 'delete' && { place: urlOf('/trash') }),
  };
  const { done } = await runWithDialog(words, undoOf(name, items));
  onChange();
  const published = done.filter(({ status }) => status === 'published').length;
  const remark = name === 'delete' && published > 0 ? ` ${t.bulk.publishedIsDraft}` : '';
  if (done.length > 0) showToast({ text: counted(done.length, t.bulk.restore.done) + remark });
};

/**
 * Does an action with the items that it applies to, after a question if it deletes or moves them or changes many.
 * Reports the failures, and offers to undo it.
 *
 * @param onChange called after items have changed, with those that have not: failed or not attempted.
 */
export const performBulk = async (
  action: BulkAction,
  selected: Items,
  collections: readonly CollectionDto[],
  onChange: (unchanged: Items) => void,
): Promise<void> => {
  const items = selected.filter(({ status }) => action.appliesTo(status));
  const planned = await plan(action, items, collections).catch((error: unknown) => {
    showToast({ kind: 'failed', text: messageOf(error) });
  });
  if (planned === undefined) return;
  const { command, remark, canUndo } = planned;
  const { done, failed, left } = await runWithDialog(action.texts, [
    { items, commands: [command] },
  ]);
  onChange([...failed.map(({ item }) => item), ...left]);
  if (done.length === 0) return;
  const text = [counted(done.length, action.texts.done), remark].filter(Boolean).join(' ');
  if (canUndo) offerUndo(text, () => void undo(action.name, done, () => onChange([])));
  else showToast({ text });
};
