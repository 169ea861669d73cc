import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import type { DraftEntryDto } from '../../../../contracts/operations/drafts.ts';
import { api } from '../../api/client.ts';
import { withLanguages } from '../../api/read-languages.ts';
import { useResource, type Resource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
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
import { ContinueCard } from './continue-card.tsx';
import { readLastWritten } from './continue-writing.ts';
import { FailedChangesCard } from './failed-changes-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HealthCard } from './health-card.tsx';
import { ItemsCard } from './items-card.tsx';
import { readRecentChanges } from './recent-changes.ts';
import { StatusCounts } from './status-counts.tsx';
import { MentionsCard } from './mentions-card.tsx';
import styles from './dashboard.module.css';
import { UnfinishedCard } from './unfinished-card.tsx';

const limit = 8;

const ownDrafts = async (): Promise<readonly ContentSummaryDto[]> =>
  (await api.listSummaries({ query: { author: 'me', status: 'draft', limit } })).body.data;

type OwnChange = DraftEntryDto & { readonly locale?: string };

/** The working copies that the user changed last. */
const ownChanges = async (): Promise<readonly OwnChange[]> =>
  withLanguages((await api.listDrafts({ query: { author: 'me', limit: 20 } })).body.data);

/** What there is, what has changed, and what to do next. Each card appears as soon as it is read. */
export const Dashboard = () => {
  const counts = useResource(async () => (await api.countContent()).body.data);
  const collectionList = useResource(async () => (await api.listCollections()).body.data);
  const recent = useResource(readRecentChanges);
  const drafts = useResource(async () => (mayCreate() ? ownDrafts() : []));
  const changes = useResource(async () => (mayCreate() ? ownChanges() : []));
  const lastWritten = useResource(async () => {
    const [own, begun] = [drafts.value, changes.value];
    const known = collectionList.value;
    if (own === undefined || begun === undefined || known === undefined) return undefined;
    return readLastWritten(own, begun, known);
  });

  const total = counts.value === undefined ? undefined : totalOf(counts.value, {}).count;
  const collections = collectionList.value ?? [];
  return (
    <Screen
      title={t.dashboard.title}
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
      {lastWritten.value !== undefined && <ContinueCard last={lastWritten.value} />}
      <div class={styles.columns}>
        {total !== 0 && (
          <ItemsCard
            title={t.dashboard.recent}
            items={recent}
            empty={t.dashboard.noRecent}
            all={{ url: listUrl({}), name: t.dashboard.allContent }}
            collectionOf={({ collection }) => namedIn(collections, collection)}
            facts={({ status, updated_at: updatedAt, changedBy }) => (
              <>
                <StatusChip status={status} />
                <span class="ellipsis" dir="auto" title={changedBy}>
                  {changedBy !== undefined && t.dashboard.changedBy(changedBy)}
                  <Time at={updatedAt} />
                </span>
              </>
            )}
          />
        )}
        <div class="stack">
          <MentionsCard />
          <UnfinishedCard />
          {total !== 0 && mayCreate() && (
            <ChangesCard collections={collections} changes={changes} />
          )}
          {total !== 0 && mayCreate() && <DraftsCard collections={collections} drafts={drafts} />}
          {isAdmin.value && <HealthCard />}
        </div>
      </div>
    </Screen>
  );
};

interface CollectionsProps {
  readonly collections: readonly CollectionDto[];
}

interface DraftsProps extends CollectionsProps {
  readonly drafts: Resource<readonly ContentSummaryDto[]>;
}

const DraftsCard = ({ collections, drafts }: DraftsProps) => (
  <ItemsCard
    title={t.dashboard.drafts}
    items={drafts}
    empty={t.dashboard.noDrafts}
    all={{ url: listUrl({ status: 'draft', author: 'me' }), name: t.dashboard.allDrafts }}
    collectionOf={({ collection }) => namedIn(collections, collection)}
    facts={({ collection, updated_at: updatedAt }) => (
      <>
        <span>{namedIn(collections, collection).displayName}</span>
        <Time at={updatedAt} />
      </>
    )}
  />
);

interface ChangesProps extends CollectionsProps {
  readonly changes: Resource<readonly OwnChange[]>;
}

/** Shown once there are some. */
const ChangesCard = ({ collections, changes }: ChangesProps) => {
  if (changes.value === undefined || changes.value.length === 0) return null;
  return (
    <ItemsCard
      title={t.dashboard.changes}
      items={changes}
      collectionOf={({ collectionId }) => collections.find(({ id }) => id === collectionId)}
      facts={({ updated_at: updatedAt, outdated }) => (
        <>
          <Time at={updatedAt} />
          {outdated && <span class="warn-text">{t.dashboard.publishedSince}</span>}
        </>
      )}
    />
  );
};
