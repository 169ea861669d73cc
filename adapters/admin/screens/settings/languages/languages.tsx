import { useMemo, useState } from 'preact/hooks';
import { localesMax } from '../../../../../contracts/client/vocabulary.ts';
import { api, messageOf } from '../../../api/client.ts';
import type { FieldIssues } from '../../../api/issues.ts';
import { useResource } from '../../../api/resource.ts';
import { numberText } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorSummary } from '../../../components/error-summary.tsx';
import { focusSoon } from '../../../components/focus-soon.ts';
import { showToast } from '../../../components/show-toast.ts';
import { moveTo } from '../../../components/sortable/move-to.ts';
import { SortableList } from '../../../components/sortable/sortable-row.tsx';
import { Empty, Loaded } from '../../../components/states.tsx';
import { offerUndo } from '../../../components/undo.ts';
import { useCommands } from '../../../shell/commands.ts';
import { locales } from '../../../shell/locales.ts';
import { Screen } from '../../../shell/screen.tsx';
import { useUnsavedChanges } from '../../../shell/unsaved/unsaved-changes.ts';
import { AddLanguage } from './add-language.tsx';
import { mayRename, wantsTheirs } from './ask-languages.ts';
import { draftsOf, isSameList, newLocale, withoutLocale } from './draft-locales.ts';
import { mistakeOf, mistakesOf } from './language-mistakes.ts';
import { LanguageRow } from './language-row.tsx';
import { LanguageInUse } from './language-in-use.tsx';
import {
  readLanguages,
  saveLanguages,
  type InUse,
  type StoredLanguages,
} from './save-languages.ts';

const parent = { href: '/admin/settings', name: t.common.settings };

/** The languages in which content is written. */
export const Languages = () => {
  const resource = useResource(async () => {
    const [languages, search] = await Promise.all([readLanguages(), api.listSearchLanguages()]);
    return { ...languages, searchLanguages: search.body.data };
  });
  const state = resource.state.value;
  if (state.kind === 'ready') return <LanguagesForm key={state.value.etag} {...state.value} />;
  return (
    <Screen
      title={t.common.languages}
      parent={parent}
      width="reading"
      busy={state.kind === 'loading'}
    >
      <Loaded resource={resource} what={t.localeSettings.theLanguages}>
        {() => null}
      </Loaded>
    </Screen>
  );
};

interface LanguagesFormProps extends StoredLanguages {
  /** Those that the search offers. */
  readonly searchLanguages: readonly string[];
}

