import { computed, signal } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import type { PluginDto } from '../../../../contracts/operations/plugins.ts';
import type { JsonObject } from '../../../../contracts/schemas/schema.ts';
import { api, messageOf } from '../../api/client.ts';
import { issuesOf } from '../../api/issues.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { ErrorSummary, type FieldError } from '../../components/error-summary.tsx';
import { showToast } from '../../components/show-toast.ts';
import { useCommands } from '../../shell/commands.ts';
import { formSteps } from '../../components/undo.ts';
import { useUnsavedChanges } from '../../shell/unsaved/unsaved-changes.ts';
import { controlId, labelOf, type FieldForm } from '../editor/fields/field-form.ts';
import { SchemaForm } from '../editor/fields/schema-form.tsx';
import { isSameJson, issueKey, readAt, writeAt, type Json } from '../editor/model/json-path.ts';
import { messagesOf, unfinishedInputs } from '../editor/model/unfinished-inputs.ts';

type Issues = ReadonlyMap<string, string>;

const none: Issues = new Map();

/** What the form edits: the settings of each plugin under its name, so that controls have their own ids. */
const createForm = ({ name, settings }: PluginDto) => {
  const data = signal<Json>({ [name]: settings });
  const saved = signal<Json>(data.peek());
  const unfinished = unfinishedInputs();
  const rejected = signal<Issues>(none);
  const form: FieldForm = {
    read: (path) => readAt(data.value, path),
    write: (path, value) => {
      data.value = writeAt(data.peek(), path, value);
    },
    unfinished,
    issues: computed(() => new Map([...rejected.value, ...messagesOf(unfinished.all.value)])),
    isReadOnly: false,
    steps: formSteps(),
  };
  const isDirty = computed(
    () => unfinished.all.value.size > 0 || !isSameJson(data.value, saved.value),
  );
  return { form, data, saved, rejected, isDirty };
};

interface PluginSettingsProps {
  readonly plugin: PluginDto;
  readonly onChange: (plugin: PluginDto) => void;
}

/** The settings of a plugin: a form that its schema generates. */
export const PluginSettings = ({ plugin, onChange }: PluginSettingsProps) => {
  const { name, title, settingsSchema } = plugin;
  const { form, data, saved, rejected, isDirty } = useMemo(() => createForm(plugin), []);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [isBusy, setBusy] = useState(false);
  const keys = Object.keys(settingsSchema.properties);

  const summarize = (issues: Issues): void => {
    setErrors(
      keys.flatMap((key) => {
        const message = issues.get(issueKey([name, key]));
        const field = settingsSchema.properties[key];
        if (message === undefined || field === undefined) return [];
        return [{ id: controlId([name, key]), label: labelOf(key, field), message }];
      }),
    );
  };

  const save = async (): Promise<void> => {
    if (isBusy) return;
    const unfinished = form.unfinished.all.peek();
    if (unfinished.size > 0) {
      summarize(messagesOf(unfinished));
      return;
    }
    setBusy(true);
    const sent = data.peek();
    // An emptied setting gets its default.
    const settings: JsonObject = Object.fromEntries(
      keys.map((key) => [key, readAt(sent, [name, key]) ?? null]),
    );
    try {
      const changed = (await api.updatePlugin({ params: { name }, body: { settings } })).body.data;
      saved.value = { [name]: changed.settings };
      // What was typed while the request ran stays.
      if (data.peek() === sent) data.value = saved.value;
      rejected.value = none;
      setErrors([]);
      onChange(changed);
      showToast({ text: t.plugins.settingsSaved(title) });
    } catch (error) {
      const found = Object.entries(issuesOf(error)).map(
        ([path, message]) => [issueKey([name, ...path.split('.').slice(1)]), message] as const,
      );
      rejected.value = new Map(found);
      summarize(rejected.peek());
      if (found.length === 0) showToast({ kind: 'failed', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  useCommands({ save: () => void save() });
  useUnsavedChanges(isDirty.value, t.plugins.settingsOf(title));

  if (keys.length === 0) return null;
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <ErrorSummary errors={errors} />
      <SchemaForm form={form} schema={settingsSchema} path={[name]} />
      <div class="row between">
        <span class="quiet-text">{t.plugins.emptyDefault}</span>
        <Button kind="primary" type="submit" busy={isBusy}>
          {t.common.save}
        </Button>
      </div>
    </form>
  );
};
