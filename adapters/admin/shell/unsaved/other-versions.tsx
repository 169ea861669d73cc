import { useEffect, useMemo, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { MarkedText, useDifferences } from '../../components/compared-texts.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { formatMoment } from '../../components/time.tsx';
import { offerUndo } from '../../components/undo.ts';
import { openTabs } from '../current-tab.ts';
import { dropCopy, dropTaken, storeAgain, type UnsavedCopy } from './unsaved-copies.ts';
import styles from './other-versions.module.css';

/** A field in which the form and a version differ. */
export interface ComparedField {
  readonly label: string;
  readonly form: string;
  readonly version: string;
}

interface OtherVersionsProps<T> {
  /** Of other tabs. */
  readonly versions: readonly UnsavedCopy<T>[];
  readonly compare: (work: T) => readonly ComparedField[];
  /** Shows a version in the form. @returns a function that shows the former text again. */
  readonly restore: (work: T) => () => void;
}

/** The unsaved work of other tabs in the same thing: nothing of it is shown or removed without the user. */
export const OtherVersions = <T,>({ versions, compare, restore }: OtherVersionsProps<T>) => {
  const [list, setList] = useState(versions);
  const [compared, setCompared] = useState<UnsavedCopy<T>>();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => void openTabs().then(setOpen), []);

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
        browser, from another tab:
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
          {compare(compared.work).map((field) => (
            <Compared key={field.label} {...field} />
          ))}
        </Dialog>
      )}
    </section>
  );
};

const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0;

/** “+120 words”; empty if a version has as many as the form. */
const wordsGained = (fields: readonly ComparedField[]): string => {
  const gained = fields.reduce(
    (sum, { form, version }) => sum + countWords(version) - countWords(form),
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

const Compared = ({ label, form, version }: ComparedField) => {
  const parts = useDifferences(form, version);
  return (
    <section class={styles.compared} aria-label={label}>
      <h3 class={styles.label}>{label}</h3>
      <div class={styles.side}>
        <p class="quiet-text">In the form</p>
        <MarkedText label={`${label}: in the form`} parts={parts.mine} side="mine" />
      </div>
      <div class={styles.side}>
        <p class="quiet-text">In this version</p>
        <MarkedText label={`${label}: in this version`} parts={parts.theirs} side="theirs" />
      </div>
    </section>
  );
};
