import { api, messageOf } from '../../api/client.ts';
import { t } from '../../catalogue/texts.ts';
import { showToast } from '../../components/show-toast.ts';
import { offerUndo } from '../../components/undo.ts';
import { memberOf } from '../../schedule/change-text.ts';
import { formatIn, movedToDay } from '../../schedule/zoned-time.ts';
import type { NamedChange } from './entries.ts';

/** What a move needs of the screen. */
export interface PlanBoard {
  /** The zone of the site. */
  readonly zone: string;
  /** Shows a change at another time until the plans are read again. */
  readonly show: (change: NamedChange, at: number) => void;
  /** Reads the plans again. */
  readonly reload: () => void;
}

/** Whether a plan is still as the screen shows it: somebody else may have moved or cancelled it. */
const isCurrent = async (id: string, { action, at }: NamedChange): Promise<boolean> => {
  const { changes } = (await api.getSchedule({ params: { id } })).body.data;
  return changes.some(
    (each) => each.action === action && each.at === at && each.state === 'pending',
  );
};

/**
 * Moves a planned change to another time and offers to undo it. It is shown there at once; if the service refuses, it
 * goes back and a toast says why.
 */
export const moveChange = async (
  change: NamedChange,
  at: number,
  { zone, show, reload }: PlanBoard,
): Promise<void> => {
  const { id, title, action } = change;
  const fail = (text: string): void => {
    showToast({ kind: 'failed', text });
  };
  if (at === change.at) return;
  if (at <= Date.now()) {
    fail(t.schedule.board.inPast(formatIn(at, zone)));
    return;
  }
  const plan = async (from: NamedChange, time: number): Promise<boolean> => {
    show(from, time);
    try {
      if (!(await isCurrent(id, from))) {
        fail(t.schedule.board.changedMeanwhile(title));
        return false;
      }
      await api.planChanges({ params: { id }, body: { [memberOf(action)]: time } });
      return true;
    } catch (error) {
      fail(t.schedule.board.notMoved(title, messageOf(error)));
      return false;
    } finally {
      reload();
    }
  };
  if (await plan(change, at)) {
    const moved = { ...change, at };
    offerUndo(t.schedule.board.moved(title, formatIn(at, zone)), () => void plan(moved, change.at));
  }
};

/** Moves a planned change to the same time of another day. */
export const moveToDay = (change: NamedChange, day: string, board: PlanBoard): Promise<void> =>
  moveChange(change, movedToDay(change.at, day, board.zone), board);
