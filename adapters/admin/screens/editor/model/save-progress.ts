import { isOnline } from '../../../api/connection.ts';
import { formatMoment } from '../../../components/time.tsx';
import { isOnCopy, versionOf } from './edited-item.ts';
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
  | 'isWriting'
  | 'isChanged'
  | 'stored'
  | 'copy'
  | 'pending'
  | 'issues'
  | 'refused'
  | 'failure'
  | 'isGone'
>;

/** Of a working copy, also that readers do not see it. */
const savedText = ({ stored, copy }: Pick<Watched, 'stored' | 'copy'>): string => {
  if (stored.value === undefined) return '';
  const state = { stored: stored.value, copy: copy.value };
  const saved = `Saved ${formatMoment(versionOf(state).updatedAt)}`;
  return isOnCopy(state) ? `${saved}, not published` : saved;
};

/** What to say about it now. Reads signals. */
export const saveProgress = (editing: Watched): SaveProgress => {
  if (editing.isWriting.value) return { kind: 'running', text: 'Saving …' };
  if (!editing.isChanged.value) return { kind: 'saved', text: savedText(editing) };
  if (!isOnline.value) return { kind: 'waiting', text: 'Offline: kept in this browser' };
  if (editing.isGone.value) return { kind: 'stopped', text: 'Not saved: the item was deleted' };
  const pending = editing.pending.value;
  if (pending !== undefined && pending.isOutdated !== true) {
    return { kind: 'stopped', text: 'Not saved: somebody else changed the same text' };
  }
  const size = editing.issues.value.size - editing.refused.value.size;
  if (size > 0) return { kind: 'stopped', text: `Not saved: ${countFields(size)}` };
  if (editing.failure.value !== undefined) return { kind: 'stopped', text: 'Not saved' };
  return { kind: 'waiting', text: 'Unsaved changes' };
};
