import type { RevisionDto } from '../../../../../contracts/operations/history.ts';
import type { CollectionSchemaDto } from '../../../../../contracts/schemas/collection-schema.ts';
import { messageOf } from '../../../api/client.ts';
import { t } from '../../../catalogue/texts.ts';
import { numberText } from '../../../catalogue/forms.ts';
import { Button } from '../../../components/button.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { formatMoment } from '../../../components/format-time.ts';
import { placeLabel } from '../error-links.ts';
import styles from './revision-list.module.css';
import type { Revisions } from './revisions.ts';

interface RevisionListProps {
  readonly revisions: Revisions;
  readonly schema: CollectionSchemaDto;
  /** A version. */
  readonly chosen: number | undefined;
  readonly onChoose: (revision: RevisionDto) => void;
}

/** The versions, newest first. Autosaves are quiet, so that the saves of people stand out. */
export const RevisionList = ({ revisions, schema, chosen, onChoose }: RevisionListProps) => (
  <>
    <ol class={styles.list} aria-label={t.history.versions}>
      {revisions.list?.map((revision) => (
        <li key={revision.version}>
          <button
            type="button"
            class={revision.autosave === true ? `${styles.row} ${styles.autosave}` : styles.row}
            aria-pressed={revision.version === chosen}
            onClick={() => onChoose(revision)}
          >
            <span class={styles.head}>
              <span class={styles.time}>{formatMoment(revision.created_at)}</span>
              {revision.changed.includes('status') && <StatusChip status={revision.status} />}
            </span>
            <span class={styles.author} dir="auto">
              {authorOf(revision)}
            </span>
            <span class={styles.changed}>{changesOf(revision, schema)}</span>
            {revision.note !== undefined && (
              <span class={styles.note} dir="auto">
                “{revision.note}”
              </span>
            )}
          </button>
        </li>
      ))}
    </ol>
    {revisions.error !== undefined && <p class="error">{messageOf(revisions.error)}</p>}
    {revisions.hasOlder && (
      <div class={styles.older}>
        <Button busy={revisions.isReading} onClick={revisions.readOlder}>
          {t.history.older}
        </Button>
      </div>
    )}
  </>
);

const authorOf = ({ author, autosave }: RevisionDto): string => {
  const name = author?.name ?? t.history.noAuthor;
  return autosave === true ? t.history.autosaved(name) : name;
};

const shownLabels = 3;

/** “Title, Body and 2 more”. */
const changesOf = ({ version, changed }: RevisionDto, schema: CollectionSchemaDto): string => {
  if (version === 1) return t.history.created;
  // The chip says the status.
  const labels = changed
    .filter((name) => name !== 'status')
    .map((name) => placeLabel(name, schema));
  const more = labels.length - shownLabels;
  const shown = labels.slice(0, shownLabels).join(', ');
  return more > 0 ? t.history.changedAndMore(shown, numberText(more)) : shown;
};
