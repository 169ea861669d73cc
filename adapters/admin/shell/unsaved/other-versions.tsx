import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { ComparedFields, type ComparedField } from '../../components/texts/compared-fields.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { formatMoment } from '../../components/time.tsx';
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
    offerUndo(`The version of ${formatMoment(version.at)} was discarded.`, () => putBack(version));
  };
  const take = (version: UnsavedCopy<T>): void => {
    const undo = restore(version.work);
    takeOut(version);
    setCompared(undefined);
    void dropTaken(version);
    offerUndo(`The version of ${formatMoment(version.at)} is in the form.`, () => {
      undo();
      putBack(version);
    });
  };

  if (list.length === 0) return null;
  return (
    <section class={`note ${styles.versions}`} aria-label="Unsaved versions">
      <p role="status">
        {list.length === 1 ? 'One unsaved version' : `${list.length} unsaved versions`} in this
        browser:
      </p>
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
          title={`The version of ${formatMoment(compared.at)}`}
          wide
          onClose={() => setCompared(undefined)}
          actions={
            <>
              <Button onClick={() => setCompared(undefined)}>Close</Button>
              <Button kind="primary" onClick={() => take(compared)}>
                Restore this version
              </Button>
            </>
          }
        >
          <ComparedFields
            fields={compare(compared.work)}
            names={{ before: 'In the form', after: 'In this version' }}
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
  const count = Math.abs(gained).toLocaleString();
  return `${gained > 0 ? '+' : '−'}${count} ${count === '1' ? 'word' : 'words'}`;
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
  const facts = [gained, isOpen ? 'its tab is open' : ''].filter((fact) => fact !== '');
  return (
    <li class="row between">
      <span>
        {name}
        {facts.length > 0 && ` (${facts.join(', ')})`}
      </span>
      <span class="row">
        <Button label={`Restore the version of ${name}`} onClick={onRestore}>
          Restore
        </Button>
        <Button label={`Compare the version of ${name}`} onClick={onCompare}>
          Compare
        </Button>
        {/* Its tab would keep it again. */}
        {!isOpen && (
          <Button label={`Discard the version of ${name}`} onClick={onDiscard}>
            Discard
          </Button>
        )}
      </span>
    </li>
  );
};
