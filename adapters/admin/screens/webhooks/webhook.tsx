import { useSignal } from '@preact/signals';
import type { CreatedWebhookDto, WebhookDto } from '../../../../contracts/operations/webhooks.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { api, messageOf } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { Menu } from '../../components/menu.tsx';
import { Loaded } from '../../components/states.tsx';
import { showToast } from '../../components/show-toast.ts';
import { Missing } from '../../shell/missing.tsx';
import { navigate, urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import type { ScreenProps } from '../../shell/screens.ts';
import { Deliveries } from './deliveries.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookFacts } from './webhook-facts.tsx';
import { WebhookChip } from './webhook-text.tsx';

interface WebhookPage {
  readonly webhook: WebhookDto;
  readonly collections: readonly CollectionDto[];
}

const load = async (id: string): Promise<WebhookPage> => {
  const [webhook, collections] = await Promise.all([
    api.getWebhook({ params: { id } }),
    api.listCollections({ query: { includeInactive: true } }),
  ]);
  return { webhook: webhook.body.data, collections: collections.body.data };
};

const parent = { href: urlOf('/webhooks'), name: t.common.webhooks };

/** One webhook, with its deliveries. */
export const Webhook = ({ name: id }: ScreenProps) => {
  const resource = useResource(() => load(id));
  const webhook = resource.value?.webhook;
  const isEditing = useSignal(false);
  const isTesting = useSignal(false);
  const rotated = useSignal<CreatedWebhookDto | undefined>(undefined);
  /** How often something was sent by hand: the list of deliveries is read again. */
  const sent = useSignal(0);
  const params = { id };

  const set = (changed: WebhookDto): void => {
    if (resource.value !== undefined) resource.set({ ...resource.value, webhook: changed });
  };
  /** Shows a failure. @param what did not happen. */
  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      showToast({ kind: 'failed', text: `${what}. ${messageOf(error)}` });
    }
  };
  const test = (): Promise<void> =>
    attempt(t.webhooks.testNotSent, async () => {
      isTesting.value = true;
      try {
        const { data } = (await api.testWebhook({ params })).body;
        const isDelivered = data.state === 'delivered';
        showToast(
          isDelivered
            ? { text: t.webhooks.testAnswered(data.status) }
            : { kind: 'failed', text: t.webhooks.testFailed(data.error) },
        );
      } finally {
        isTesting.value = false;
      }
      sent.value += 1;
    });
  const setActive = (active: boolean): Promise<void> =>
    attempt(active ? t.webhooks.notSwitchedOn : t.webhooks.notSwitchedOff, async () => {
      set((await api.updateWebhook({ params, body: { active } })).body.data);
      sent.value += 1;
    });
  const rotate = async (name: string): Promise<void> => {
    const isSure = await confirm({
      title: t.webhooks.rotateQuestion(name),
      text: t.webhooks.rotateEffect,
      action: t.webhooks.rotate,
    });
    if (!isSure) return;
    await attempt(t.webhooks.notRotated, async () => {
      rotated.value = (await api.rotateWebhookSecret({ params })).body.data;
    });
  };
  const remove = async (name: string): Promise<void> => {
    const isSure = await confirm({
      title: t.webhooks.deleteQuestion(name),
      text: t.webhooks.deleteEffect,
      action: t.common.delete,
      danger: true,
    });
    if (!isSure) return;
    await attempt(t.webhooks.notDeleted(name), async () => {
      await api.deleteWebhook({ params });
      showToast({ text: t.webhooks.deleted(name) });
      await navigate(parent.href, { replace: true });
    });
  };

  return (
    <Screen
      title={webhook?.name ?? t.webhooks.webhook}
      parent={parent}
      busy={resource.state.value.kind === 'loading'}
      status={webhook !== undefined && <WebhookChip {...webhook} />}
      actions={
        webhook !== undefined && (
          <>
            <Menu
              name={t.webhooks.moreActions}
              kind="quiet"
              icon="more"
              label={t.webhooks.moreActions}
              entries={[
                ...(webhook.kind === 'event'
                  ? [{ label: t.webhooks.rotate, onSelect: () => void rotate(webhook.name) }]
                  : []),
                {
                  label: webhook.active ? t.webhooks.switchOff : t.webhooks.switchOn,
                  onSelect: () => void setActive(!webhook.active),
                },
                {
                  label: t.common.delete,
                  isDanger: true,
                  onSelect: () => void remove(webhook.name),
                },
              ]}
            />
            <Button
              onClick={() => {
                isEditing.value = true;
              }}
            >
              {t.common.edit}
            </Button>
            <Button kind="primary" busy={isTesting.value} onClick={() => void test()}>
              {webhook.kind === 'deploy' ? t.webhooks.startBuild : t.webhooks.sendTest}
            </Button>
          </>
        )
      }
    >
      <Loaded
        resource={resource}
        what={t.webhooks.whatOne}
        missing={<Missing thing={t.webhooks.thing} list={parent} />}
      >
        {(loaded) => (
          <>
            <WebhookFacts {...loaded} onSwitchOn={() => void setActive(true)} />
            <Deliveries key={sent.value} webhook={loaded.webhook} />
            {isEditing.value && (
              <WebhookDialog
                collections={loaded.collections}
                webhook={loaded.webhook}
                onCreate={() => undefined}
                onSave={(changed) => {
                  isEditing.value = false;
                  set(changed);
                }}
                onClose={() => {
                  isEditing.value = false;
                }}
              />
            )}
          </>
        )}
      </Loaded>
      {rotated.value !== undefined && (
        <SecretDialog
          webhook={rotated.value}
          isRotated
          onStored={() => {
            rotated.value = undefined;
          }}
        />
      )}
    </Screen>
  );
};
