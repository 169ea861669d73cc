import type { WebhookDto } from '../../../../contracts/operations/webhooks.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { Button } from '../../components/button.tsx';
import { formatTime } from '../../components/time.tsx';
import { Fact, Facts } from './facts.tsx';
import { askedFor } from './webhook-text.tsx';

interface WebhookFactsProps {
  readonly webhook: WebhookDto;
  readonly collections: readonly CollectionDto[];
  readonly onSwitchOn: () => void;
}

/** What the webhook does, and what is wrong with it. */
export const WebhookFacts = ({ webhook, collections, onSwitchOn }: WebhookFactsProps) => (
  <>
    {webhook.switchedOffAt !== null && (
      <div class="alert" role="status">
        <p>
          It was switched off on {formatTime(webhook.switchedOffAt)}: {webhook.switchedOffReason}.
          Send a test when the receiver works again, then switch it on. It gets what happens from
          then on.
        </p>
        <Button onClick={onSwitchOn}>Switch on</Button>
      </div>
    )}
    <Facts>
      <Fact name="URL" isCode>
        {webhook.url}
      </Fact>
      <Fact name="About">{askedFor(webhook, collections)}</Fact>
      <Fact name="Content">
        {webhook.onlyPublished ? 'Only what readers can see' : 'Drafts too'}
      </Fact>
      {webhook.kind === 'deploy' && (
        <Fact name="Builds">At most one in {webhook.debounceSeconds} seconds</Fact>
      )}
    </Facts>
  </>
);
