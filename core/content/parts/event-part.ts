import { contentEvent } from '../../events/stored-event.ts';
import { userIdOf, type Actor } from '../../model/actor.ts';
import { auditNote, plannedBy, type AuditAction, type AuditNote } from '../../model/audit-entry.ts';
import type { DecidedChange } from '../../model/content/content-change.ts';
import type { RevisionFacts } from '../../model/content/revision.ts';
import type { JsonText } from '../../primitives/json.ts';
import type { EpochMs } from '../../primitives/time.ts';
import type { WriteRemarks } from './write-remarks.ts';

/**
 * The row of the outbox, with what the audit says.
 *
 * @param revision what is stored with the change: an autosave that continues the one before it is no news for the audit.
 */
export const eventPart = (
  actor: Actor,
  change: DecidedChange,
  remarks: WriteRemarks,
  revision: RevisionFacts | undefined,
  now: EpochMs,
): JsonText => contentEvent(change, now, auditNoteOf(actor, change, remarks, revision));

const auditNoteOf = (
  actor: Actor,
  change: DecidedChange,
  { isImport = false }: WriteRemarks,
  revision: RevisionFacts | undefined,
): AuditNote | undefined => {
  const action = isImport ? 'content.import' : actionOf(change);
  if (action === 'content.update' && revision?.replaces !== undefined) return undefined;
  const isPlanned = change.kind === 'update' && change.expected?.due !== undefined;
  const by = isPlanned ? plannedBy(userIdOf(actor)) : actor;
  return auditNote(by, { action, id: change.item.id, detail: change.item.slug });
};

const actionOf = (change: DecidedChange): AuditAction => {
  switch (change.kind) {
    case 'create':
      return 'content.create';
    case 'recover':
      return 'content.restore';
    case 'delete':
      return change.trash === undefined ? 'content.delete_permanently' : 'content.delete';
    case 'update': {
      const { before, item, expected } = change;
      const isPublished = item.status === 'published';
      if (isPublished && (expected?.copy !== undefined || before.status !== 'published'))
        return 'content.publish';
      if (!isPublished && before.status === 'published') return 'content.unpublish';
      return 'content.update';
    }
  }
};
