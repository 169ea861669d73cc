import { useEffect, useState } from 'preact/hooks';
import { t } from '../../../catalogue/texts.ts';
import { Time } from '../../../components/time.tsx';
import type { Editing } from '../model/editing.ts';
import { nameOfSaver } from '../model/savers.ts';
import styles from './others-saved.module.css';

const tickMs = 30_000;
/** An older save is for the history. */
const shownMs = 60 * 60_000;

/** “Eva Berg saved 1 minute ago”, while the form is open. Screen readers hear who saved, once. */
export const OthersSaved = ({ editing }: { readonly editing: Editing }) => {
  const last = editing.savedByOthers.value?.last;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (last === undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [last]);
  return (
    <span class={styles.line} dir="auto">
      <span role="status" class="ellipsis">
        {last !== undefined && now - last.at < shownMs && t.saving.by(nameOfSaver(last))}
      </span>{' '}
      {last !== undefined && now - last.at < shownMs && <Time key={now} at={last.at} />}
    </span>
  );
};