const LanguagesForm = ({ searchLanguages, ...initial }: LanguagesFormProps) => {
  const [saved, setSaved] = useState<StoredLanguages>(initial);
  const [drafts, setDrafts] = useState(() => draftsOf(initial.stored));
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setAdding] = useState(false);
  const [issues, setIssues] = useState<FieldIssues>({});
  const [inUse, setInUse] = useState<InUse>();
  const [isBusy, setBusy] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const isDirty = !isSameList(saved.stored, drafts);

  const show = (next: StoredLanguages): void => {
    setSaved(next);
    setDrafts(draftsOf(next.stored));
    setOpen(new Set());
    setIssues({});
    setInUse(undefined);
    locales.value = next.stored;
  };
  const setToggled = (id: string, isOpen: boolean): void =>
    setOpen(
      (before) => new Set([...[...before].filter((each) => each !== id), ...(isOpen ? [id] : [])]),
    );

  const save = async (): Promise<void> => {
    if (isBusy || !(await mayRename(drafts))) return;
    setBusy(true);
    setIssues({});
    setInUse(undefined);
    try {
      const result = await saveLanguages(saved, drafts);
      if (result.kind === 'mistakes') setIssues(result.issues);
      else if (result.kind === 'in_use') setInUse(result);
      else if (result.kind === 'outdated') {
        if (await wantsTheirs()) show(await readLanguages());
      } else {
        show(result);
        showToast({ text: t.localeSettings.saved });
      }
    } catch (error) {
      showToast({ kind: 'failed', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  useCommands({ save: () => void save() });
  useUnsavedChanges(isDirty, t.localeSettings.theLanguages);

  const errorOf = (index: number, member: string): string | undefined =>
    mistakeOf(issues, index, member);
  const errors = useMemo(() => mistakesOf(issues, drafts), [issues]);

  const remove = (id: string): void => {
    const before = drafts;
    const removed = drafts.find((draft) => draft.id === id);
    setDrafts(withoutLocale(drafts, id));
    offerUndo(t.localeSettings.removed(removed?.name ?? t.localeSettings.theLanguage), () =>
      setDrafts(before),
    );
  };
  const move = (id: string, index: number): void => {
    const focused = document.activeElement;
    const moved = moveTo(drafts, id, index);
    const at = moved.findIndex((draft) => draft.id === id);
    setDrafts(moved);
    setAnnouncement(
      t.localeSettings.moved(moved[at]?.name ?? '', numberText(at + 1), numberText(moved.length)),
    );
    // In some browsers, an element that moves in the document loses the focus.
    focusSoon(() => focused);
  };
  const add = (
    <Button
      icon="add"
      kind={drafts.length === 0 ? 'primary' : 'plain'}
      disabled={drafts.length >= localesMax}
      onClick={() => setAdding(true)}
    >
      {t.localeSettings.add.title}
    </Button>
  );

  return (
    <Screen
      title={t.common.languages}
      parent={parent}
      width="reading"
      isForm
      side={<p class="quiet-text">{t.localeSettings.explanation}</p>}
      actions={
        <>
          <span class="quiet-text" role="status">
            {isDirty ? t.localeSettings.unsaved : ''}
          </span>
          <Button kind="primary" busy={isBusy} onClick={() => void save()}>
            {t.common.save}
          </Button>
        </>
      }
    >
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
      <ErrorSummary
        errors={errors}
        onFollow={(target) => {
          const draft = drafts.find(({ id }) => target.startsWith(`${id}-`));
          if (draft !== undefined) setToggled(draft.id, true);
          focusSoon(() => document.getElementById(target));
        }}
      />
      {inUse !== undefined && (
        <LanguageInUse
          inUse={inUse}
          onPutBack={(locale) => {
            const [back] = draftsOf([locale]);
            if (back !== undefined) setDrafts([...drafts, back]);
            setInUse(undefined);
          }}
        />
      )}
      {drafts.length === 0 && saved.stored.length === 0 ? (
        <Empty
          icon="language"
          title={t.localeSettings.emptyTitle}
          action={add}
          call={`curl -X PUT ${location.origin}/api/locales -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"locales":[{"code":"en","name":"English"},{"code":"de","name":"Deutsch","fallback":["en"]}]}'`}
        >
          {t.localeSettings.emptyText}
        </Empty>
      ) : (
        <section class="card" aria-labelledby="languages-heading">
          <h2 id="languages-heading">{t.localeSettings.order}</h2>
          <p class="quiet-text">{t.localeSettings.firstIsDefault}</p>
          <SortableList label={t.common.languages} onMove={move}>
            {(order) =>
              drafts.map((draft, index) => (
                <LanguageRow
                  key={draft.id}
                  locale={draft}
                  all={drafts}
                  searchLanguages={searchLanguages}
                  errorOf={(member) => errorOf(index, member)}
                  order={order}
                  isOpen={open.has(draft.id)}
                  onToggle={(isOpen) => setToggled(draft.id, isOpen)}
                  onChange={(change) =>
                    setDrafts(
                      drafts.map((each) => (each.id === draft.id ? { ...each, ...change } : each)),
                    )
                  }
                  onMove={(to) => move(draft.id, to)}
                  onRemove={() => remove(draft.id)}
                />
              ))
            }
          </SortableList>
          <div class="row">{add}</div>
        </section>
      )}
      {isAdding && (
        <AddLanguage
          taken={drafts.map(({ code }) => code)}
          onAdd={({ code, ownName }) => {
            setDrafts([...drafts, newLocale(code, ownName)]);
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Screen>
  );
};
