import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { DeliveryDto, WebhookDto } from '../../../../contracts/operations/webhooks.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { cutPage, Pager, pageQuery } from '../../components/pager.tsx';
import { Loaded } from '../../components/states.tsx';
import { DataTable, type Column } from '../../components/table/data-table.tsx';
import { Time } from '../../components/time.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import styles from './deliveries.module.css';
import { DeliveryChip, durationOf, resultOf } from './webhook-text.tsx';

interface DeliveryPage {
  readonly entries: readonly DeliveryDto[];
  readonly hasNext: boolean;
}

/** The deliveries of a webhook, newest first. */
export const Deliveries = ({ webhook: { id } }: { readonly webhook: WebhookDto }) => {
  const [page, setPage] = useState(1);
  const resource = useResource(async (): Promise<DeliveryPage> => {
    const { body } = await api.listWebhookDeliveries({ params: { id }, query: pageQuery(page) });
    return cutPage(body.data);
  });
  const chosen = useSignal<DeliveryDto | undefined>(undefined);
  return (
    <section class={styles.section} aria-labelledby="deliveries">
      <header class={styles.header}>
        <h2 id="deliveries">{t.deliveries.title}</h2>
        <Button kind="quiet" icon="reload" onClick={resource.reload}>
          {t.deliveries.refresh}
        </Button>
      </header>
      <Loaded resource={resource} what={t.deliveries.what}>
        {({ entries, hasNext }) => (
          <DataTable
            caption={t.deliveries.title}
            columns={columnsOf((delivery) => {
              chosen.value = delivery;
            })}
            rows={entries}
            keyOf={({ id: key }) => key}
            empty={<p class="quiet-text">{t.deliveries.none}</p>}
            pages={
              <Pager
                page={page}
                hasNext={hasNext}
                onPage={(next) => {
                  setPage(next);
                  resource.reload();
                }}
              />
            }
          />
        )}
      </Loaded>
      {chosen.value !== undefined && (
        <DeliveryDialog
          webhookId={id}
          delivery={chosen.value}
          onReplay={(delivery) => {
            chosen.value = delivery;
            resource.reload();
          }}
          onClose={() => {
            chosen.value = undefined;
          }}
        />
      )}
    </section>
  );
};

const columnsOf = (onChoose: (delivery: DeliveryDto) => void): readonly Column<DeliveryDto>[] => [
  {
    name: t.deliveries.event,
    cell: (delivery) => (
      <button type="button" class={styles.link} onClick={() => onChoose(delivery)}>
        {delivery.type}
      </button>
    ),
  },
  { name: t.common.state, width: 'tight', cell: (delivery) => <DeliveryChip {...delivery} /> },
  { name: t.deliveries.lastResult, cell: resultOf },
  { name: t.deliveries.took, width: 'tight', cell: durationOf },
  {
    name: t.deliveries.when,
    width: 'tight',
    cell: (delivery) => <Time at={delivery.created_at} />,
  },
];
