import type { ContentCountsDto } from '../../../../contracts/operations/content-summaries.ts';
import type { Resource } from '../../api/resource.ts';
import { Loaded } from '../../components/states.tsx';
import { statusNames } from '../../components/status-chip.tsx';
import { listUrl, statuses } from '../content/list-state.ts';
import { formatTotal } from '../content/format-total.ts';
import { totalOf } from '../content/totals.ts';
import styles from './status-counts.module.css';

/** How many items there are in each status; each number leads to the list of them. */
export const StatusCounts = ({
  counts,
}: {
  readonly counts: Resource<readonly ContentCountsDto[]>;
}) => (
  <section class={styles.counts} aria-label="Content by status">
    <Loaded resource={counts} what="the counts">
      {(counted) =>
        statuses.map((status) => (
          <a key={status} class={styles.count} href={listUrl({ status })}>
            <strong>{formatTotal(totalOf(counted, { status }))}</strong> {statusNames[status]}
          </a>
        ))
      }
    </Loaded>
  </section>
);
