import { useState } from 'preact/hooks';
import type { DeliveryDto } from '../../../../contracts/operations/webhooks.ts';
import { api, messageOf } from '../../api/client.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { CodeBlock } from '../../components/texts/code-block.tsx';
import { formatTime } from '../../components/format-time.ts';
import { Fact, Facts } from './facts.tsx';
import { DeliveryChip, durationOf, readable, resultOf } from './webhook-text.tsx';

interface DeliveryDialogProps {
  readonly webhookId: string;
  readonly delivery: DeliveryDto;
  readonly onReplay: (delivery: DeliveryDto) => void;
  readonly onClose: () => void;
}

/** The request of a delivery and the last response. Sends it again. */
export const DeliveryDialog = ({ webhookId, delivery, onReplay, onClose }: DeliveryDialogProps) => {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const replay = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const params = { id: webhookId, delivery: delivery.id };
      onReplay((await api.replayWebhookDelivery({ params })).body.data);
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(false);
  };

  return (
    <Dialog
      title={delivery.type}
      side
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.close}</Button>
          <Button kind="primary" busy={isBusy} onClick={() => void replay()}>
            {t.deliveries.sendAgain}
          </Button>
        </>
      }
    >
      {failure !== undefined && (
        <p class="alert" role="alert">
          {t.deliveries.notSent} {failure}
        </p>
      )}
      <Facts>
        <Fact name={t.common.state}>
          <DeliveryChip {...delivery} />
        </Fact>
        <Fact name={t.deliveries.lastResult}>{resultOf(delivery)}</Fact>
        <Fact name={t.deliveries.took}>{durationOf(delivery)}</Fact>
        <Fact name={t.deliveries.attempts}>{delivery.attempts}</Fact>
        <Fact name={t.deliveries.lastSent}>
          {delivery.attempted_at === null ? t.deliveries.never : formatTime(delivery.attempted_at)}
        </Fact>
        {delivery.next_at !== null && (
          <Fact name={t.deliveries.sentNext}>{formatTime(delivery.next_at)}</Fact>
        )}
      </Facts>
      {delivery.error !== null && <p>{delivery.error}.</p>}
      <h3>{t.deliveries.request}</h3>
      <Facts>
        <Fact name="webhook-id" isCode>
          {delivery.id}
        </Fact>
      </Facts>
      {delivery.request === null ? (
        <p>{t.deliveries.noBody}</p>
      ) : (
        <CodeBlock code={readable(delivery.request)} label={t.deliveries.requestCode} />
      )}
      <h3>{t.deliveries.response}</h3>
      {delivery.response === null || delivery.response === '' ? (
        <p>{delivery.response === '' ? t.deliveries.noBody : t.deliveries.noResponseYet}</p>
      ) : (
        <CodeBlock code={delivery.response} label={t.deliveries.responseCode} />
      )}
      {delivery.earlierAttempts.length > 0 && (
        <>
          <h3>{t.deliveries.earlierAttempts}</h3>
          <ul>
            {delivery.earlierAttempts.map((attempt, index) => (
              <li key={index}>
                {attempt.attempted_at !== null && `${formatTime(attempt.attempted_at)}: `}
                {attempt.error ?? t.deliveries.status(attempt.status)}, {durationOf(attempt)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
};
