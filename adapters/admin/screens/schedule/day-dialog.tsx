import { t } from '../../catalogue/texts.ts';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { DayEntries } from './change-list.tsx';
import { formatDay } from '../../schedule/days.ts';
import type { CalendarEntry, NamedChange } from './entries.ts';
import { PlanForm } from './plan-form.tsx';

interface DayDialogProps {
  readonly day: string;
  readonly today: string;
  readonly entries: readonly CalendarEntry[];
  /** The zone of the site. */
  readonly zone: string;
  readonly canPlan: boolean;
  readonly plannedAt: (id: string) => number | undefined;
  readonly onMove: (change: NamedChange) => void;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

/** What was published and what is planned on a day. Something can be planned for today and the days after it. */
export const DayDialog = (props: DayDialogProps) => {
  const { day, today, entries, zone, canPlan, plannedAt, onMove, onChange, onClose } = props;
  const isPast = day < today;
  return (
    <Dialog title={formatDay(day, 'day')} onClose={onClose}>
      <div class="stack">
        {entries.length === 0 ? (
          <p class="quiet-text">
            {isPast ? t.schedule.board.nothingPublished : t.schedule.nothing}
          </p>
        ) : (
          <DayEntries {...{ entries, zone, onMove, onChange }} />
        )}
        {canPlan && !isPast && (
          <PlanForm {...{ day, zone, plannedAt, onChange }} onPlanned={onClose} />
        )}
      </div>
    </Dialog>
  );
};
