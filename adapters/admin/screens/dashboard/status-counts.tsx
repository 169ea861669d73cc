import type { ContentCountsDto } from '../../../../contracts/operations/content-summaries.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { Resource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { CollectionName } from '../../components/private-mark.tsx';
import { Loaded } from '../../components/states.tsx';
import { listUrl, statuses } from '../content/list-state.ts';
import { countedTotal, formatTotal } from '../content/format-total.ts';
import { totalOf } from '../content/totals.ts';
import styles from './status-counts.module.css';

interface StatusCountsProps {
  readonly counts: Resource<readonly ContentCountsDto[]>;
  /** The only one that counts. */
  readonly collection?: CollectionDto;
}

/** How many items there are in each status; each number leads to the list of them. */
export const StatusCounts = ({ counts, collection }: StatusCountsProps) => (
  <section
    class={styles.counts}
    aria-label={
      collection === undefined
        ? t.dashboard.byStatus
        : t.dashboard.byStatusOf(collection.displayName)
    }
  >
    {collection !== undefined && (
      <h2 class={styles.name}>
        <CollectionName collection={collection} />
      </h2>
    )}
    <Loaded resource={counts} what={t.dashboard.whatCounts}>
      {(all) =>
        statuses.map((status) => {
          const which = { status, collection: collection?.name ?? '' };
          const total = totalOf(all, which);
          return (
            <a key={status} class={styles.count} href={listUrl(which)}>
              <strong>{formatTotal(total)}</strong>{' '}
              {countedTotal(total, t.components.statusUnits[status])}
            </a>
          );
        })
      }
    </Loaded>
  </section>
);
