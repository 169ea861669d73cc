import { useComputed } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import { messageOf } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { ErrorSummary } from '../../components/error-summary.tsx';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../components/toasts.tsx';
import { RestoredNotice, useKeptWork } from '../../shell/kept-work.tsx';
import { rename, urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import { useCommands } from '../../shell/shortcuts.tsx';
import { ApiPanel } from './api-panel.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { summaryOf } from './error-links.ts';
import type { FieldForm } from './fields/field-form.ts';
import { SchemaForm } from './fields/schema-form.tsx';
import { GoneNotice } from './gone-notice.tsx';
import styles from './item-editor.module.css';
import { ItemSide } from './item-side.tsx';
import type { ContentStatus } from './model/editing.ts';
import { issueKey } from './model/json-path.ts';
import { workKey, type OpenedItem } from './model/open-item.ts';
import { OtherData, RawData, UnfinishedData } from './raw-data.tsx';
import { SaveState } from './save-state.tsx';
import { TitleAndSlug } from './title-and-slug.tsx';

/** The form of an item, its status, and everything that keeps unsaved work safe. */
export const ItemEditor = ({ opened }: { readonly opened: OpenedItem }) => {
  const { editing, isReadOnly } = opened;
  const { collection, stored } = editing;
  const [restored, setRestored] = useState(opened.restored);
  const [attempts, setAttempts] = useState(0);
  const [isRaw, setRaw] = useState(false);
  const [isApiShown, setApiShown] = useState(false);
  const status = useComputed(() => stored.value?.item.status).value;
  const form = useMemo<FieldForm>(() => ({ ...editing, isReadOnly }), [editing, isReadOnly]);

  useKeptWork(
    'the item',
    isReadOnly ? undefined : { work: editing.unsaved, key: () => workKey(editing) },
  );

  const finish = async (save: () => Promise<boolean>, done: string): Promise<void> => {
    const isNew = stored.peek() === undefined;
    try {
      if (!(await save())) {
        // Shows the summary again, and moves the focus to it.
        setAttempts((count) => count + 1);
        return;
      }
      setRestored(undefined);
      showToast({ text: done });
      if (isNew) rename(urlOf(`/content/${stored.peek()?.item.id ?? ''}`));
    } catch (error) {
      showToast({ text: `Not saved: ${messageOf(error)}`, kind: 'failed' });
    }
  };

  const isPublicChange = (next: ContentStatus | undefined): boolean =>
    stored.peek()?.item.status === 'published' &&
    editing.isChanged.peek() &&
    (next === undefined || next === 'published');

  const save = async (next?: ContentStatus): Promise<void> => {
    if (isReadOnly) return;
    const question = {
      title: 'Change the published text?',
      text: 'This item is published: readers see the changes at once.',
      action: 'Save',
    };
    if (isPublicChange(next) && !(await confirm(question))) return;
    const verbs = { published: 'Published.', draft: 'Saved as a draft.', archived: 'Archived.' };
    await finish(() => editing.save(next), next === undefined ? 'Saved.' : verbs[next]);
  };
  useCommands({ save: () => void save(), publish: () => void save('published') });

  const issues = editing.issues.value;
  const isDataUnfinished = editing.unfinished.all.value.has(issueKey([]));
  const title = useComputed(() => stored.value?.item.title ?? `New: ${collection.displayName}`);
  return (
    <Screen
      title={title.value}
      parent={{
        href: urlOf('/content', { collection: collection.name }),
        name: collection.displayName,
      }}
      actions={
        <>
          {!isReadOnly && <SaveState editing={editing} />}
          {stored.value !== undefined && (
            <Button icon="api" onClick={() => setApiShown(true)}>
              Show the API
            </Button>
          )}
          {!isReadOnly && (
            <Button busy={editing.isSaving.value} onClick={() => void save()}>
              Save
            </Button>
          )}
          {!isReadOnly && status !== 'published' && status !== 'archived' && (
            <Button
              kind="primary"
              busy={editing.isSaving.value}
              onClick={() => void save('published')}
            >
              Publish
            </Button>
          )}
        </>
      }
    >
      <RestoredNotice
        restored={restored}
        onDiscard={() => {
          editing.discard();
          setRestored(undefined);
        }}
      />
      {isReadOnly && (
        <p class="note">You can read this item. Your role does not include editing it.</p>
      )}
      <GoneNotice editing={editing} />
      <ErrorSummary
        errors={attempts === 0 ? [] : summaryOf(issues, collection)}
        attempt={attempts}
      />
      <div class={styles.editor}>
        <div class={styles.main}>
          <TitleAndSlug editing={editing} isReadOnly={isReadOnly} />
          <div class={styles.tabs} role="group" aria-label="View of the data">
            <Button
              kind="quiet"
              attributes={{ 'aria-pressed': !isRaw }}
              onClick={() => setRaw(false)}
            >
              Form
            </Button>
            <Button
              kind="quiet"
              attributes={{ 'aria-pressed': isRaw }}
              onClick={() => setRaw(true)}
            >
              JSON
            </Button>
          </div>
          {isRaw && <RawData form={form} />}
          {!isRaw && isDataUnfinished && (
            <UnfinishedData form={form} onReturn={() => setRaw(true)} />
          )}
          {!isRaw && !isDataUnfinished && (
            <>
              <SchemaForm form={form} schema={collection.schema} />
              <OtherData form={form} schema={collection.schema} />
            </>
          )}
        </div>
        <ItemSide opened={opened} onSave={save} />
      </div>
      <ConflictDialog
        editing={editing}
        onResolve={(taken) => void finish(() => editing.resolve(taken), 'Saved.')}
      />
      {isApiShown && <ApiPanel editing={editing} onClose={() => setApiShown(false)} />}
    </Screen>
  );
};
