import { useId, useState } from 'preact/hooks';
import type { CreatedWebhookDto, WebhookDto } from '../../../../contracts/operations/webhooks.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { debounceRange, webhookEventTypes } from '../../../../contracts/client/vocabulary.ts';
import { api, messageOf } from '../../api/client.ts';
import { issuesOf, type FieldIssues } from '../../api/issues.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { bodyOf, newDraft, WebhookForm, type WebhookDraft } from './webhook-form.tsx';

interface WebhookDialogProps {
  readonly collections: readonly CollectionDto[];
  /** Undefined for a new one. */
  readonly webhook: WebhookDto | undefined;
  readonly onCreate: (webhook: CreatedWebhookDto) => void;
  readonly onSave: (webhook: WebhookDto) => void;
  readonly onClose: () => void;
}

const draftOf = (webhook: WebhookDto): WebhookDraft => ({
  name: webhook.name,
  url: webhook.url,
  kind: webhook.kind,
  events: webhook.events.length === 0 ? webhookEventTypes : webhook.events,
  collections: webhook.collections,
  locales: webhook.locales,
  onlyPublished: webhook.onlyPublished,
  debounceSeconds: String(webhook.debounceSeconds),
});

const isDebounce = (text: string): boolean =>
  /^\d+$/.test(text) && Number(text) >= debounceRange.min && Number(text) <= debounceRange.max;

const mistakesOf = ({ name, url, kind, events, debounceSeconds }: WebhookDraft): FieldIssues => ({
  ...(name.trim() === '' && { name: t.webhooks.nameNeeded }),
  ...(!/^https?:\/\/\S/.test(url.trim()) && {
    url: t.webhooks.urlNeeded,
  }),
  ...(kind === 'event' && events.length === 0 && { events: t.webhooks.eventNeeded }),
  ...(kind === 'deploy' &&
    !isDebounce(debounceSeconds) && {
      debounceSeconds: t.webhooks.wholeNumber(debounceRange.min, debounceRange.max),
    }),
});

/** Creates or changes a webhook. The secret of a new one is in the response only. */
export const WebhookDialog = ({
  collections,
  webhook,
  onCreate,
  onSave,
  onClose,
}: WebhookDialogProps) => {
  const id = useId();
  const [draft, setDraft] = useState(webhook === undefined ? newDraft : draftOf(webhook));
  const [issues, setIssues] = useState<FieldIssues>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const show = (found: FieldIssues): void => {
    setIssues(found);
    const [first] = Object.keys(found);
    document.getElementById(`${id}-${first}`)?.focus();
  };

  const save = async (): Promise<void> => {
    setFailure(undefined);
    const mistakes = mistakesOf(draft);
    if (Object.keys(mistakes).length > 0) return show(mistakes);
    setBusy(true);
    try {
      const body = bodyOf(draft);
      if (webhook === undefined) onCreate((await api.createWebhook({ body })).body.data);
      else onSave((await api.updateWebhook({ params: { id: webhook.id }, body })).body.data);
    } catch (error) {
      const found = issuesOf(error);
      show(found);
      if (Object.keys(found).length === 0) setFailure(messageOf(error));
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={webhook === undefined ? t.webhooks.newWebhook : t.webhooks.editWebhook}
      onClose={onClose}
    >
      {failure !== undefined && (
        <p class="alert" role="alert">
          {t.webhooks.notSaved} {failure}
        </p>
      )}
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void save();
        }}
      >
        <WebhookForm
          id={id}
          draft={draft}
          issues={issues}
          collections={collections}
          onChange={(change) => {
            setDraft({ ...draft, ...change });
            const changed = Object.keys(change);
            setIssues(
              Object.fromEntries(
                Object.entries(issues).filter(([path]) => !changed.includes(path)),
              ),
            );
          }}
        />
        <div class="row end">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            {webhook === undefined ? t.webhooks.create : t.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
