import { useComputed, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { ErrorSummary } from '../../components/error-summary.tsx';
import { LocaleMark } from '../../components/locale-mark.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { useMedia } from '../../components/use-media.ts';
import { OtherVersions } from '../../shell/unsaved/other-versions.tsx';
import { RestoredNotice, useUnsavedWork } from '../../shell/unsaved/unsaved-work.tsx';
import { listOf } from '../../shell/last-list.ts';
import { Screen } from '../../shell/screen.tsx';
import { useCommands } from '../../shell/commands.ts';
import { useCommentsPane } from './comments/use-comments-pane.tsx';
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
import { useSourcePane } from './languages/use-source-pane.tsx';
import type { Translations } from './languages/use-translations.ts';
import { whyReadOnly } from './languages/why-read-only.ts';
import { versionOf } from './model/edited-item.ts';
import { issueKey } from './model/json-path.ts';
import { placeOf, type OpenedItem } from './model/open-item.ts';
import { PeopleHere } from './people/people-here.tsx';
import { RawData, UnfinishedData } from './panels/raw-data.tsx';
import { Neighbours } from './neighbours.tsx';
import { BrokenReferences } from './references/broken-references.tsx';
import { useItemTargets } from './references/use-item-targets.ts';
import { OthersSaved } from './saving/others-saved.tsx';
import { SaveButtons } from './saving/save-buttons.tsx';
import { SaveState } from './saving/save-state.tsx';
import { usePreviewPane } from './preview/use-preview-pane.tsx';
import { ScrolledTitle } from './scrolled-title.tsx';
import { TitleAndSlug } from './title-and-slug.tsx';
import { useContentInfo } from './use-content-info.ts';
import { useLive } from './saving/use-live.ts';
import { useSaving } from './saving/use-saving.ts';
import { useVersions } from './saving/use-versions.ts';

interface ItemEditorProps {
  readonly opened: OpenedItem;
  readonly translations: Translations;
}

/** The form of an item, its status, and everything that keeps unsaved work safe. */
export const ItemEditor = ({ opened, translations }: ItemEditorProps) => {
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
    t.editor.unsaved,
    isReadOnly
      ? undefined
      : { work: editing.unsaved, place: () => placeOf(opened), saveFirst: editing.saveDraft },
  );
  const { attempts, save, setStatus, resolve } = useSaving(editing, isReadOnly);
  useLive(opened);
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
  const source = useSourcePane(opened, translations);
  const comments = useCommentsPane(editing);
  const pane = comments.pane ?? source.pane ?? preview.pane;
  useCommands({
    save: () => void save(),
    publish: () => void save('published'),
    named: [
      ...preview.commands,
      ...comments.commands,
      ...(id === undefined
        ? []
        : [
            {
              name: t.editor.historyCommand,
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
      ? t.editor.newOf(collection.displayName)
      : versionOf({ stored: stored.value, copy: editing.copy.value }).text.title;
  }).value;
  const hasFields = !isRaw && !isDataUnfinished;
  const isOneColumn = useMedia('(max-width: 1000px)') || pane !== undefined || !hasFields;
  const { main, side: beside } = splitFields(collection.schema, isOneColumn);
  useEffect(() => (hasFields ? form.steps.clear : undefined), [hasFields]);
  const side = <ItemSide {...{ opened, info, translations }} source={source.view} />;
  return (
    <Screen
      title={title}
      heading={isSingleton ? undefined : <ScrolledTitle title={title} field="item-title" />}
      status={
        status === undefined ? (
          <span class="chip">{t.editor.notSavedYet}</span>
        ) : (
          <>
            <StatusChip status={status} />
            <LocaleMark code={stored.value?.item.locale} />
          </>
        )
      }
      parent={{
        href: listOf(collection, id),
        name: isSingleton ? t.common.content : collection.displayName,
      }}
      width="reading"
      isForm
      side={
        <>
          <SideFields form={form} schema={beside} targets={targets} />
          {side}
        </>
      }
      sideLabel={t.editor.about}
      pane={pane}
      actions={
        <>
          <PeopleHere opened={opened} />
          {!isReadOnly && <OthersSaved editing={editing} />}
          {!isReadOnly && <SaveState editing={editing} />}
          {id !== undefined && <Neighbours id={id} />}
          {preview.toggle}
          {comments.toggle}
          <div class={styles.details}>
            <Button
              kind="quiet"
              icon="info"
              label={t.editor.about}
              onClick={() => setPanel('details')}
            />
          </div>
          <ItemMenu
            opened={opened}
            info={info}
            translations={translations}
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
      {isReadOnly && <p class="note">{whyReadOnly(collection.name, stored.value?.item.locale)}</p>}
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
                {t.editor.formView}
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
        translations={translations}
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
      {[preview.layer, source.layer, comments.layer]}
    </Screen>
  );
};
