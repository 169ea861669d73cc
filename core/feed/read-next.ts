import { authorize, inScope } from '../access/policy.ts';
import { isInLocale } from '../access/visibility.ts';
import { readOnBasis, type Decided } from '../content/read-on-basis.ts';
import { findCallerAgain, stampedCaller } from '../content/stored-caller.ts';
import type { Actor } from '../model/actor.ts';
import type { BasedRead } from '../model/basis.ts';
import type { ExactConditions } from '../ports/repositories/content-repository.ts';
import type { Clock } from '../ports/time.ts';
import { parsePage } from '../primitives/paging.ts';
import { expiredCursor } from './feed-cursor.ts';
import type { FeedWatch } from './feed-watch.ts';
import { groupEvents, type EventGroup } from './group-events.ts';
import { endOf, idsOf, isFull, pageOfChanges } from './page-of-changes.ts';
import {
  cursorsOf,
  feedFilter,
  readerOf,
  readPage,
  type FeedDependencies,
  type FeedReader,
  type PageRead,
  type ReadChanges,
} from './read-changes.ts';
import type { SharedEvents } from './shared-events.ts';
import {
  concernsReader,
  needsVisibilityChanges,
  readVisibilityChanges,
  visibilityFor,
} from './visibility-changes.ts';
import { planItems, readItems, type PageSize, type PlannedItems } from './shown-items.ts';

export type NextDependencies = FeedDependencies & {
  readonly feedWatch: FeedWatch;
  readonly clock: Clock;
};

/**
 * The page after the one that a waiting reader has, like `readPage`. What is the same for many readers is read once for
 * all of them; each caller is looked up again after that, so nobody gets what it has no right to see any more. A
 * reader whom no event concerns costs nothing.
 */
export const readNext = async (
  dependencies: NextDependencies,
  actor: Actor,
  command: ReadChanges,
  { page, reader }: PageRead,
  size: Omit<PageSize, 'limit'>,
): Promise<PageRead> => {
  const shared =
    reader.walk === undefined ? await dependencies.feedWatch.after(reader.end.head) : undefined;
  const next = shared && (await readShared(dependencies, command, reader, shared, size));
  // Counts as one request with the first page.
  const again = { ...command, client: undefined, after: page.cursor };
  return next ?? readPage(dependencies, actor, again, size);
};

/** @throws DomainError what `findCallerAgain` throws; `forbidden`. @returns whether it has the rights that it had. */
export const isCallerUnchanged = async (
  { store, clock }: Pick<NextDependencies, 'store' | 'clock'>,
  { actor, perspective }: FeedReader,
): Promise<boolean> => {
  const now = await findCallerAgain({ ...store.repositories, clock }, actor);
  if (perspective === 'drafts') authorize(now, 'read_drafts');
  return stampedCaller(now)?.stamp === stampedCaller(actor)?.stamp;
};

