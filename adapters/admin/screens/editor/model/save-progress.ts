import { isOnline } from '../../../api/connection.ts';
import { formatMoment } from '../../../components/time.tsx';
import type { Editing } from './editing.ts';

/** How far what was typed is saved. */
export interface SaveProgress {
  readonly kind: 'saved' | 'running' | 'waiting' | 'stopped';
  /** Empty for a new item without changes. */
  readonly text: string;
}

const countFields = (count: number): string =>
  count === 1 ? '1 field needs attention' : `${count} fields need attention`;

type Watched = Pick<
  Editing,
  'isWriting' | 'isChanged' | 'stored' | 'pending' | 'issues' | 'failure' | 'isGone'
>;

/** What to say about it now. Reads signals. */
export const saveProgress = (editing: Watched): SaveProgress => {
  if (editing.isWriting.value) return { kind: 'running', text: 'Saving …' };
  const stored = editing.stored.value;
  if (!editing.isChanged.value) {
    const text = stored === undefined ? '' : `Saved ${formatMoment(stored.item.updated_at)}`;
    return { kind: 'saved', text };
  }
  if (!isOnline.value) return { kind: 'waiting', text: 'Offline: kept in this browser' };
  if (editing.isGone.value) return { kind: 'stopped', text: 'Not saved: the item was deleted' };
  if (editing.pending.value !== undefined) {
    return { kind: 'stopped', text: 'Not saved: somebody else changed the same text' };
  }
  const { size } = editing.issues.value;
  if (size > 0) return { kind: 'stopped', text: `Not saved: ${countFields(size)}` };
  if (editing.failure.value !== undefined) return { kind: 'stopped', text: 'Not saved' };
  return { kind: 'waiting', text: 'Unsaved changes' };
};
