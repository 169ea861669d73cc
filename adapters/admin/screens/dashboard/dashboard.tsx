import type { CollectionDto } from '../../../../contracts/operations/collections.ts';
import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import type { DraftEntryDto } from '../../../../contracts/operations/drafts.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { StatusChip } from '../../components/status-chip.tsx';
import { Time } from '../../components/time.tsx';
import { Screen } from '../../shell/screen.tsx';
import { mayCreate } from '../../shell/screens.ts';
import { isAdmin } from '../../shell/session.ts';
import { displayNameOf } from '../content/collections.ts';
import { listUrl } from '../content/list-state.ts';
import { NewItem } from '../content/new-item.tsx';
import { totalOf } from '../content/totals.ts';
import { FailedChangesCard } from './failed-changes-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HealthCard } from './health-card.tsx';
import { ItemsCard } from './items-card.tsx';
import { StatusCounts } from './status-counts.tsx';
import styles from './dashboard.module.css';
import { UnfinishedCard } from './unfinished-card.tsx';

const recentChanges = async (): Promise<readonly ContentSummaryDto[]> =>
  (await api.listSummaries({ query: { limit: 8 } })).body.data;

const ownDrafts = async (): Promise<readonly ContentSummaryDto[]> =>
  (await api.listSummaries({ query: { author: 'me', status: 'draft', limit: 8 } })).body.data;

/** What there is, what has changed, and what to do next. Each card appears as soon as it is read. */
export const Dashboard = () => {
  const counts = useResource(async () => (await api.countContent()).body.data);
  const collectionList = useResource(async () => (await api.listCollections()).body.data);
  const recent = useResource(recentChanges);

  const total = counts.value === undefined ? undefined : totalOf(counts.value, {}).count;
  const collections = collectionList.value ?? [];
  return (
    <Screen
      title="Dashboard"
      actions={total !== 0 && <NewItem collections={collections} counts={counts.value} />}
    >
      {total !== undefined && total <= 1 && collectionList.value !== undefined && (
        <FirstSteps collections={collections} item={recent.value?.[0]} />
      )}
      {total !== 0 && <StatusCounts counts={counts} />}
      {mayCreate() && <FailedChangesCard collections={collections} />}
      <div class={styles.columns}>
        {total !== 0 && (
          <ItemsCard
            title="Recent changes"
            items={recent}
            empty="Nothing has changed yet."
            all={{ url: listUrl({}), name: 'All content' }}
            facts={({ status, updated_at: updatedAt, author }) => (
              <>
                <StatusChip status={status} />
                <Time at={updatedAt} />
                {author !== null && <span>Author: {author.name}</span>}
              </>
            )}
          />
        )}
        <div class="stack">
          <UnfinishedCard />
          {total !== 0 && mayCreate() && <ChangesCard />}
          {total !== 0 && mayCreate() && <DraftsCard collections={collections} />}
          {isAdmin.value && <HealthCard />}
        </div>
      </div>
    </Screen>
  );
};

const DraftsCard = ({ collections }: { readonly collections: readonly CollectionDto[] }) => (
  <ItemsCard
    title="Your drafts"
    items={useResource(ownDrafts)}
    empty="You have no drafts."
    all={{ url: listUrl({ status: 'draft', author: 'me' }), name: 'All your drafts' }}
    facts={({ collection, updated_at: updatedAt }) => (
      <>
        <span>{displayNameOf(collections, collection)}</span>
        <Time at={updatedAt} />
      </>
    )}
  />
);

/** The working copies that the user changed last. */
const ownChanges = async (): Promise<readonly DraftEntryDto[]> =>
  (await api.listDrafts({ query: { author: 'me', limit: 20 } })).body.data;

/** Shown once there are some. */
const ChangesCard = () => {
  const changes = useResource(ownChanges);
  if (changes.value === undefined || changes.value.length === 0) return null;
  return (
    <ItemsCard
      title="My unpublished changes"
      items={changes}
      facts={({ updated_at: updatedAt, outdated }) => (
        <>
          <Time at={updatedAt} />
          {outdated && <span class="warn-text">The published version has changed since</span>}
        </>
      )}
    />
  );
};