/** @returns undefined if the rights of the caller have changed. */
const readShared = async (
  dependencies: NextDependencies,
  command: ReadChanges,
  reader: FeedReader,
  { feed, events, share }: SharedEvents,
  { hold, maxBytes }: Omit<PageSize, 'limit'>,
): Promise<PageRead | undefined> => {
  const { perspective, binding, end } = reader;
  const { collection: name } = command;
  const { limit } = parsePage(command);
  if (events === undefined || feed.epoch !== end.epoch) throw expiredCursor();
  const start = { feed, position: end.head, events };
  const groups = await share(`groups ${perspective}`, () => groupEvents(events, perspective));
  const own = groups.filter((group) => mayConcern(reader, name, group));

  const cursorOf = cursorsOf(binding, feed);
  if (own.length === 0) {
    const position = endOf(start);
    const page = { changes: [], cursor: cursorOf({ position }), hasMore: isFull(start) };
    return { page, reader: { ...reader, end: { epoch: feed.epoch, head: position } } };
  }

  const kind = JSON.stringify([audienceKey(reader), name, reader.locale?.code, limit, maxBytes]);
  const onBasis = <T>(
    read: (decided: Decided, filter: ExactConditions) => Promise<BasedRead<T>>,
  ): Promise<{ readonly decided: Decided; readonly found: T }> =>
    readShownTo(dependencies, reader, command, read);
  const ids = idsOf(own);
  const planned = await share(`plan ${kind}`, () =>
    onBasis<PlannedItems>(async (decided, filter) =>
      ids.length === 0
        ? { isCurrent: true, value: { covered: [], wanted: [], bytes: 0 } }
        : planItems(decided, filter, ids, { limit, maxBytes }),
    ),
  );
  const { covered, wanted, bytes } = planned.found;
  if (wanted.length > 0) hold?.(bytes);
  const shown =
    wanted.length === 0
      ? { ...planned, found: new Map() }
      : await share(`items ${kind}`, () =>
          onBasis((decided, filter) => readItems(decided, filter, wanted)),
        );
  const recent = needsVisibilityChanges(reader.actor, own)
    ? await share(`visibility ${kind}`, () =>
        readVisibilityChanges(dependencies.outbox, start.position),
      )
    : undefined;
  const filter = feedFilter(shown.decided, command);
  const { locale } = filter;
  // The collection exists for the reader no more, or from now on, or locales do: its cursors have another binding.
  if (shown.decided.site.collection?.id !== reader.collectionId) return undefined;
  if (locale?.code !== reader.locale?.code) return undefined;
  // After the reads: the caller had its rights when they were done.
  if (!(await isCallerUnchanged(dependencies, reader))) return undefined;
  const decided = { ...shown.decided, actor: reader.actor };
  const visibility = recent && visibilityFor(recent, concernsReader(reader.actor));
  const items = { covered, items: shown.found };
  const { page, position } = pageOfChanges(
    { decided, name, locale, limit, visibility, cursorOf },
    start,
    own,
    items,
  );
  const next = {
    ...readerOf(decided, filter),
    binding,
    end: { epoch: feed.epoch, head: position },
  };
  return { page, reader: next };
};

/** Reads what everybody sees who is like the reader. The reader itself is not looked up. */
const readShownTo = async <T>(
  dependencies: NextDependencies,
  { actor, perspective }: FeedReader,
  command: ReadChanges,
  read: (decided: Decided, filter: ExactConditions) => Promise<BasedRead<T>>,
): Promise<{ readonly decided: Decided; readonly found: T }> => {
  const anybody = { ...actor, stamp: undefined } as unknown as Actor;
  const request = { collection: command.collection, perspective, isAboutItem: true };
  const { value } = await readOnBasis(dependencies, anybody, request, async (decided) => {
    const filter = feedFilter(decided, command);
    const based = await read(decided, filter);
    return based.isCurrent ? { ...based, value: { decided, found: based.value } } : based;
  });
  return value;
};

/** Equal for readers who see the same. */
const audienceKey = ({ actor, perspective, collectionId }: FeedReader): readonly unknown[] => [
  actor.kind,
  actor.kind === 'token' && actor.scope,
  actor.kind === 'preview' && actor.contentId,
  (actor.kind === 'user' || actor.kind === 'preview') && [actor.role, actor.grants],
  perspective,
  collectionId,
];

/** Whether the reader may learn something from the events. False only if it certainly does not. */
const mayConcern = (
  { actor, perspective, collectionId: own, locale }: FeedReader,
  name: string | undefined,
  group: EventGroup,
): boolean => {
  if (group.kind === 'other') return true;
  if (actor.kind === 'preview' && actor.contentId !== undefined)
    return group.id === actor.contentId;
  // Working copies can show items in other collections.
  if (perspective === 'drafts') return true;
  const isIn = (collectionId: string): boolean =>
    (name === undefined || collectionId === own) &&
    (actor.kind !== 'token' || inScope(actor.scope, collectionId));
  return group.events.some(({ before, after }) =>
    [before, after].some(
      (state) => state !== null && isIn(state.collectionId) && isInLocale(locale, state),
    ),
  );
};
