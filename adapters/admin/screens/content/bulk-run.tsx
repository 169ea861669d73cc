import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { ContentSummaryDto } from '../../../../contracts/content-summaries.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { showToast } from '../../components/toasts.tsx';
import { useLeaveGuard } from '../../shell/unsaved-changes.ts';
import { countOf, type BulkAction } from './bulk-actions.ts';
import styles from './bulk-run.module.css';
import { runBulk, type BulkResult } from './run-bulk.ts';

type Result = BulkResult<ContentSummaryDto>;

interface Run {
  readonly words: Pick<BulkAction, 'running' | 'done'>;
  readonly total: number;
  readonly settled: number;
  readonly cancel: () => void;
  /** Present when some items failed: it stays until it is closed. */
  readonly report?: { readonly result: Result; readonly close: () => void };
}

const current = signal<Run | undefined>(undefined);

/** Whether a screen shows {@link BulkDialog}. */
let hasDialog = false;

/**
 * Works on each item while a dialog shows the progress. Resolves when all is done or cancelled, and the
 * user has closed the report of what failed. On another screen, a toast reports.
 */
export const runWithDialog = async (
  words: Run['words'],
  items: readonly ContentSummaryDto[],
  work: (item: ContentSummaryDto) => Promise<unknown>,
): Promise<Result> => {
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  const run: Run = { words, total: items.length, settled: 0, cancel };
  current.value = run;
  const result = await runBulk(items, work, {
    signal: controller.signal,
    onProgress: (settled) => {
      current.value = { ...run, settled };
    },
  });
  const [failure] = result.failed;
  if (failure !== undefined && hasDialog) {
    await new Promise<void>((close) => {
      current.value = { ...run, settled: items.length, report: { result, close } };
    });
  } else if (failure !== undefined) {
    const text = `${countOf(result.failed.length)} could not be ${words.done}. ${failure.reason}`;
    showToast({ kind: 'failed', text });
  }
  current.value = undefined;
  return result;
};

/** Shows the run that {@link runWithDialog} has started. */
export const BulkDialog = () => {
  useEffect(() => {
    hasDialog = true;
    return () => {
      hasDialog = false;
    };
  }, []);
  const run = current.value;
  if (run === undefined) return null;
  return run.report === undefined ? <Progress {...run} /> : <Report {...run} {...run.report} />;
};

const quickMs = 200;

/** Appears only when the work takes a while. Leaving the screen has to wait for its end. */
const Progress = ({ words, total, settled, cancel }: Run) => {
  const [isShown, setShown] = useState(false);
  const [isCancelled, setCancelled] = useState(false);
  useLeaveGuard(() => true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), quickMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  const stop = (): void => {
    setCancelled(true);
    cancel();
  };
  return (
    <Dialog
      title={`${words.running} ${countOf(total)}`}
      onClose={stop}
      actions={
        <Button busy={isCancelled} onClick={stop}>
          Cancel
        </Button>
      }
    >
      <progress max={total} value={settled} aria-label="Progress" />
      <p class="quiet-text">
        {settled.toLocaleString()} of {total.toLocaleString()} done
        {isCancelled && ', waiting for the last requests'}
      </p>
    </Dialog>
  );
};

/** More would make the dialog slow, and nobody reads them. */
const listedFailures = 100;

const Report = ({ words, result, close }: Run & NonNullable<Run['report']>) => {
  const { done, failed, left } = result;
  return (
    <Dialog
      title={`${countOf(failed.length)} could not be ${words.done}`}
      onClose={close}
      actions={
        <Button kind="primary" onClick={close}>
          Close
        </Button>
      }
    >
      <p>
        {countOf(done.length)} {words.done}.
        {left.length > 0 && ` ${countOf(left.length)} not attempted.`}
      </p>
      <ul class={styles.failures}>
        {failed.slice(0, listedFailures).map(({ item, reason }) => (
          <li key={item.id}>
            <strong>{item.title}</strong>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
      {failed.length > listedFailures && (
        <p>And {(failed.length - listedFailures).toLocaleString()} more.</p>
      )}
    </Dialog>
  );
};
