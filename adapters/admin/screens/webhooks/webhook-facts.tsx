import type { WebhookDto } from '../../../../contracts/operations/webhooks.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { Button } from '../../components/button.tsx';
import { formatTime } from '../../components/time.tsx';
import { askedFor } from './webhook-text.tsx';
import styles from './webhook-facts.module.css';

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
          It was switched off on {formatTime(webhook.switchedOffAt)}, because no request succeeded
          for 72 hours. Send a test when the receiver works again, then switch it on. It gets what
          happens from then on.
        </p>
        <Button onClick={onSwitchOn}>Switch on</Button>
      </div>
    )}
    <dl class={styles.facts}>
      <div>
        <dt>URL</dt>
        <dd>
          <code class={styles.url}>{webhook.url}</code>
        </dd>
      </div>
      <div>
        <dt>About</dt>
        <dd dir="auto">{askedFor(webhook, collections)}</dd>
      </div>
      <div>
        <dt>Content</dt>
        <dd>{webhook.onlyPublished ? 'Only what readers can see' : 'Drafts too'}</dd>
      </div>
      {webhook.kind === 'deploy' && (
        <div>
          <dt>Builds</dt>
          <dd>At most one in {webhook.debounceSeconds} seconds</dd>
        </div>
      )}
    </dl>
  </>
);
