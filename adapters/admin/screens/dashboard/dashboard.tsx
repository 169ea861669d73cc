import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import type { DraftEntryDto } from '../../../../contracts/operations/drafts.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { StatusChip } from '../../components/status-chip.tsx';
import { Time } from '../../components/time.tsx';
import { Screen } from '../../shell/screen.tsx';
import { mayCreate } from '../../shell/screens.ts';
import { isAdmin } from '../../shell/session.ts';
import { ownCollections, shownCollections } from '../../shell/shown-collections.ts';
import { namedIn } from '../content/collections.ts';
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

const limit = 8;

/** Those that were changed last, in the collections that the navigation shows. */
const recentChanges = async (): Promise<readonly ContentSummaryDto[]> => {
  const read = async (collection?: string) =>
    (await api.listSummaries({ query: { limit, collection } })).body.data;
  const own = ownCollections();
  if (own === undefined) return read();
  const found = (await Promise.all(own.map(read))).flat();
  return found.toSorted((left, right) => right.updated_at - left.updated_at).slice(0, limit);
};

const ownDrafts = async (): Promise<readonly ContentSummaryDto[]> =>
  (await api.listSummaries({ query: { author: 'me', status: 'draft', limit } })).body.data;

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
      {total !== 0 &&
        (ownCollections() === undefined ? (
          <StatusCounts counts={counts} />
        ) : (
          shownCollections(collections).map((each) => (
            <StatusCounts key={each.name} counts={counts} collection={each} />
          ))
        ))}
      {mayCreate() && <FailedChangesCard collections={collections} />}
      <div class={styles.columns}>
        {total !== 0 && (
          <ItemsCard
            title="Recent changes"
            items={recent}
            empty="Nothing has changed yet."
            all={{ url: listUrl({}), name: 'All content' }}
            collectionOf={({ collection }) => namedIn(collections, collection)}
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
          {total !== 0 && mayCreate() && <ChangesCard collections={collections} />}
          {total !== 0 && mayCreate() && <DraftsCard collections={collections} />}
          {isAdmin.value && <HealthCard />}
        </div>
      </div>
    </Screen>
  );
};

interface CollectionsProps {
  readonly collections: readonly CollectionDto[];
}

const DraftsCard = ({ collections }: CollectionsProps) => (
  <ItemsCard
    title="Your drafts"
    items={useResource(ownDrafts)}
    empty="You have no drafts."
    all={{ url: listUrl({ status: 'draft', author: 'me' }), name: 'All your drafts' }}
    collectionOf={({ collection }) => namedIn(collections, collection)}
    facts={({ collection, updated_at: updatedAt }) => (
      <>
        <span>{namedIn(collections, collection).displayName}</span>
        <Time at={updatedAt} />
      </>
    )}
  />
);

/** The working copies that the user changed last. */
const ownChanges = async (): Promise<readonly DraftEntryDto[]> =>
  (await api.listDrafts({ query: { author: 'me', limit: 20 } })).body.data;

/** Shown once there are some. */
const ChangesCard = ({ collections }: CollectionsProps) => {
  const changes = useResource(ownChanges);
  if (changes.value === undefined || changes.value.length === 0) return null;
  return (
    <ItemsCard
      title="My unpublished changes"
      items={changes}
      collectionOf={({ collectionId }) => collections.find(({ id }) => id === collectionId)}
      facts={({ updated_at: updatedAt, outdated }) => (
        <>
          <Time at={updatedAt} />
          {outdated && <span class="warn-text">The published version has changed since</span>}
        </>
      )}
    />
  );
};
