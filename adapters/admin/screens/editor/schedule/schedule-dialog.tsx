import { useEffect, useState } from 'preact/hooks';
import type { ScheduleDto } from '../../../../../contracts/operations/schedule.ts';
import type { ContentItemDto } from '../../../../../contracts/schemas/content-schemas.ts';
import { api, hasStatus, messageOf } from '../../../api/client.ts';
import { issuesOf, type FieldIssues } from '../../../api/issues.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { showToast } from '../../../components/show-toast.ts';
import { inputOf, parseTime } from '../../../schedule/time-input.ts';
import { usualTimes } from '../../../schedule/usual-times.ts';
import { ownZone, zoneName } from '../../../schedule/zoned-time.ts';
import { TimeField } from './time-field.tsx';

interface ScheduleDialogProps {
  readonly item: Pick<ContentItemDto, 'id' | 'status'>;
  readonly schedule: ScheduleDto;
  /** The zone of the site. */
  readonly zone: string;
  /** Saves what was typed: it may be what is published later. */
  readonly saveFirst: () => Promise<void>;
  readonly onPlanned: () => void;
  readonly onClose: () => void;
}

type Times = Readonly<Record<'publishAt' | 'unpublishAt', number | null>>;

/** The members that are not as they are stored. */
const changesOf = (times: Times, stored: ScheduleDto): Partial<Times> => ({
  ...(times.publishAt !== stored.publishAt && { publishAt: times.publishAt }),
  ...(times.unpublishAt !== stored.unpublishAt && { unpublishAt: times.unpublishAt }),
});

/** Whether there is something to publish later, after what was typed is saved. */
const hasChanges = async ({ item, saveFirst }: ScheduleDialogProps): Promise<boolean> => {
  if (item.status !== 'published') return true;
  try {
    await saveFirst();
    await api.getDraft({ params: { id: item.id } });
    return true;
  } catch (error) {
    // If it cannot be read for another reason, the service decides.
    return !hasStatus(error, 404);
  }
};

/** Plans when an item is published, and when no longer, in the zone of the site. */
export const ScheduleDialog = (props: ScheduleDialogProps) => {
  const { item, schedule, zone, onPlanned, onClose } = props;
  const [publish, setPublish] = useState(() => inputOf(schedule.publishAt, zone));
  const [unpublish, setUnpublish] = useState(() => inputOf(schedule.unpublishAt, zone));
  const [issues, setIssues] = useState<FieldIssues>({});
  const [isBusy, setBusy] = useState(false);
  const [answer] = useState(() => hasChanges(props));
  // Most items can be published: the field stands there while the question is open.
  const [canPublish, setCanPublish] = useState(true);
  useEffect(() => void answer.then(setCanPublish), []);
  const own = ownZone();

  const save = async (): Promise<void> => {
    const [first, second] = [parseTime(publish, zone), parseTime(unpublish, zone)];
    const mistakes = {
      ...('mistake' in first && { publishAt: first.mistake }),
      ...('mistake' in second && { unpublishAt: second.mistake }),
    };
    setIssues(mistakes);
    if ('mistake' in first || 'mistake' in second) return;
    if (first.at !== null && second.at !== null && first.at >= second.at) {
      setIssues({ unpublishAt: t.schedule.dialog.notLater });
      return;
    }
    const body = changesOf({ publishAt: first.at, unpublishAt: second.at }, schedule);
    if (Object.keys(body).length === 0) {
      onClose();
      return;
    }
    setBusy(true);
    // What was typed in the editor must be stored before it is planned.
    if (!(await answer) && body.publishAt !== undefined) {
      setBusy(false);
      return;
    }
    try {
      await api.planChanges({ params: { id: item.id }, body });
      showToast({ text: t.schedule.dialog.saved });
      onPlanned();
    } catch (error) {
      const found = issuesOf(error);
      setIssues(found);
      if (Object.keys(found).length === 0) showToast({ kind: 'failed', text: messageOf(error) });
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={t.common.schedule}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" busy={isBusy} onClick={() => void save()}>
            {t.schedule.dialog.save}
          </Button>
        </>
      }
    >
      <p class="quiet-text">
        {t.schedule.siteZone(zoneName(zone))}
        {own !== zone && ` ${t.schedule.browserZone(zoneName(own))}`}
      </p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {canPublish ? (
          <TimeField
            label={
              item.status === 'published'
                ? t.schedule.dialog.publishChangesAt
                : t.schedule.dialog.publishAt
            }
            input={publish}
            zone={zone}
            error={issues['publishAt']}
            usual={usualTimes(Date.now(), zone)}
            onInput={setPublish}
          />
        ) : (
          <p class="note">{t.schedule.dialog.nothingToPublish}</p>
        )}
        <TimeField
          label={t.schedule.dialog.unpublishAt}
          input={unpublish}
          zone={zone}
          error={issues['unpublishAt']}
          onInput={setUnpublish}
        />
      </form>
      <p class="quiet-text">{t.schedule.dialog.explanation}</p>
    </Dialog>
  );
};
