import { useMemo, useState } from 'preact/hooks';
import { settingRows } from '../../../../contracts/client/vocabulary.ts';
import type { SettingsDto } from '../../../../contracts/operations/settings.ts';
import { api, messageOf } from '../../api/client.ts';
import { errorsOf, issuesOf, type FieldIssues } from '../../api/issues.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { ErrorSummary } from '../../components/error-summary.tsx';
import { Loaded } from '../../components/states.tsx';
import { showToast } from '../../components/show-toast.ts';
import { Screen, siteName } from '../../shell/screen.tsx';
import { draftsArePublic } from '../../shell/session.ts';
import { useCommands } from '../../shell/commands.ts';
import { LanguagesCard } from './languages/languages-card.tsx';
import { SettingField } from './setting-field.tsx';
import { draftOf, labels, settingCards, settingsOf } from './setting-form.ts';
import { useUnsavedChanges } from '../../shell/unsaved/unsaved-changes.ts';

/** What applies to the whole service. */
export const Settings = () => {
  const resource = useResource(async () => {
    const [settings, languages] = await Promise.all([api.getSettings(), api.listSearchLanguages()]);
    return { saved: settings.body.data, languages: languages.body.data };
  });
  const state = resource.state.value;
  if (state.kind === 'ready') return <SettingsForm {...state.value} />;
  return (
    <Screen title={t.common.settings} width="reading" busy={state.kind === 'loading'}>
      <Loaded resource={resource} what={t.settings.theSettings}>
        {() => null}
      </Loaded>
    </Screen>
  );
};

const idOf = (path: string): string => `settings-${path}`;

const headingId = (heading: string): string => `${heading.toLowerCase()}-heading`;

interface SettingsFormProps {
  readonly saved: SettingsDto;
  /** Those that the search offers. */
  readonly languages: readonly string[];
}

const SettingsForm = ({ saved: initial, languages }: SettingsFormProps) => {
  const [saved, setSaved] = useState(initial);
  const [draft, setDraft] = useState(() => draftOf(initial));
  const [issues, setIssues] = useState<FieldIssues>({});
  const errors = useMemo(() => errorsOf(issues, labels, idOf), [issues]);
  const [isBusy, setBusy] = useState(false);
  const stored = draftOf(saved);
  const isDirty = settingRows.some(([name]) => draft[name] !== stored[name]);

  const save = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      const { data } = (await api.updateSettings({ body: settingsOf(draft) })).body;
      draftsArePublic.value = data.publicContent === 'all';
      siteName.value = data.siteName;
      setSaved(data);
      // What was typed while the request ran stays.
      setDraft((current) => (current === draft ? draftOf(data) : current));
      setIssues({});
      showToast({ text: t.settings.saved });
    } catch (error) {
      const found = issuesOf(error);
      setIssues(found);
      if (Object.keys(found).length === 0) showToast({ kind: 'failed', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  useCommands({ save: () => void save() });
  useUnsavedChanges(isDirty, t.settings.theSettings);

  return (
    <Screen
      title={t.common.settings}
      width="reading"
      isForm
      side={<p class="quiet-text">{t.settings.explanation}</p>}
      actions={
        <Button kind="primary" busy={isBusy} onClick={() => void save()}>
          {t.common.save}
        </Button>
      }
    >
      <ErrorSummary errors={errors} />
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {settingCards.map(({ heading, introduction, controls }) => (
          <section key={heading} class="card" aria-labelledby={headingId(heading)}>
            <h2 id={headingId(heading)}>{t.settings.groups[heading] ?? heading}</h2>
            {introduction !== undefined && <p class="quiet-text">{introduction}</p>}
            {controls.map((control) => (
              <SettingField
                key={control.name}
                {...control}
                id={idOf(control.name)}
                value={draft[control.name]}
                saved={String(saved[control.name])}
                languages={languages}
                error={issues[control.name]}
                onChange={(value) => setDraft({ ...draft, [control.name]: value })}
              />
            ))}
          </section>
        ))}
        <LanguagesCard />
      </form>
    </Screen>
  );
};
