import { useState } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../button.tsx';
import styles from './compared-fields.module.css';
import { MarkedText, unmarked, useDifferences, type Part } from './compared-texts.tsx';

/** A field in which two versions differ. */
export interface ComparedField {
  readonly label: string;
  /** Undefined if only the version after has a value. */
  readonly before: string | undefined;
  /** Undefined if only the version before has a value. */
  readonly after: string | undefined;
  /** Whether the values are data, not prose. */
  readonly isCode?: boolean;
}

interface ComparedFieldsProps {
  readonly fields: readonly ComparedField[];
  /** What the two sides are. */
  readonly names: { readonly before: string; readonly after: string };
}

/** The fields in which two versions differ, side by side, with the differing words marked. */
export const ComparedFields = ({ fields, names }: ComparedFieldsProps) => (
  <>
    {fields.map(({ label, before, after, isCode = false }) => {
      const texts = { isCode, before: before ?? '', after: after ?? '' };
      if (before === undefined)
        return <OneSided key={label} label={t.components.compared.added(label)} {...texts} />;
      if (after === undefined)
        return <OneSided key={label} label={t.components.compared.removed(label)} {...texts} />;
      return <Compared key={label} label={label} {...texts} names={names} />;
    })}
  </>
);

/** So much of an unchanged passage is shown beside a change. */
const contextLength = 160;

const isLong = ({ text, isDifferent }: Part): boolean =>
  !isDifferent && text.length > 3 * contextLength;

/** A word that is cut off, if it has an end near the cut. */
const [cutAtEnd, cutAtStart] = [/(?<=\s)\S{1,20}$/, /^\S{1,20}(?=\s)/];

/** The start of an unchanged passage, its end, or both: what is next to a change. */
const excerpt = (part: Part): Part => {
  if (!isLong(part)) return part;
  const start = part.isStart ? '' : part.text.slice(0, contextLength).replace(cutAtEnd, '');
  const end = part.isEnd ? '' : part.text.slice(-contextLength).replace(cutAtStart, '');
  return { ...part, text: `${start}…${end}` };
};

const hasDifference = (parts: readonly Part[]): boolean =>
  parts.some(({ isDifferent }) => isDifferent);

interface ComparedTexts {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly isCode: boolean;
}

/** A value that one version does not have. */
const OneSided = ({ label, before, after, isCode }: ComparedTexts) => (
  <section class={styles.compared} aria-label={label}>
    <h3 class={styles.label} dir="auto">
      {label}
    </h3>
    <div class={styles.label}>
      <MarkedText label={label} parts={[unmarked(before + after)]} side="mine" isCode={isCode} />
    </div>
  </section>
);

const Compared = ({
  label,
  before,
  after,
  isCode,
  names,
}: ComparedTexts & Pick<ComparedFieldsProps, 'names'>) => {
  const [isWhole, setWhole] = useState(false);
  const { mine, theirs } = useDifferences(before, after);
  const areMarked = hasDifference(mine) || hasDifference(theirs);
  const isShortened = areMarked && !isWhole && [...mine, ...theirs].some(isLong);
  const shown = (parts: readonly Part[]): readonly Part[] =>
    isShortened ? parts.map(excerpt) : parts;
  return (
    <section class={styles.compared} aria-label={label}>
      <h3 class={styles.label} dir="auto">
        {label}
      </h3>
      <div class={styles.side}>
        <p class="quiet-text">{names.before}</p>
        <MarkedText
          label={`${label}: ${names.before}`}
          parts={shown(mine)}
          side="mine"
          isCode={isCode}
        />
      </div>
      <div class={styles.side}>
        <p class="quiet-text">{names.after}</p>
        <MarkedText
          label={`${label}: ${names.after}`}
          parts={shown(theirs)}
          side="theirs"
          isCode={isCode}
        />
      </div>
      {isShortened && (
        <div class={styles.label}>
          <Button onClick={() => setWhole(true)}>{t.components.compared.showAll(label)}</Button>
        </div>
      )}
    </section>
  );
};
