import { useState } from 'preact/hooks';
import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import { api, hasCode, messageOf } from '../../api/client.ts';
import { issuesOf } from '../../api/issues.ts';
import { readSummaries } from '../../api/read-summaries.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { LocaleMark } from '../../components/locale-mark.tsx';
import { showToast } from '../../components/show-toast.ts';
import { StatusChip } from '../../components/status-chip.tsx';
import { offerUndo } from '../../components/undo.ts';
import { pickItem } from '../../references/pick-item.ts';
import { formatIn, zoneName } from '../../schedule/zoned-time.ts';
import { TimeField } from '../editor/schedule/time-field.tsx';
import styles from './plan-form.module.css';
import { futureTime, proposedTime } from './plan-time.ts';
import { readPlannable } from './read-plannable.ts';

interface PlanFormProps {
  readonly day: string;
  /** The zone of the site. */
  readonly zone: string;
  /** When an item is planned to be published already. */
  readonly plannedAt: (id: string) => number | undefined;
  /** Called after each change of the schedule. */
  readonly onChange: () => void;
  /** Called when the item is planned. */
  readonly onPlanned: () => void;
}

/** Plans the publication of an item, on a day or at another time. */
export const PlanForm = ({ day, zone, plannedAt, onChange, onPlanned }: PlanFormProps) => {
  const [item, setItem] = useState<ContentSummaryDto>();
  const [input, setInput] = useState(() => proposedTime(day, Date.now(), zone));
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const before = item && plannedAt(item.id);

  const choose = async (): Promise<void> => {
    const id = await pickItem({
      label: t.schedule.board.item,
      collection: undefined,
      read: readPlannable,
    });
    if (id === undefined) return;
    try {
      setItem((await readSummaries([id]))[0]);
      setError(undefined);
    } catch (failure) {
      showToast({ kind: 'failed', text: messageOf(failure) });
    }
  };

  const report = (failure: unknown): void => {
    showToast({ kind: 'failed', text: messageOf(failure) });
  };

  const save = async ({ id, title }: ContentSummaryDto): Promise<void> => {
    const time = futureTime(input, zone);
    if ('mistake' in time) {
      setError(time.mistake);
      return;
    }
    const { at } = time;
    const plan = async (publishAt: number | null): Promise<void> => {
      try {
        await api.planChanges({ params: { id }, body: { publishAt } });
      } finally {
        onChange();
      }
    };
    setBusy(true);
    try {
      await plan(at);
      onPlanned();
      offerUndo(
        t.schedule.board.planned(title, formatIn(at, zone)),
        () => void plan(before ?? null).catch(report),
      );
    } catch (failure) {
      setError(
        hasCode(failure, 'nothing_to_publish')
          ? t.schedule.dialog.nothingToPublish
          : (issuesOf(failure)['publishAt'] ?? messageOf(failure)),
      );
      setBusy(false);
    }
  };

  return (
    <form
      class="stack"
      aria-labelledby="plan-heading"
      onSubmit={(event) => {
        event.preventDefault();
        if (item !== undefined && !isBusy) void save(item);
      }}
    >
      <h3 id="plan-heading">{t.schedule.board.planForDay}</h3>
      <div class={styles.item}>
        {item !== undefined && (
          <>
            <span class={styles.title} dir="auto">
              {item.title}
            </span>
            <LocaleMark code={item.locale} />
            <StatusChip status={item.status} />
          </>
        )}
        <Button icon="search" onClick={() => void choose()}>
          {item === undefined ? t.schedule.board.chooseItem : t.schedule.board.chooseOther}
        </Button>
      </div>
      {item !== undefined && (
        <>
          {before !== undefined && (
            <p class="note">{t.schedule.board.alreadyPlanned(formatIn(before, zone))}</p>
          )}
          <TimeField
            label={
              item.status === 'published'
                ? t.schedule.dialog.publishChangesAt
                : t.schedule.dialog.publishAt
            }
            input={input}
            zone={zone}
            error={error}
            onInput={(next) => {
              setInput(next);
              setError(undefined);
            }}
          />
          <p class="hint">{t.schedule.siteZone(zoneName(zone))}</p>
          <div>
            <Button kind="primary" type="submit" busy={isBusy}>
              {t.schedule.board.plan}
            </Button>
          </div>
        </>
      )}
    </form>
  );
};
