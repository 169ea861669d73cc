import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { onReconnect } from '../api/connection.ts';
import { useResource } from '../api/resource.ts';
import { t } from '../catalogue/texts.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { LocaleMark } from '../components/locale-mark.tsx';
import { Pager } from '../components/pager.tsx';
import { CollectionName } from '../components/private-mark.tsx';
import { Loaded } from '../components/states.tsx';
import { StatusChip } from '../components/status-chip.tsx';
import { urlOf } from '../shell/router.ts';
import { readUsage, usedInText, type Usage, type Used } from './read-usage.ts';
import type { Referrer } from './referrers.ts';
import styles from './used-in.module.css';

interface ReferrerListProps {
  readonly referrers: readonly Referrer[];
}

/** Links to items, in another tab: what is typed here stays. */
export const ReferrerList = ({ referrers }: ReferrerListProps) => (
  <ul class={styles.referrers}>
    {referrers.map(({ id, title, status, locale, collection, fields }) => (
      <li key={id}>
        <div class={styles.referrer}>
          <a href={urlOf(`/content/${id}`)} target="_blank" rel="noopener" dir="auto">
            {title}
          </a>
          <LocaleMark code={locale} />
          <StatusChip status={status} />
        </div>
        <p class={styles.place}>
          <bdi>
            <CollectionName collection={collection} />
          </bdi>{' '}
          · <bdi>{fields}</bdi>
        </p>
      </li>
    ))}
  </ul>
);

/** How many items are listed before they are asked for. */
const listedMax = 5;

/** The first ones of a longer list. */
const FirstReferrers = ({ referrers }: ReferrerListProps) => (
  <ReferrerList referrers={referrers.slice(0, listedMax)} />
);

interface UsedInProps extends Used {
  /** What it is: “this item”. */
  readonly what: string;
  /** A card of its own, or a part of a dialog. */
  readonly isCard?: boolean;
}

/** The items that use an item or a file: the first ones, and all of them in a dialog. */
export const UsedIn = ({ kind, id, what, isCard = false }: UsedInProps) => {
  const resource = useResource(() => readUsage({ kind, id }));
  const [isOpen, setOpen] = useState(false);
  useEffect(() => onReconnect(resource.reload), []);
  const usage = resource.value;
  // Where it cannot be read, everything else can still be used.
  if (usage === undefined) return null;
  const { referrers, hasNext } = usage;
  const Heading = isCard ? 'h2' : 'h3';
  return (
    <section class={isCard ? 'card' : styles.part}>
      <Heading>{referrers.length === 0 ? t.references.notUsed : usedInText(usage)}</Heading>
      {referrers.length === 0 ? (
        <p class="quiet-text">{t.references.noneRefers(what)}</p>
      ) : (
        <FirstReferrers referrers={referrers} />
      )}
      {(hasNext || referrers.length > listedMax) && (
        <div>
          <Button onClick={() => setOpen(true)}>{t.references.showAll}</Button>
        </div>
      )}
      {isOpen && <UsageDialog used={{ kind, id }} onClose={() => setOpen(false)} />}
    </section>
  );
};

interface UsageDialogProps {
  readonly used: Used;
  readonly onClose: () => void;
}

const UsageDialog = ({ used, onClose }: UsageDialogProps) => {
  const page = useSignal(1);
  const resource = useResource(() => readUsage(used, page.value));
  return (
    <Dialog title={t.references.title} onClose={onClose}>
      <Loaded resource={resource} what={t.references.what}>
        {({ referrers, hasNext }) => (
          <>
            <ReferrerList referrers={referrers} />
            <Pager
              page={page.value}
              hasNext={hasNext}
              onPage={(next) => {
                page.value = next;
              }}
            />
          </>
        )}
      </Loaded>
    </Dialog>
  );
};

interface UsageWarningProps {
  readonly usage: Usage;
  /** What becomes of the references. */
  readonly effect: string;
}

/** Of a question before a deletion: what uses the item or the file. Nothing if nothing does. */
export const UsageWarning = ({ usage, effect }: UsageWarningProps) =>
  usage.referrers.length === 0 ? null : (
    <>
      <p>
        <strong>{usedInText(usage)}.</strong> {effect}
      </p>
      <FirstReferrers referrers={usage.referrers} />
    </>
  );
