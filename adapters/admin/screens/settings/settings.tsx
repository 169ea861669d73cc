import { useMemo, useState } from 'preact/hooks';
import type { SettingsDto } from '../../../../contracts/operations/settings.ts';
import { api, messageOf } from '../../api/client.ts';
import { errorsOf, issuesOf, type FieldIssues } from '../../api/issues.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../components/button.tsx';
import { ErrorSummary } from '../../components/error-summary.tsx';
import { Checkbox, SelectField, TextField, type Option } from '../../components/inputs/field.tsx';
import { RadioGroup, type Choice } from '../../components/inputs/radio-group.tsx';
import { Loaded } from '../../components/states.tsx';
import { showToast } from '../../components/toasts.tsx';
import { Screen, siteName } from '../../shell/screen.tsx';
import { draftsArePublic } from '../../shell/session.ts';
import { useCommands } from '../../shell/commands.ts';
import { SearchCard } from './search-card.tsx';
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
    <Screen title="Settings" width="reading" busy={state.kind === 'loading'}>
      <Loaded resource={resource} what="the settings">
        {() => null}
      </Loaded>
    </Screen>
  );
};

const readers: readonly Choice<SettingsDto['publicContent']>[] = [
  {
    value: 'published',
    label: 'Only signed-in users',
    hint: 'Visitors and API tokens find published items only. Drafts and archived items look to them as if they did not exist.',
  },
  {
    value: 'all',
    label: 'Everybody',
    hint: 'Anyone can read drafts and archived items through the API, without an account.',
  },
];

const labels = {
  siteName: 'Site name',
  timeZone: 'Time zone',
  historyMaxPerItem: 'Versions of an item to keep',
  historyMaxDays: 'Days to keep a version',
  trashDays: 'Days in the trash',
  changesDays: 'Days to keep changes',
  searchLanguage: 'Language of the search',
};

/** The time zones that this browser knows, and the one that is set. */
const zoneOptions = (current: string): readonly Option[] =>
  [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])]
    .toSorted()
    .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));

const idOf = (path: string): string => `settings-${path}`;

const numbers = ['historyMaxPerItem', 'historyMaxDays', 'trashDays', 'changesDays'] as const;
type NumberName = (typeof numbers)[number];

/** What the form edits: numbers as they are typed. */
type Draft = Omit<SettingsDto, NumberName> & Readonly<Record<NumberName, string>>;

const withNumbers = <T,>(valueOf: (name: NumberName) => T): Record<NumberName, T> =>
  Object.fromEntries(numbers.map((name) => [name, valueOf(name)])) as Record<NumberName, T>;

const draftOf = (saved: SettingsDto): Draft => ({
  ...saved,
  ...withNumbers((name) => String(saved[name])),
});

/** Sends what is no number as null, which the service rejects. */
const numberIn = (text: string): number => (text.trim() === '' ? NaN : Number(text));

const settingsOf = (draft: Draft): SettingsDto => ({
  ...draft,
  ...withNumbers((name) => numberIn(draft[name])),
});

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
  const zones = useMemo(() => zoneOptions(saved.timeZone), [saved.timeZone]);
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const isDirty = Object.entries(draftOf(saved)).some(
    ([name, value]) => draft[name as keyof Draft] !== value,
  );

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
      showToast({ text: 'The settings are saved.' });
    } catch (error) {
      const found = issuesOf(error);
      setIssues(found);
      if (Object.keys(found).length === 0) showToast({ kind: 'failed', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  useCommands({ save: () => void save() });
  useUnsavedChanges(isDirty, 'the settings');

  const numberField = (name: NumberName, hint: string) => (
    <TextField
      id={idOf(name)}
      label={labels[name]}
      hint={hint}
      required
      attributes={{ inputMode: 'numeric' }}
      value={draft[name]}
      error={issues[name]}
      onInput={(text) => change({ [name]: text })}
    />
  );

  return (
    <Screen
      title="Settings"
      width="reading"
      isForm
      side={
        <p class="quiet-text">
          The settings apply to the whole service, as soon as they are saved. What only the operator
          can change, such as the database, is in the configuration of the service.
        </p>
      }
      actions={
        <Button kind="primary" busy={isBusy} onClick={() => void save()}>
          Save
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
        <section class="card" aria-labelledby="site-heading">
          <h2 id="site-heading">Site</h2>
          <TextField
            id={idOf('siteName')}
            label={labels.siteName}
            hint="In the rail, in page titles and on the login page."
            required
            value={draft.siteName}
            error={issues['siteName']}
            onInput={(name) => change({ siteName: name })}
          />
          <SelectField
            id={idOf('timeZone')}
            label={labels.timeZone}
            hint="In which people plan when content is published."
            value={draft.timeZone}
            options={zones}
            error={issues['timeZone']}
            onChange={(timeZone) => change({ timeZone })}
          />
        </section>
        <section class="card" aria-labelledby="accounts-heading">
          <h2 id="accounts-heading">Accounts</h2>
          <Checkbox
            label="Anybody may register"
            hint="New accounts become viewers: they read everything, drafts included, and change nothing."
            checked={draft.registrationEnabled}
            onChange={(registrationEnabled) => change({ registrationEnabled })}
          />
        </section>
        <section class="card" aria-labelledby="visibility-heading">
          <h2 id="visibility-heading">Visibility</h2>
          <RadioGroup
            label="Who may read unpublished content"
            choices={readers}
            value={draft.publicContent}
            onChange={(publicContent) => change({ publicContent })}
          />
        </section>
        <SearchCard
          id={idOf('searchLanguage')}
          label={labels.searchLanguage}
          value={draft.searchLanguage}
          saved={saved.searchLanguage}
          languages={languages}
          error={issues['searchLanguage']}
          onChange={(searchLanguage) => change({ searchLanguage })}
        />
        <section class="card" aria-labelledby="history-heading">
          <h2 id="history-heading">History</h2>
          <p class="quiet-text">
            Every save keeps a version of the item, which can be compared and restored. The newest
            version, the last published one, and versions with a note always stay.
          </p>
          {numberField(
            'historyMaxPerItem',
            'Older versions are removed. 0 keeps no history at all.',
          )}
          {numberField('historyMaxDays', '0 keeps versions of any age.')}
        </section>
        <section class="card" aria-labelledby="trash-heading">
          <h2 id="trash-heading">Trash</h2>
          {numberField(
            'trashDays',
            'Deleted content can be restored during this time. With 0, it is deleted permanently at once.',
          )}
        </section>
        <section class="card" aria-labelledby="changes-heading">
          <h2 id="changes-heading">Changes</h2>
          {numberField(
            'changesDays',
            'Programs that follow the changes start again if they were away for longer.',
          )}
        </section>
      </form>
    </Screen>
  );
};
