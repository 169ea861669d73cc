import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { counted } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { ComparedFields, type ComparedField } from '../../components/texts/compared-fields.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { formatMoment } from '../../components/format-time.ts';
import { offerUndo } from '../../components/undo.ts';
import { openTabs } from '../current-tab.ts';
import { dropCopy, dropTaken, storeAgain, type UnsavedCopy } from './unsaved-copies.ts';
import styles from './other-versions.module.css';

interface OtherVersionsProps<T> {
  /** Of other tabs, and what was put aside. */
  readonly versions: readonly UnsavedCopy<T>[];
  readonly compare: (work: T) => readonly ComparedField[];
  /** Shows a version in the form. @returns a function that shows the former text again. */
  readonly restore: (work: T) => () => void;
}

/** The unsaved work in the same thing that is not in the form: nothing of it is shown or removed without the user. */
export const OtherVersions = <T,>({ versions, compare, restore }: OtherVersionsProps<T>) => {
  const [list, setList] = useState(versions);
  const known = useRef(versions);
  const [compared, setCompared] = useState<UnsavedCopy<T>>();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => void openTabs().then(setOpen), []);
  useEffect(() => {
    const before = known.current;
    known.current = versions;
    setList((shown) => [
      ...shown.filter((each) => versions.includes(each) || !before.includes(each)),
      ...versions.filter((each) => !before.includes(each)),
    ]);
  }, [versions]);

  const putBack = (version: UnsavedCopy<T>): void => {
    void storeAgain(version);
    setList((shown) => [...shown.filter(({ tab }) => tab !== version.tab), version]);
  };
  const takeOut = (version: UnsavedCopy<T>): void => {
    setList((shown) => shown.filter((each) => each !== version));
  };
  const discard = (version: UnsavedCopy<T>): void => {
    takeOut(version);
    void dropCopy(version);
    offerUndo(t.unsaved.versions.discarded(formatMoment(version.at)), () => putBack(version));
  };
  const take = (version: UnsavedCopy<T>): void => {
    const undo = restore(version.work);
    takeOut(version);
    setCompared(undefined);
    void dropTaken(version);
    offerUndo(t.unsaved.versions.taken(formatMoment(version.at)), () => {
      undo();
      putBack(version);
    });
  };

  if (list.length === 0) return null;
  return (
    <section class={`note ${styles.versions}`} aria-label={t.unsaved.versions.label}>
      <p role="status">{counted(list.length, t.unsaved.versions.count)}</p>
      <ul class={styles.list}>
        {list.map((version) => (
          <Version
            key={version.tab}
            name={formatMoment(version.at)}
            words={() => wordsGained(compare(version.work))}
            isOpen={open.has(version.tab)}
            onRestore={() => take(version)}
            onCompare={() => setCompared(version)}
            onDiscard={() => discard(version)}
          />
        ))}
      </ul>
      {compared !== undefined && (
        <Dialog
          title={t.unsaved.versions.title(formatMoment(compared.at))}
          wide
          onClose={() => setCompared(undefined)}
          actions={
            <>
              <Button onClick={() => setCompared(undefined)}>{t.common.close}</Button>
              <Button kind="primary" onClick={() => take(compared)}>
                {t.unsaved.versions.restoreThis}
              </Button>
            </>
          }
        >
          <ComparedFields
            fields={compare(compared.work)}
            names={{ before: t.unsaved.versions.inForm, after: t.unsaved.versions.inVersion }}
          />
        </Dialog>
      )}
    </section>
  );
};

const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0;

/** “+120 words”; empty if a version has as many as the form. */
const wordsGained = (fields: readonly ComparedField[]): string => {
  const gained = fields.reduce(
    (sum, { before, after }) => sum + countWords(after ?? '') - countWords(before ?? ''),
    0,
  );
  if (gained === 0) return '';
  const sign = gained > 0 ? '+' : '−';
  return counted(Math.abs(gained), (count) => t.unsaved.versions.wordsGained(sign + count));
};

interface VersionProps {
  /** Its time. */
  readonly name: string;
  readonly words: () => string;
  /** Whether its tab is open. */
  readonly isOpen: boolean;
  readonly onRestore: () => void;
  readonly onCompare: () => void;
  readonly onDiscard: () => void;
}

const Version = ({ name, words, isOpen, onRestore, onCompare, onDiscard }: VersionProps) => {
  const gained = useMemo(words, []);
  const facts = [gained, isOpen ? t.unsaved.versions.isOpen : ''].filter((fact) => fact !== '');
  return (
    <li class="row between">
      <span>
        {name}
        {facts.length > 0 && ` (${facts.join(', ')})`}
      </span>
      <span class="row">
        <Button label={t.unsaved.versions.restore(name)} onClick={onRestore}>
          {t.common.restore}
        </Button>
        <Button label={t.unsaved.versions.compare(name)} onClick={onCompare}>
          {t.unsaved.versions.compareIt}
        </Button>
        {/* Its tab would keep it again. */}
        {!isOpen && (
          <Button label={t.unsaved.versions.discard(name)} onClick={onDiscard}>
            {t.common.discard}
          </Button>
        )}
      </span>
    </li>
  );
};
