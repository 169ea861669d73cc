import { useEffect, useState } from 'preact/hooks';
import styles from './compared-texts.module.css';

/** A piece of a text. */
export interface Part {
  readonly text: string;
  readonly isDifferent: boolean;
  /** Whether it is the same at the start, or the end, of both texts. */
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

interface Parts {
  readonly mine: readonly Part[];
  readonly theirs: readonly Part[];
}

/** After this time, texts that differ in too many words are shown without marks. */
const timeout = 500;

/** The words in which two texts differ. The library loads when it is needed. */
const markDifferences = async (mine: string, theirs: string): Promise<Parts | undefined> => {
  const { diffWordsWithSpace } = await import('diff');
  const changes = diffWordsWithSpace(mine, theirs, { timeout });
  if (changes === undefined) return undefined;
  const partsWithout = (other: 'added' | 'removed'): readonly Part[] =>
    changes.flatMap((change, index) =>
      change[other]
        ? []
        : [
            {
              text: change.value,
              isDifferent: change.added || change.removed,
              isStart: index === 0,
              isEnd: index === changes.length - 1,
            },
          ],
    );
  return { mine: partsWithout('added'), theirs: partsWithout('removed') };
};

/** A whole text without marks. */
export const unmarked = (text: string): Part => ({
  text,
  isDifferent: false,
  isStart: true,
  isEnd: true,
});

/** Marks the words in which two texts differ; unmarked until they are found. */
export const useDifferences = (mine: string, theirs: string): Parts => {
  const [parts, setParts] = useState<Parts>();
  useEffect(() => {
    let isCurrent = true;
    setParts(undefined);
    markDifferences(mine, theirs).then(
      (found) => isCurrent && setParts(found),
      // Without the library, the texts are shown without marks.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [mine, theirs]);
  return parts ?? { mine: [unmarked(mine)], theirs: [unmarked(theirs)] };
};

interface MarkedTextProps {
  readonly label: string;
  readonly parts: readonly Part[];
  readonly side: 'mine' | 'theirs';
  /** Whether it is data, not prose. */
  readonly isCode?: boolean;
}

/** A text whose differences from another one are marked, also for screen readers. */
export const MarkedText = ({ label, parts, side, isCode = false }: MarkedTextProps) => {
  const Mark = side === 'mine' ? 'del' : 'ins';
  return (
    // Scrollable with the keyboard.
    <pre class={isCode ? styles.code : styles.text} dir="auto" tabIndex={0} aria-label={label}>
      {parts.map(({ text, isDifferent }, index) =>
        isDifferent ? (
          <Mark key={index} class={side === 'mine' ? styles.mine : styles.theirs}>
            {text}
          </Mark>
        ) : (
          text
        ),
      )}
    </pre>
  );
};
