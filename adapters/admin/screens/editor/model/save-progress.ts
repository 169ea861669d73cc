import { isOnline } from '../../../api/connection.ts';
import { t } from '../../../catalogue/texts.ts';
import { counted } from '../../../catalogue/forms.ts';
import { formatMoment } from '../../../components/format-time.ts';
import { isOnCopy, versionOf } from './edited-item.ts';
import type { Editing } from './editing.ts';
import { isOwn, type Savers } from './savers.ts';

/** How far what was typed is saved. */
export interface SaveProgress {
  readonly kind: 'saved' | 'running' | 'waiting' | 'stopped';
  /** Empty for a new item without changes. */
  readonly text: string;
}

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
  const time = formatMoment(versionOf(state).updatedAt);
  return isOnCopy(state) ? t.saving.savedNotPublished(time) : t.saving.saved(time);
};

const whoElse = (savers: Savers | undefined): string => {
  if (savers !== undefined && isOwn(savers.last)) return t.saving.ownTab;
  return savers?.last.author?.name ?? t.saving.somebody;
};

/** What to say about it now. Reads signals. */
export const saveProgress = (editing: Watched): SaveProgress => {
  if (editing.isWriting.value) return { kind: 'running', text: t.saving.running };
  if (!editing.isChanged.value) return { kind: 'saved', text: savedText(editing) };
  if (!isOnline.value) return { kind: 'waiting', text: t.saving.offline };
  if (editing.isGone.value) return { kind: 'stopped', text: t.saving.itemDeleted };
  const pending = editing.pending.value;
  if (pending !== undefined && pending.isOutdated !== true) {
    return { kind: 'stopped', text: t.saving.sameText(whoElse(pending.savers)) };
  }
  const size = editing.issues.value.size - editing.refused.value.size;
  if (size > 0) return { kind: 'stopped', text: counted(size, t.saving.fieldsNeedAttention) };
  if (editing.failure.value !== undefined) return { kind: 'stopped', text: t.saving.notSaved };
  return { kind: 'waiting', text: t.saving.unsaved };
};
