import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../../api/client.ts';
import { counted, numberText } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { LocaleMark } from '../../../components/locale-mark.tsx';
import { showToast } from '../../../components/show-toast.ts';
import { urlOf } from '../../../shell/router.ts';
import { useLeaveGuard } from '../../../shell/unsaved/unsaved-changes.ts';
import type { BulkAction } from './bulk-actions.ts';
import styles from './bulk-run.module.css';
import { groupFailures, type FailureGroup } from './group-failures.ts';
import { runBulk, type BulkPart, type BulkResult as Result } from './run-bulk.ts';

interface Run {
  readonly words: Pick<BulkAction['texts'], 'running' | 'done' | 'failed'> & {
    /** Where an item is that failed, if not in the editor. */
    readonly place?: string;
  };
  readonly total: number;
  readonly done: number;
  readonly cancel: () => void;
  /** Present when some items failed: it stays until it is closed. */
  readonly report?: {
    readonly result: Result;
    readonly groups: readonly FailureGroup[];
    readonly close: () => void;
  };
}

const current = signal<Run | undefined>(undefined);

/** Whether a screen shows {@link BulkDialog}. */
let hasDialog = false;

/**
 * Works on the items while a dialog shows the progress. Resolves when all is done or cancelled, and the
 * user has closed the report of what failed. On another screen, a toast reports.
 */
export const runWithDialog = async (
  words: Run['words'],
  parts: readonly BulkPart[],
): Promise<Result> => {
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  const total = parts.reduce((sum, { items }) => sum + items.length, 0);
  const run: Run = { words, total, done: 0, cancel };
  current.value = run;
  const result = await runBulk(parts, {
    signal: controller.signal,
    onProgress: (done) => {
      current.value = { ...run, done };
    },
  });
  if (result.failed.length > 0) {
    const groups = await groupByReason(result.failed);
    if (hasDialog) {
      await new Promise<void>((close) => {
        current.value = { ...run, done: total, report: { result, groups, close } };
      });
    } else {
      const text = `${counted(result.failed.length, words.failed)}. ${groups[0]?.reason}`;
      showToast({ kind: 'failed', text });
    }
  }
  current.value = undefined;
  return result;
};

/** Without the collections, fields are named as the service names them. */
const groupByReason = async (failed: Result['failed']): Promise<readonly FailureGroup[]> => {
  const answer = await api.listCollections().catch(() => undefined);
  return groupFailures(failed, answer?.body.data ?? []);
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
const Progress = ({ words, total, done, cancel }: Run) => {
  const [isShown, setShown] = useState(false);
  const [isCancelled, setCancelled] = useState(false);
  useLeaveGuard(() => true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), quickMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  const text = isCancelled ? t.bulk.progressWaiting : t.bulk.progressOf;
  const stop = (): void => {
    setCancelled(true);
    cancel();
  };
  return (
    <Dialog
      title={counted(total, words.running)}
      onClose={stop}
      actions={
        <Button busy={isCancelled} onClick={stop}>
          {t.common.cancel}
        </Button>
      }
    >
      <progress max={total} value={done} aria-label={t.bulk.progress} />
      <p class="quiet-text">{text(numberText(done), numberText(total))}</p>
    </Dialog>
  );
};

/** The most links for each reason: more would make the dialog slow. */
const listedItems = 50;

const Report = ({ words, result, groups, close }: Run & NonNullable<Run['report']>) => {
  const { done, failed, left } = result;
  return (
    <Dialog
      title={counted(failed.length, words.failed)}
      onClose={close}
      actions={
        <Button kind="primary" onClick={close}>
          {t.common.close}
        </Button>
      }
    >
      <p>
        {counted(done.length, words.done)}
        {left.length > 0 && ` ${counted(left.length, t.bulk.notAttempted)}`}
      </p>
      {groups.map(({ reason, items }) => (
        <section key={reason} class={styles.group}>
          <h3>
            {counted(items.length, t.bulk.items)}: {reason}
          </h3>
          <ul class={styles.items}>
            {items.slice(0, listedItems).map(({ id, title, locale }) => (
              <li key={id}>
                {/* Another tab: the report and the selection stay. */}
                <a href={words.place ?? urlOf(`/content/${id}`)} target="_blank" rel="noopener">
                  {title}
                </a>{' '}
                <LocaleMark code={locale} />
              </li>
            ))}
          </ul>
          {items.length > listedItems && (
            <p class="quiet-text">{t.bulk.moreFailed(numberText(items.length - listedItems))}</p>
          )}
        </section>
      ))}
    </Dialog>
  );
};
