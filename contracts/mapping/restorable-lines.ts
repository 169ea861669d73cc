import type { ItemStamp, LineOutcome, RestorableLine } from '../../core/vocabulary.ts';
import type { RestorableLineDto } from '../schemas/restorable-lines.ts';
import type { LineOutcomeDto } from '../schemas/transfer-schemas.ts';
import { presentExportedContent, presentFailure } from './transfer-records.ts';

const presentStamp = ({ id, version, updatedAt }: ItemStamp) => ({
  id,
  version,
  updated_at: updatedAt,
});

const toStamp = ({ id, version, updated_at }: ReturnType<typeof presentStamp>): ItemStamp => ({
  id,
  version,
  updatedAt: updated_at,
});

/** Members without a value are absent. */
const known = <const Name extends string>(name: Name, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: string };

export const presentRestorableLine = (line: RestorableLine): RestorableLineDto => {
  switch (line.type) {
    case 'trash': {
      const { item, deletedAt, deletedBy } = line.trashed;
      return {
        type: 'trash',
        item: presentExportedContent(item),
        deleted_at: deletedAt,
        ...known('deletedBy', deletedBy),
      };
    }
    case 'revision': {
      const { version, createdAt, author, status, title, slug, collection, data, changed, note } =
        line.revision;
      return {
        type: 'revision',
        item: presentStamp(line.item),
        revision: {
          version,
          created_at: createdAt,
          ...known('author', author),
          status,
          title,
          slug,
          collection,
          data,
          changed: [...changed],
          ...known('note', note),
          ...(line.revision.isAutosave && { autosave: true }),
        },
      };
    }
    case 'workingCopy': {
      const { title, slug, collection, data, base, author, createdAt, updatedAt } = line.copy;
      return {
        type: 'workingCopy',
        item: presentStamp(line.item),
        copy: {
          title,
          slug,
          collection,
          data,
          base,
          ...known('author', author),
          created_at: createdAt,
          updated_at: updatedAt,
        },
      };
    }
    case 'schedule': {
      const { action, at, reason, scheduledBy } = line.change;
      return {
        type: 'schedule',
        item: presentStamp(line.item),
        change: { action, at, ...known('reason', reason), ...known('scheduledBy', scheduledBy) },
      };
    }
    case 'comment': {
      const { id, replyTo, text, mentioned, author, createdAt, editedAt, place, resolved } =
        line.comment;
      return {
        type: 'comment',
        item: presentStamp(line.item),
        comment: {
          id,
          ...known('replyTo', replyTo),
          text,
          ...(Object.keys(mentioned).length > 0 && { mentioned }),
          ...known('author', author),
          created_at: createdAt,
          ...(editedAt !== undefined && { edited_at: editedAt }),
          ...(place !== undefined && { place }),
          ...(resolved && { resolved: { at: resolved.at, ...known('by', resolved.by) } }),
        },
      };
    }
    case 'formerSlug':
      return {
        type: 'formerSlug',
        item: presentStamp(line.item),
        slug: line.slug,
        ...(line.seenIn !== undefined && { seenIn: [...line.seenIn] }),
      };
  }
};

export const toRestorableLine = (line: RestorableLineDto): RestorableLine => {
  switch (line.type) {
    case 'trash': {
      const { deleted_at: deletedAt, deletedBy } = line;
      const { created_at, updated_at, published_at, group_since, ...item } = line.item;
      const times = { createdAt: created_at, updatedAt: updated_at, publishedAt: published_at };
      return {
        type: 'trash',
        trashed: { item: { ...item, ...times, groupSince: group_since }, deletedAt, deletedBy },
      };
    }
    case 'revision': {
      const { created_at: createdAt, autosave = false, ...revision } = line.revision;
      return {
        type: 'revision',
        item: toStamp(line.item),
        revision: { ...revision, createdAt, isAutosave: autosave },
      };
    }
    case 'workingCopy': {
      const { created_at: createdAt, updated_at: updatedAt, ...copy } = line.copy;
      return {
        type: 'workingCopy',
        item: toStamp(line.item),
        copy: { ...copy, createdAt, updatedAt },
      };
    }
    case 'schedule':
      return { type: 'schedule', item: toStamp(line.item), change: line.change };
    case 'comment': {
      const { created_at: createdAt, edited_at: editedAt, mentioned = {}, ...rest } = line.comment;
      return {
        type: 'comment',
        item: toStamp(line.item),
        comment: { ...rest, mentioned, createdAt, editedAt },
      };
    }
    case 'formerSlug':
      return {
        type: 'formerSlug',
        item: toStamp(line.item),
        slug: line.slug,
        seenIn: line.seenIn,
      };
  }
};

/** @param index of the line in the request. */
export const presentLineOutcome = (result: LineOutcome, index: number): LineOutcomeDto => ({
  index,
  outcome: result.outcome,
  ...(result.outcome === 'failed' && presentFailure(result.error)),
});
