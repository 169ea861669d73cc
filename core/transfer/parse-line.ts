import { unknownCollection } from '../model/collection.ts';
import {
  parseCommentText,
  parsePlace,
  replaceMentions,
  type Comment,
} from '../model/content/comment.ts';
import {
  encodeData,
  parseTitle,
  type ContentItem,
  type ItemStamp,
} from '../model/content/content-item.ts';
import { noteMaxLength, type Revision } from '../model/content/revision.ts';
import type { ScheduledChange } from '../model/content/schedule.ts';
import { parseSlug } from '../model/content/slug.ts';
import type { CopyState, WorkingCopy } from '../model/content/working-copy.ts';
import type { Dependencies } from '../ports/ports.ts';
import { assertStorable, parseText } from '../primitives/text.ts';
import type { EpochMs } from '../primitives/time.ts';
import { noId, parseUuid, readUuid } from '../primitives/uuid.ts';
import { parseTime, parseVersion, type ImportContext } from './parse-content-record.ts';
import type {
  CommentRecord,
  CopyRecord,
  RestorableLine,
  RevisionRecord,
  ScheduleRecord,
} from './restorable-line.ts';

/** All e-mail addresses in a line. */
export const emailsIn = (line: RestorableLine): readonly (string | undefined)[] => {
  switch (line.type) {
    case 'trash':
      return [line.trashed.item.author, line.trashed.deletedBy];
    case 'revision':
      return [line.revision.author];
    case 'workingCopy':
      return [line.copy.author];
    case 'schedule':
      return [line.change.scheduledBy];
    case 'comment': {
      const { author, mentioned, resolved } = line.comment;
      return [author, resolved?.by, ...Object.values(mentioned)];
    }
    case 'formerSlug':
      return [];
  }
};

/** @throws DomainError `invalid_input`. */
export const parseStamp = ({ id: raw, version, updatedAt }: ItemStamp): ItemStamp => {
  const id = parseUuid('item.id', raw);
  return {
    id,
    version: parseVersion('item.version', version),
    updatedAt: timeOf('item.updated_at', updatedAt),
  };
};

export const isInState = (item: ContentItem, { version, updatedAt }: ItemStamp): boolean =>
  item.version === version && item.updatedAt === updatedAt;

/** @throws DomainError `collection_not_found`, `invalid_input`, `invalid_text`, `invalid_slug`, `invalid_data`. */
export const parseRevision = (
  contentId: string,
  record: RevisionRecord,
  context: ImportContext,
): Revision => {
  const { version, createdAt, author, status, changed, note, isAutosave } = record;
  for (const path of changed) assertStorable(path, 'revision.changed');
  return {
    contentId,
    ...parseState('revision', record, context),
    version: parseVersion('revision.version', version),
    createdAt: timeOf('revision.created_at', createdAt),
    authorId: userOf(author, context),
    status,
    changed,
    note: note === undefined ? undefined : parseText('revision.note', note, { max: noteMaxLength }),
    isAutosave,
  };
};

/** The copy gets a version of its own. @throws like {@link parseRevision}. */
export const parseCopy = (
  { ids }: Pick<Dependencies, 'ids'>,
  contentId: string,
  record: CopyRecord,
  context: ImportContext,
): WorkingCopy => {
  const { base, author, createdAt, updatedAt } = record;
  return {
    contentId,
    ...parseState('copy', record, context),
    base: {
      ...parseState('copy.base', base, context),
      version: parseVersion('copy.base.version', base.version),
    },
    authorId: userOf(author, context),
    version: ids.next(),
    createdAt: timeOf('copy.created_at', createdAt),
    updatedAt: timeOf('copy.updated_at', updatedAt),
  };
};

/**
 * A change whose account is not here gets the id of no account, so that it is made with the rights of a deleted account,
 * not those of the operator.
 *
 * @throws DomainError `invalid_input`, `invalid_text`.
 */
export const parseChange = (
  contentId: string,
  { action, at, reason, scheduledBy }: ScheduleRecord,
  context: ImportContext,
): ScheduledChange => {
  if (reason !== undefined) assertStorable(reason, 'change.reason');
  return {
    contentId,
    action,
    at: timeOf('change.at', at),
    reason,
    scheduledBy: userOf(scheduledBy, context) ?? noId,
  };
};

/**
 * A mention of somebody who has an account here names that. Mentions of others stay as they are.
 *
 * @throws DomainError `invalid_input`, `invalid_text`.
 */
export const parseComment = (
  contentId: string,
  record: CommentRecord,
  context: ImportContext,
): Comment => {
  const { mentioned, replyTo, place, editedAt, resolved } = record;
  const id = parseUuid('comment.id', record.id);
  const emails = new Map(
    Object.entries(mentioned).map(([userId, email]) => [userId.toLowerCase(), email]),
  );
  const text = replaceMentions(
    parseCommentText(record.text),
    (userId) => `@[${userOf(emails.get(userId), context) ?? userId}]`,
  );
  return {
    id,
    contentId,
    threadId: replyTo === undefined ? id : parseUuid('comment.replyTo', replyTo),
    text,
    authorId: userOf(record.author, context),
    createdAt: timeOf('comment.created_at', record.createdAt),
    editedAt: editedAt === undefined ? undefined : timeOf('comment.edited_at', editedAt),
    place: replyTo === undefined && place !== undefined ? parsePlace(place) : undefined,
    ...(resolved === undefined || replyTo !== undefined
      ? { resolvedAt: undefined, resolvedBy: undefined }
      : {
          resolvedAt: timeOf('comment.resolved.at', resolved.at),
          resolvedBy: userOf(resolved.by, context),
        }),
  };
};

/** Undefined if no account has the address. */
export const userOf = (
  email: string | undefined,
  { authors }: Pick<ImportContext, 'authors'>,
): string | undefined => (email === undefined ? undefined : authors.get(email));

/** @param name the id of a collection that was deleted. @returns undefined for a name that is unknown here. */
export const collectionIdOf = (name: string, { collections }: ImportContext): string | undefined =>
  collections.get(name)?.id ?? readUuid(name);

const parseState = (
  path: string,
  { title, slug, collection, data }: Omit<CopyRecord, 'base' | 'createdAt' | 'updatedAt'>,
  context: ImportContext,
): CopyState => {
  const collectionId = collectionIdOf(collection, context);
  if (collectionId === undefined) throw unknownCollection(`${path}.collection`);
  return { title: parseTitle(title), slug: parseSlug(slug), collectionId, data: encodeData(data) };
};

/** @throws DomainError `invalid_input`. */
export const timeOf = (path: string, time: EpochMs): EpochMs => parseTime(path, time) ?? time;
