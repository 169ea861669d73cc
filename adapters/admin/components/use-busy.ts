import { useState } from 'preact/hooks';
import { messageOf } from '../api/client.ts';
import { showToast } from './show-toast.ts';

/** Runs what a button does. If it fails, a toast says why; the promise never rejects. */
type RunBusy = (work: () => Promise<void>) => Promise<void>;

/** Whether the work of a button is in progress, and what runs it. */
export const useBusy = (): readonly [isBusy: boolean, run: RunBusy] => {
  const [isBusy, setBusy] = useState(false);
  const run: RunBusy = async (work) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showToast({ kind: 'failed', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return [isBusy, run];
};
