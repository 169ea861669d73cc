import type { WebhookDto } from '../../../../contracts/operations/webhooks.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { formatTime } from '../../components/format-time.ts';
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
          {t.webhooks.switchedOffAdvice(
            formatTime(webhook.switchedOffAt),
            webhook.switchedOffReason,
          )}
        </p>
        <Button onClick={onSwitchOn}>{t.webhooks.switchOn}</Button>
      </div>
    )}
    <Facts>
      <Fact name="URL" isCode>
        {webhook.url}
      </Fact>
      <Fact name={t.webhooks.about}>{askedFor(webhook, collections)}</Fact>
      <Fact name={t.common.content}>
        {webhook.onlyPublished ? t.webhooks.onlyVisible : t.webhooks.draftsToo}
      </Fact>
      {webhook.kind === 'deploy' && (
        <Fact name={t.webhooks.builds}>{t.webhooks.buildsEvery(webhook.debounceSeconds)}</Fact>
      )}
    </Facts>
  </>
);
