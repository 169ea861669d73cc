import { useId, useState } from 'preact/hooks';
import type { CreatedWebhookDto, WebhookDto } from '../../../../contracts/operations/webhooks.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { debounceRange, webhookEventTypes } from '../../../../contracts/client/vocabulary.ts';
import { api, messageOf } from '../../api/client.ts';
import { issuesOf, type FieldIssues } from '../../api/issues.ts';
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
  onlyPublished: webhook.onlyPublished,
  debounceSeconds: String(webhook.debounceSeconds),
});

const isDebounce = (text: string): boolean =>
  /^\d+$/.test(text) && Number(text) >= debounceRange.min && Number(text) <= debounceRange.max;

const mistakesOf = ({ name, url, kind, events, debounceSeconds }: WebhookDraft): FieldIssues => ({
  ...(name.trim() === '' && { name: 'Enter a name, for example that of the receiver.' }),
  ...(!/^https?:\/\/\S/.test(url.trim()) && {
    url: 'Enter the address of the receiver, which begins with https://',
  }),
  ...(kind === 'event' && events.length === 0 && { events: 'Choose at least one event.' }),
  ...(kind === 'deploy' &&
    !isDebounce(debounceSeconds) && {
      debounceSeconds: `Enter a whole number from ${debounceRange.min} to ${debounceRange.max}.`,
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
    <Dialog title={webhook === undefined ? 'New webhook' : 'Edit webhook'} onClose={onClose}>
      {failure !== undefined && (
        <p class="alert" role="alert">
          The webhook was not saved. {failure}
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
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            {webhook === undefined ? 'Create webhook' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
