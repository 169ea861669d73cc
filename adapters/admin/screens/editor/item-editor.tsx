import { useComputed, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Button, ButtonLink } from '../../components/button.tsx';
import { ErrorSummary } from '../../components/error-summary.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { useMedia } from '../../components/use-media.ts';
import { OtherVersions } from '../../shell/unsaved/other-versions.tsx';
import { RestoredNotice, useUnsavedWork } from '../../shell/unsaved/unsaved-work.tsx';
import { listOf, neighboursOf } from '../../shell/last-list.ts';
import { urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import { useCommands } from '../../shell/commands.ts';
import { compareVersions } from './saving/compare-versions.ts';
import { ConflictDialog } from './saving/conflict-dialog.tsx';
import { focusControl, summaryOf } from './error-links.ts';
import type { FieldForm } from './fields/field-form.ts';
import { splitFields } from './fields/side-fields.ts';
import { KeptCopy } from './copy/kept-copy.tsx';
import { GoneNotice } from './gone-notice.tsx';
import styles from './item-editor.module.css';
import { ItemMenu, type ItemPanel } from './item-menu.tsx';
import { ItemPanels } from './panels/item-panels.tsx';
import { ItemForm } from './item-form.tsx';
import { ItemSide, SideFields } from './item-side.tsx';
import { versionOf } from './model/edited-item.ts';
import { issueKey } from './model/json-path.ts';
import { placeOf, type OpenedItem } from './model/open-item.ts';
import { RawData, UnfinishedData } from './panels/raw-data.tsx';
import { BrokenReferences } from './references/broken-references.tsx';
import { useItemTargets } from './references/use-item-targets.ts';
import { SaveButtons } from './saving/save-buttons.tsx';
import { SaveState } from './saving/save-state.tsx';
import { usePreviewPane } from './preview/use-preview-pane.tsx';
import { ScrolledTitle } from './scrolled-title.tsx';
import { TitleAndSlug } from './title-and-slug.tsx';
import { useContentInfo } from './use-content-info.ts';
import { useSaving } from './saving/use-saving.ts';
import { useVersions } from './saving/use-versions.ts';

/** The form of an item, its status, and everything that keeps unsaved work safe. */
export const ItemEditor = ({ opened }: { readonly opened: OpenedItem }) => {
  const { editing, isReadOnly } = opened;
  const { collection, stored } = editing;
  const isSingleton = collection.singleton === true;
  const [restored, setRestored] = useState(opened.restored);
  const [isRaw, setRaw] = useState(false);
  const [panel, setPanel] = useState<ItemPanel>();
  const info = useContentInfo(opened);
  const targets = useItemTargets(editing);
  const status = useComputed(() => stored.value?.item.status).value;
  const id = useComputed(() => stored.value?.item.id).value;
  const form = useMemo<FieldForm>(() => ({ ...editing, isReadOnly }), [editing, isReadOnly]);

  useUnsavedWork(
    'the item',
    isReadOnly
      ? undefined
      : { work: editing.unsaved, place: () => placeOf(opened), saveFirst: editing.saveDraft },
  );
  const { attempts, save, setStatus, resolve } = useSaving(editing, isReadOnly);
  useEffect(() => {
    if (id !== undefined || isReadOnly) return;
    const first = isSingleton ? '#main :is(input, textarea, select)' : '#item-title';
    document.querySelector<HTMLElement>(first)?.focus();
  }, []);
  const versions = useVersions(opened);
  const closePanel = (): void => setPanel(undefined);
  const discardChanges = (): void => {
    closePanel();
    void versions.discard();
  };
  const preview = usePreviewPane(editing, info, () => setRaw(false));
  useCommands({
    save: () => void save(),
    publish: () => void save('published'),
    named: [
      ...preview.commands,
      ...(id === undefined
        ? []
        : [
            {
              name: 'History of this item',
              icon: 'clock' as const,
              run: () => setPanel('history'),
            },
          ]),
    ],
  });
  useSignalEffect(() => {
    if (!editing.isChanged.value) setRestored(undefined);
  });

  const issues = editing.issues.value;
  const isDataUnfinished = editing.unfinished.all.value.has(issueKey([]));
  // Not what is typed: a change of the page's title ends a step of the browser's undo.
  const title = useComputed(() => {
    if (isSingleton) return collection.displayName;
    return stored.value === undefined
      ? `New: ${collection.displayName}`
      : versionOf({ stored: stored.value, copy: editing.copy.value }).text.title;
  }).value;
  const hasFields = !isRaw && !isDataUnfinished;
  const isOneColumn = useMedia('(max-width: 1000px)') || preview.pane !== undefined || !hasFields;
  const { main, side: beside } = splitFields(collection.schema, isOneColumn);
  useEffect(() => (hasFields ? form.steps.clear : undefined), [hasFields]);
  const side = <ItemSide editing={editing} info={info} />;
  return (
    <Screen
      title={title}
      heading={isSingleton ? undefined : <ScrolledTitle title={title} field="item-title" />}
      status={
        status === undefined ? (
          <span class="chip">Not saved yet</span>
        ) : (
          <StatusChip status={status} />
        )
      }
      parent={{
        href: listOf(collection, id),
        name: isSingleton ? 'Content' : collection.displayName,
      }}
      width="reading"
      isForm
      side={
        <>
          <SideFields form={form} schema={beside} targets={targets} />
          {side}
        </>
      }
      sideLabel="About this item"
      pane={preview.pane}
      actions={
        <>
          {!isReadOnly && <SaveState editing={editing} />}
          {id !== undefined && <Neighbours id={id} />}
          {preview.toggle}
          <div class={styles.details}>
            <Button
              kind="quiet"
              icon="info"
              label="About this item"
              onClick={() => setPanel('details')}
            />
          </div>
          <ItemMenu
            opened={opened}
            info={info}
            isRaw={isRaw}
            others={preview.entries}
            onView={setRaw}
            onShow={setPanel}
            onDiscard={discardChanges}
            onStatus={setStatus}
            onSave={() => void save()}
          />
          {!isReadOnly && <SaveButtons editing={editing} onSave={(next) => void save(next)} />}
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
      <OtherVersions
        versions={versions.others}
        compare={({ text }) => compareVersions(editing.text.peek(), text, collection.schema)}
        restore={(work) => {
          const before = { text: editing.text.peek(), unfinished: editing.unfinished.all.peek() };
          editing.restore(work);
          return () => editing.show(before);
        }}
      />
      {isReadOnly && (
        <p class="note">You can read this item. Your role does not include editing it.</p>
      )}
      {!isReadOnly && <KeptCopy editing={editing} onDiscard={discardChanges} />}
      <GoneNotice editing={editing} />
      <ErrorSummary
        errors={attempts === 0 ? [] : summaryOf(issues, collection, editing.text.peek().data)}
        onFollow={focusControl}
        attempt={attempts}
      />
      {hasFields && <BrokenReferences editing={editing} targets={targets} />}
      <div class={`quiet-frames ${styles.form}`}>
        {!isSingleton && <TitleAndSlug editing={editing} isReadOnly={isReadOnly} />}
        {isRaw && (
          <>
            <div>
              <Button icon="back" onClick={() => setRaw(false)}>
                Form view
              </Button>
            </div>
            <RawData form={form} />
          </>
        )}
        {!isRaw && isDataUnfinished && <UnfinishedData form={form} onReturn={() => setRaw(true)} />}
        {hasFields && (
          <ItemForm form={form} fields={main} schema={collection.schema} targets={targets} />
        )}
      </div>
      <ConflictDialog editing={editing} onResolve={(decisions) => void resolve(decisions)} />
      <ItemPanels
        opened={opened}
        panel={panel}
        side={side}
        onRestore={async (revision) => {
          const failure = await versions.restore(revision);
          if (failure === undefined) closePanel();
          return failure;
        }}
        onDiscard={discardChanges}
        onPublish={() => {
          closePanel();
          void save('published');
        }}
        onClose={closePanel}
      />
      {preview.layer}
    </Screen>
  );
};

/** Links to the items before and after this one in the list that it was opened from. */
const Neighbours = ({ id }: { readonly id: string }) => {
  const { previous, next } = neighboursOf(id);
  if (previous === undefined && next === undefined) return null;
  const link = (target: string | undefined, icon: 'back' | 'next', label: string) =>
    target === undefined ? (
      <Button kind="quiet" icon={icon} label={label} disabled />
    ) : (
      <ButtonLink kind="quiet" icon={icon} label={label} href={urlOf(`/content/${target}`)} />
    );
  return (
    <div class={styles.neighbours}>
      {link(previous, 'back', 'Previous item of the list')}
      {link(next, 'next', 'Next item of the list')}
    </div>
  );
};
