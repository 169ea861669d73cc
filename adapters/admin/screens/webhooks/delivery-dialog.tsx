import { useState } from 'preact/hooks';
import type { DeliveryDto } from '../../../../contracts/operations/webhooks.ts';
import { api, messageOf } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { CodeBlock } from '../../components/texts/code-block.tsx';
import { formatTime } from '../../components/time.tsx';
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
          <Button onClick={onClose}>Close</Button>
          <Button kind="primary" busy={isBusy} onClick={() => void replay()}>
            Send again
          </Button>
        </>
      }
    >
      {failure !== undefined && (
        <p class="alert" role="alert">
          It was not sent. {failure}
        </p>
      )}
      <Facts>
        <Fact name="State">
          <DeliveryChip {...delivery} />
        </Fact>
        <Fact name="Last result">{resultOf(delivery)}</Fact>
        <Fact name="Took">{durationOf(delivery)}</Fact>
        <Fact name="Attempts">{delivery.attempts}</Fact>
        <Fact name="Last sent">
          {delivery.attempted_at === null ? 'Never' : formatTime(delivery.attempted_at)}
        </Fact>
        {delivery.next_at !== null && <Fact name="Sent next">{formatTime(delivery.next_at)}</Fact>}
      </Facts>
      {delivery.error !== null && <p>{delivery.error}.</p>}
      <h3>Request</h3>
      <Facts>
        <Fact name="webhook-id" isCode>
          {delivery.id}
        </Fact>
      </Facts>
      {delivery.request === null ? (
        <p>Without a body.</p>
      ) : (
        <CodeBlock code={readable(delivery.request)} label="request" />
      )}
      <h3>Response</h3>
      {delivery.response === null || delivery.response === '' ? (
        <p>{delivery.response === '' ? 'Without a body.' : 'None.'}</p>
      ) : (
        <CodeBlock code={delivery.response} label="response" />
      )}
      {delivery.earlierAttempts.length > 0 && (
        <>
          <h3>Earlier attempts</h3>
          <ul>
            {delivery.earlierAttempts.map((attempt, index) => (
              <li key={index}>
                {attempt.attempted_at !== null && `${formatTime(attempt.attempted_at)}: `}
                {attempt.error ?? `Status ${attempt.status}`}, {durationOf(attempt)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
};
