import { useEffect, useState } from 'preact/hooks';
import { readingMinutes } from '../../../../../contracts/client/vocabulary.ts';
import { counted } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import type { TextSyntax } from './syntax.ts';
import styles from './text-length.module.css';

/** Counting a large text takes longer than a key may take, so it waits for a pause. */
const pauseMs = 400;

interface TextLengthProps {
  readonly text: string;
  readonly syntax: Pick<TextSyntax, 'countWords'>;
}

/** How many words a text has, and how long it takes to read. */
export const TextLength = ({ text, syntax }: TextLengthProps) => {
  const [words, setWords] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(
      () => setWords(syntax.countWords(text)),
      words === undefined ? 0 : pauseMs,
    );
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p class={styles.line}>
      {words !== undefined &&
        words > 0 &&
        `${counted(words, t.textEditor.words)} · ${counted(readingMinutes(words), t.textEditor.minutes)}`}
    </p>
  );
};
