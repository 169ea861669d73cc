import { useSignal } from '@preact/signals';
import type { CreatedWebhookDto, WebhookDto } from '../../../../contracts/operations/webhooks.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { DataTable, type Column } from '../../components/table/data-table.tsx';
import { navigate, urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { askedFor, kindNames, WebhookChip } from './webhook-text.tsx';
import styles from './webhooks.module.css';

interface WebhookPage {
  readonly webhooks: readonly WebhookDto[];
  readonly collections: readonly CollectionDto[];
}

const load = async (): Promise<WebhookPage> => {
  const [webhooks, collections] = await Promise.all([
    api.listWebhooks(),
    api.listCollections({ query: { includeInactive: true } }),
  ]);
  return { webhooks: webhooks.body.data, collections: collections.body.data };
};

const pathOf = (id: string): string => `/webhooks/${id}`;

/** The addresses that get a request when something happens. */
export const Webhooks = () => {
  const resource = useResource(load);
  const isCreating = useSignal(false);
  const created = useSignal<CreatedWebhookDto | undefined>(undefined);
  const create = (): void => {
    isCreating.value = true;
  };
  return (
    <Screen
      title={t.common.webhooks}
      busy={resource.state.value.kind === 'loading'}
      actions={
        <Button kind="primary" icon="add" onClick={create}>
          {t.webhooks.newWebhook}
        </Button>
      }
    >
      <Loaded resource={resource} what={t.webhooks.what}>
        {({ webhooks, collections }) => (
          <>
            <DataTable
              caption={t.common.webhooks}
              columns={columnsOf(collections)}
              rows={webhooks}
              keyOf={({ id }) => id}
              empty={<NoWebhooks onCreate={create} />}
            />
            {isCreating.value && (
              <WebhookDialog
                collections={collections}
                webhook={undefined}
                onCreate={(webhook) => {
                  isCreating.value = false;
                  // Builds are not signed.
                  if (webhook.kind === 'event') created.value = webhook;
                  else void navigate(urlOf(pathOf(webhook.id)));
                  resource.reload();
                }}
                onSave={() => undefined}
                onClose={() => {
                  isCreating.value = false;
                }}
              />
            )}
          </>
        )}
      </Loaded>
      {created.value !== undefined && (
        <SecretDialog
          webhook={created.value}
          isRotated={false}
          onStored={() => {
            created.value = undefined;
          }}
        />
      )}
    </Screen>
  );
};

const NoWebhooks = ({ onCreate }: { readonly onCreate: () => void }) => (
  <Empty
    icon="webhook"
    title={t.webhooks.noneTitle}
    action={
      <Button icon="add" onClick={onCreate}>
        {t.webhooks.newWebhook}
      </Button>
    }
    call={[
      '# Create a webhook; the response contains its secret',
      `curl ${location.origin}/api/webhooks \\`,
      '  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\',
      `  -d '{ "name": "Search engine", "url": "https://…", "events": ["content.published"] }'`,
    ].join('\n')}
  >
    {t.webhooks.noneText}
  </Empty>
);

const columnsOf = (collections: readonly CollectionDto[]): readonly Column<WebhookDto>[] => [
  {
    name: t.common.name,
    cell: ({ id, name, url }) => (
      <span class={styles.name}>
        <a href={urlOf(pathOf(id))} dir="auto">
          {name}
        </a>
        <span class={styles.url}>{url}</span>
      </span>
    ),
  },
  { name: t.common.state, width: 'tight', cell: (webhook) => <WebhookChip {...webhook} /> },
  { name: t.webhooks.sends, width: 'tight', cell: ({ kind }) => kindNames[kind] },
  {
    name: t.webhooks.about,
    cell: (webhook) => <span dir="auto">{askedFor(webhook, collections)}</span>,
  },
];
