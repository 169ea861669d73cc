import type { RevisionEntry } from '../../core/vocabulary.ts';
import type { RevisionDto } from '../operations/history.ts';

export const presentRevision = (revision: RevisionEntry): RevisionDto => ({
  version: revision.version,
  created_at: revision.createdAt,
  author: revision.author ? { id: revision.author.id, name: revision.author.name } : null,
  status: revision.status,
  title: revision.title,
  changed: [...revision.changed],
  ...(revision.note !== undefined && { note: revision.note }),
  ...(revision.isAutosave && { autosave: true }),
});
