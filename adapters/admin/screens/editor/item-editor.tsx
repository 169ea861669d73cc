import { useComputed, useSignalEffect } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import { ErrorSummary } from '../../components/error-summary.tsx';
import { Button } from '../../components/button.tsx';
import { KeptVersions, type ComparedField } from '../../shell/kept-versions.tsx';
import { RestoredNotice, useKeptWork } from '../../shell/kept-work.tsx';
import { urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import { useCommands } from '../../shell/shortcuts.tsx';
import { ApiPanel } from './api-panel.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { placeLabel, summaryOf } from './error-links.ts';
import type { FieldForm } from './fields/field-form.ts';
import { SchemaForm } from './fields/schema-form.tsx';
import { GoneNotice } from './gone-notice.tsx';
import styles from './item-editor.module.css';
import { ItemSide } from './item-side.tsx';
import type { Editing } from './model/editing.ts';
import { issueKey, printValue } from './model/json-path.ts';
import { differencesOf, type ItemText } from './model/merge.ts';
import { placeOf, type OpenedItem } from './model/open-item.ts';
import { OtherData, RawData, UnfinishedData } from './raw-data.tsx';
import { SaveState } from './save-state.tsx';
import { TitleAndSlug } from './title-and-slug.tsx';
import { useSaving } from './use-saving.ts';

const compareTexts = ({ text, collection }: Editing, version: ItemText): readonly ComparedField[] =>
  differencesOf(text.peek(), version).map(({ name, mine, theirs }) => ({
    label: placeLabel(name, collection.schema),
    form: printValue(mine),
    version: printValue(theirs),
  }));

/** The form of an item, its status, and everything that keeps unsaved work safe. */
export const ItemEditor = ({ opened }: { readonly opened: OpenedItem }) => {
  const { editing, isReadOnly } = opened;
  const { collection, stored } = editing;
  const [restored, setRestored] = useState(opened.restored);
  const [isRaw, setRaw] = useState(false);
  const [isApiShown, setApiShown] = useState(false);
  const status = useComputed(() => stored.value?.item.status).value;
  const form = useMemo<FieldForm>(() => ({ ...editing, isReadOnly }), [editing, isReadOnly]);

  useKeptWork(
    'the item',
    isReadOnly
      ? undefined
      : { work: editing.unsaved, place: () => placeOf(opened), saveFirst: editing.saveDraft },
  );
  const { attempts, save, setStatus, resolve } = useSaving(editing, isReadOnly);
  useCommands({ save: () => void save(), publish: () => void save('published') });
  useSignalEffect(() => {
    if (!editing.isChanged.value) setRestored(undefined);
  });

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
        discard={() => {
          const work = editing.unsaved();
          editing.discard();
          return () => work && editing.restore(work);
        }}
      />
      <KeptVersions
        versions={opened.others}
        compare={({ text }) => compareTexts(editing, text)}
        restore={(work) => {
          const before = { text: editing.text.peek(), unfinished: editing.unfinished.all.peek() };
          editing.restore(work);
          return () => editing.show(before);
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
        <ItemSide opened={opened} onStatus={setStatus} />
      </div>
      <ConflictDialog editing={editing} onResolve={(decisions) => void resolve(decisions)} />
      {isApiShown && <ApiPanel editing={editing} onClose={() => setApiShown(false)} />}
    </Screen>
  );
};
