import { useState } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { inputOf } from '../../schedule/time-input.ts';
import { zoneName } from '../../schedule/zoned-time.ts';
import { TimeField } from '../editor/schedule/time-field.tsx';
import type { NamedChange } from './entries.ts';
import { moveChange, type PlanBoard } from './move-change.ts';
import { futureTime } from './plan-time.ts';

interface MoveDialogProps {
  readonly change: NamedChange;
  readonly board: PlanBoard;
  readonly onClose: () => void;
}

/** Moves a planned change to another day or time. */
export const MoveDialog = ({ change, board, onClose }: MoveDialogProps) => {
  const { zone } = board;
  const [input, setInput] = useState(() => inputOf(change.at, zone));
  const [error, setError] = useState<string>();
  const move = (): void => {
    const time = futureTime(input, zone);
    if ('mistake' in time) {
      setError(time.mistake);
      return;
    }
    onClose();
    void moveChange(change, time.at, board);
  };
  return (
    <Dialog
      title={t.schedule.board.moveTitle(change.title)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" onClick={move}>
            {t.schedule.board.move}
          </Button>
        </>
      }
    >
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          move();
        }}
      >
        <TimeField
          label={
            { publish: t.schedule.dialog.publishAt, unpublish: t.schedule.dialog.unpublishAt }[
              change.action
            ]
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
      </form>
    </Dialog>
  );
};
