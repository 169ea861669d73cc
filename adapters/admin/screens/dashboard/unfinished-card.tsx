import { useEffect, useId, useState } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { numberText } from '../../catalogue/forms.ts';
import { Button } from '../../components/button.tsx';
import { Time } from '../../components/time.tsx';
import { offerUndo } from '../../components/undo.ts';
import { openTabs } from '../../shell/current-tab.ts';
import {
  dropCopy,
  storeAgain,
  listCopies,
  type UnsavedCopy,
} from '../../shell/unsaved/unsaved-copies.ts';
import styles from './unfinished-card.module.css';

type Copies = readonly UnsavedCopy<unknown>[];

const monthMs = 30 * 24 * 60 * 60 * 1_000;

/** The unsaved work in this browser; nothing if there is none. It stays until the user saves or discards it. */
export const UnfinishedCard = () => {
  const id = useId();
  const [copies, setCopies] = useState<Copies>([]);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const read = async (): Promise<void> => {
    setOpen(await openTabs());
    setCopies(await listCopies());
  };
  useEffect(() => void read(), []);

  const discard = async (dropped: Copies, text: string): Promise<void> => {
    await Promise.all(dropped.map(dropCopy));
    await read();
    offerUndo(text, () => void Promise.all(dropped.map(storeAgain)).then(read));
  };

  if (copies.length === 0) return null;
  const old = copies.filter(({ at }) => at < Date.now() - monthMs);
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{t.dashboard.unfinished.title}</h2>
        {old.length > 1 && (
          <Button
            kind="quiet"
            onClick={() =>
              void discard(old, t.dashboard.unfinished.discardedOld(numberText(old.length)))
            }
          >
            {t.dashboard.unfinished.discardOld(numberText(old.length))}
          </Button>
        )}
      </header>
      <ul>
        {copies.map((copy) => (
          <li key={`${copy.what} ${copy.tab}`} class={styles.row}>
            <a class={styles.title} dir="auto" href={copy.url}>
              {copy.title}
            </a>
            <div class={`quiet-text ${styles.facts}`}>
              <Time at={copy.at} />
              {open.has(copy.tab) && <span>{t.dashboard.unfinished.tabIsOpen}</span>}
            </div>
            {/* An open tab would keep it again. */}
            {!open.has(copy.tab) && (
              <span class={styles.discard}>
                <Button
                  kind="quiet"
                  icon="trash"
                  label={t.dashboard.unfinished.discard(copy.title)}
                  onClick={() => void discard([copy], t.dashboard.unfinished.discarded(copy.title))}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
