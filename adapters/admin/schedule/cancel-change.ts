import { api, messageOf } from '../api/client.ts';
import { t } from '../catalogue/texts.ts';
import { showToast } from '../components/show-toast.ts';
import { offerUndo } from '../components/undo.ts';
import { memberOf, type PlannedChange } from './change-text.ts';

/**
 * Cancels a planned change, and offers to undo it; removes one that has failed from the lists.
 *
 * @param onChange called after each change of the schedule.
 */
export const cancelChange = async (
  id: string,
  { action, at, state }: Pick<PlannedChange, 'action' | 'at' | 'state'>,
  onChange: () => void,
): Promise<void> => {
  const plan = async (time: number | null): Promise<void> => {
    try {
      await api.planChanges({ params: { id }, body: { [memberOf(action)]: time } });
    } finally {
      onChange();
    }
  };
  const report = (error: unknown): void => {
    showToast({ kind: 'failed', text: messageOf(error) });
  };
  try {
    await plan(null);
    if (state === 'pending') {
      offerUndo(t.schedule.cancelled[action], () => void plan(at).catch(report));
    }
  } catch (error) {
    report(error);
  }
};
