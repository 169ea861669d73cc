import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { ErrorSummary } from '../../components/error-summary.tsx';
import { focusSoon } from '../../components/focus-soon.ts';
import { PrivateChip } from '../../components/private-mark.tsx';
import { Loaded } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Missing } from '../../shell/missing.tsx';
import { urlOf } from '../../shell/router.ts';
import { OtherVersions } from '../../shell/unsaved/other-versions.tsx';
import { RestoredNotice, useUnsavedWork } from '../../shell/unsaved/unsaved-work.tsx';
import { Screen } from '../../shell/screen.tsx';
import type { ScreenProps } from '../../shell/screens.ts';
import { useCommands } from '../../shell/commands.ts';
import { AccessCard } from './access/access-card.tsx';
import { askAccess } from './access/ask-access.tsx';
import { BuilderContext, createBuilder, useBuilder } from './builder-state.ts';
import styles from './builder.module.css';
import { DetailsCard } from './details-card.tsx';
import { DuplicatesDialog } from './duplicates-dialog.tsx';
import { EffectDialog } from './effect-dialog.tsx';
import { FieldForm } from './fields/field-form.tsx';
import { FieldList } from './fields/field-list.tsx';
import { JsonMistake, JsonView, jsonControlId } from './json-view.tsx';
import type { Duplicate } from './model/duplicates.ts';
import { compareWorks, openCollection, placeOf, type OpenedCollection } from './open-collection.ts';
import { PreviewCard } from './preview-card.tsx';
import { LanguagesCard } from './languages/languages-card.tsx';
import { saveBuilder, type SchemaEffect } from './save-builder.ts';
import { TemplatesCard } from './templates/templates-card.tsx';
import { useIndexStates } from './use-index-states.ts';

const parent = { href: '/admin/collections', name: t.common.collections };

/** Edits one collection: its names, whether it is active, and the fields of its items. */
export const Builder = ({ name }: ScreenProps) => {
  const resource = useResource(() => openCollection(name));
  const state = resource.state.value;
  if (state.kind === 'ready') return <LoadedBuilder {...state.value} />;
  return (
    <Screen title={name} parent={parent} busy={state.kind === 'loading'}>
      <Loaded
        resource={resource}
        what={t.builder.what}
        missing={<Missing thing={t.builder.thing} list={parent} />}
      >
        {() => null}
      </Loaded>
    </Screen>
  );
};

const LoadedBuilder = ({ collection, indexes, own, others }: OpenedCollection) => {
  const builder = useMemo(() => {
    const created = createBuilder(collection, own?.work);
    created.indexes.value = indexes;
    return created;
  }, []);
  useIndexStates(builder);
  const [restored, setRestored] = useState(own);
  useSignalEffect(() => {
    if (!builder.isDirty.value) setRestored(undefined);
  });
  useUnsavedWork(t.builder.what, { work: builder.work, place: () => placeOf(builder) });
  /** @returns a function that shows the former work again. */
  const replace = (show: () => void): (() => void) => {
    const before = builder.current();
    show();
    return () => builder.restore(before);
  };
  return (
    <BuilderContext.Provider value={builder}>
      <BuilderScreen
        notice={
          <>
            <RestoredNotice
              restored={restored}
              discard={() => replace(() => builder.reset(collection))}
            />
            <OtherVersions
              versions={others}
              compare={(work) => compareWorks(builder, work)}
              restore={(work) => replace(() => builder.restore(work))}
            />
          </>
        }
      />
    </BuilderContext.Provider>
  );
};

type View = 'fields' | 'json';

interface Asked {
  readonly effect: SchemaEffect;
  readonly answer: (isConfirmed: boolean) => void;
}

const BuilderScreen = ({ notice }: { readonly notice: ComponentChildren }) => {
  const builder = useBuilder();
  const { saved, isDirty, mistakes, jsonMistake, jsonText } = builder;
  const view = useSignal<View>('fields');
  const asked = useSignal<Asked | undefined>(undefined);
  const duplicates = useSignal<readonly Duplicate[] | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);

  const show = (next: View): void => {
    if (next === 'fields' && jsonMistake.peek() === undefined) jsonText.value = undefined;
    view.value = next;
  };
  const save = async (): Promise<void> => {
    if (isBusy) return;
    if (jsonMistake.peek() !== undefined) {
      show('json');
      focusSoon(() => document.getElementById(jsonControlId));
      return;
    }
    setBusy(true);
    await saveBuilder(builder, {
      askEffect: (effect) =>
        new Promise((resolve) => {
          asked.value = { effect, answer: resolve };
        }),
      askAccess: () => askAccess(builder),
      showDuplicates: (found) => {
        duplicates.value = found;
      },
    });
    setBusy(false);
  };
  useCommands({ save: () => void save() });

  return (
    <Screen
      title={saved.value.displayName}
      parent={parent}
      status={<PrivateChip collection={saved.value} />}
      isForm
      actions={
        <>
          <span class="quiet-text" role="status">
            {isDirty.value ? t.builder.unsaved : ''}
          </span>
          <ButtonLink href={urlOf('/content', { collection: saved.value.name })}>
            {t.builder.showItems}
          </ButtonLink>
          <Button kind="primary" busy={isBusy} onClick={() => void save()}>
            {t.common.save}
          </Button>
        </>
      }
    >
      {notice}
      <p class="visually-hidden" role="status">
        {builder.announcement.value}
      </p>
      <ErrorSummary
        errors={mistakes.value}
        onFollow={(id) => {
          if (!id.startsWith('collection-')) show('fields');
          builder.reveal(id);
        }}
      />
      <div class={styles.columns}>
        <div class="stack">
          <DetailsCard />
          <AccessCard />
          <LanguagesCard />
          <section class="card" aria-label={t.builder.fields}>
            <Tabs
              label={t.builder.views}
              tabs={[
                { id: 'fields', name: t.builder.fields },
                { id: 'json', name: 'JSON' },
              ]}
              selected={view.value}
              onSelect={show}
            >
              {view.value === 'json' ? <JsonView /> : <FieldsView />}
            </Tabs>
          </section>
          <TemplatesCard />
        </div>
        <PreviewCard isFollowing={view.value === 'fields'} />
      </div>
      {asked.value !== undefined && (
        <EffectDialog
          effect={asked.value.effect}
          collection={saved.value.name}
          onAnswer={(isConfirmed) => {
            asked.value?.answer(isConfirmed);
            asked.value = undefined;
          }}
        />
      )}
      {duplicates.value !== undefined && (
        <DuplicatesDialog
          duplicates={duplicates.value}
          onClose={() => {
            duplicates.value = undefined;
          }}
        />
      )}
    </Screen>
  );
};

const OpenSwitch = () => {
  const { open, openAll, closeAll } = useBuilder();
  const isSomeOpen = open.value.size > 0;
  return (
    <div class={styles.switch}>
      <Button kind="quiet" onClick={isSomeOpen ? closeAll : openAll}>
        {isSomeOpen ? t.builder.collapseAll : t.builder.expandAll}
      </Button>
    </div>
  );
};

const FieldsView = () => {
  const { fields, jsonMistake } = useBuilder();
  if (jsonMistake.value === undefined) {
    return (
      <div class="stack">
        {fields.value.length > 1 && <OpenSwitch />}
        <FieldList fields={fields.value} Form={FieldForm} />
      </div>
    );
  }
  return <JsonMistake />;
};
