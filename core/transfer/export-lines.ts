import { isThread, mentionsIn, type Comment } from '../model/content/comment.ts';
import type { ContentItem, ItemStamp } from '../model/content/content-item.ts';
import type { Revision } from '../model/content/revision.ts';
import type { ScheduledChange } from '../model/content/schedule.ts';
import type { Slug } from '../model/content/slug.ts';
import type { TranslationSource } from '../model/content/translation-source.ts';
import type { TrashedItem } from '../model/content/trashed-item.ts';
import type { CopyState, WorkingCopy } from '../model/content/working-copy.ts';
import type { Repositories } from '../ports/store.ts';
import { decodeJson } from '../primitives/json.ts';
import { readAll } from '../primitives/paging.ts';
import { exportedContent, sourcesOf, type Naming } from './exported-content.ts';
import type {
  CommentRecord,
  CopyRecord,
  RestorableLine,
  RevisionRecord,
  ScheduleRecord,
} from './restorable-line.ts';

const batch = 100;
/** Fewer, because whole items are read for them. */
const scheduleBatch = 20;

/** The trash, and what belongs to items. Each line refers to earlier ones only. */
export async function* restorableLines(
  repositories: Repositories,
  naming: Naming,
): AsyncGenerator<RestorableLine> {
  const { revisions, copies, redirects } = repositories;
  const trashed = readAll(
    (after: string | undefined) => trashedAfter(repositories, after),
    ({ item }) => item.id,
  );
  for await (const { item, deletedAt, deletedBy, source } of trashed) {
    const record = {
      item: await exportedContent(item, naming, source),
      deletedAt,
      deletedBy: await naming.user(deletedBy),
    };
    yield { type: 'trash', trashed: record };
  }
  const history = readAll(
    (after: Revision | undefined) => revisions.listAfter(after, batch),
    ({ revision }) => revision,
  );
  for await (const { item, revision } of history) {
    if (item === undefined) continue;
    yield { type: 'revision', item, revision: await revisionRecord(revision, naming) };
  }
  const drafts = readAll(
    (after: string | undefined) => copies.listAfter(after, batch),
    ({ copy }) => copy.contentId,
  );
  for await (const { item, copy } of drafts) {
    if (item === undefined) continue;
    yield { type: 'workingCopy', item, copy: await copyRecord(copy, naming) };
  }
  for await (const { item, change } of schedulesOf(repositories)) {
    yield { type: 'schedule', item, change: await scheduleRecord(change, naming) };
  }
  const comments = readAll(
    (after: Comment | undefined) => repositories.comments.listAfter(after, batch),
    ({ comment }) => comment,
  );
  for await (const { item, comment } of comments) {
    if (item === undefined) continue;
    yield { type: 'comment', item, comment: await commentRecord(comment, naming) };
  }
  const formerSlugs = readAll(
    (after: Slug | undefined) => redirects.listAfter(after, batch),
    ({ slug }) => slug,
  );
  for await (const { item, slug, seenIn } of formerSlugs) {
    if (item === undefined) continue;
    yield { type: 'formerSlug', item, slug, seenIn: seenIn.map(naming.collection) };
  }
}

const trashedAfter = async (
  { trash, translations }: Pick<Repositories, 'trash' | 'translations'>,
  after: string | undefined,
): Promise<readonly (TrashedItem & { readonly source: TranslationSource | undefined })[]> => {
  const trashed = await trash.listAfter(after, batch);
  const items = trashed.map(({ item }) => item);
  const sources = await sourcesOf(translations, items);
  return trashed.map((each) => ({ ...each, source: sources.get(each.item.id) }));
};

const stateRecord = ({ title, slug, collectionId, data }: CopyState, { collection }: Naming) => ({
  title,
  slug,
  collection: collection(collectionId),
  data: decodeJson(data),
});

const revisionRecord = async (revision: Revision, naming: Naming): Promise<RevisionRecord> => {
  const { version, createdAt, status, changed, note, isAutosave } = revision;
  return {
    ...stateRecord(revision, naming),
    version,
    createdAt,
    author: await naming.user(revision.authorId),
    status,
    changed,
    note,
    isAutosave,
  };
};

const copyRecord = async (copy: WorkingCopy, naming: Naming): Promise<CopyRecord> => ({
  ...stateRecord(copy, naming),
  base: { ...stateRecord(copy.base, naming), version: copy.base.version },
  author: await naming.user(copy.authorId),
  createdAt: copy.createdAt,
  updatedAt: copy.updatedAt,
});

const scheduleRecord = async (
  { action, at, reason, scheduledBy }: ScheduledChange,
  naming: Naming,
): Promise<ScheduleRecord> => ({
  action,
  at,
  reason,
  scheduledBy: await naming.user(scheduledBy),
});

const commentRecord = async (comment: Comment, naming: Naming): Promise<CommentRecord> => {
  const { id, threadId, text, authorId, createdAt, editedAt, place } = comment;
  const { resolvedAt: at, resolvedBy } = comment;
  const mentioned: Record<string, string> = {};
  for (const userId of mentionsIn(text)) {
    const email = await naming.user(userId);
    if (email !== undefined) mentioned[userId] = email;
  }
  return {
    id,
    replyTo: isThread(comment) ? undefined : threadId,
    text,
    mentioned,
    author: await naming.user(authorId),
    createdAt,
    editedAt,
    place,
    resolved: at === undefined ? undefined : { at, by: await naming.user(resolvedBy) },
  };
};

async function* schedulesOf({
  schedules,
  contents,
}: Repositories): AsyncGenerator<{ readonly item: ItemStamp; readonly change: ScheduledChange }> {
  for (let offset = 0; ; offset += scheduleBatch) {
    const changes = await schedules.list({ limit: scheduleBatch, offset }, 'all');
    if (changes.length === 0) return;
    const found = await contents.findByIds(changes.map(({ contentId }) => contentId));
    const stamps = new Map(found.map((item) => [item.id, stampOf(item)]));
    for (const change of changes) {
      const item = stamps.get(change.contentId);
      if (item !== undefined) yield { item, change };
    }
  }
}

const stampOf = ({ id, version, updatedAt }: ContentItem): ItemStamp => ({
  id,
  version,
  updatedAt,
});
