import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ControlAttributes } from '../../../components/inputs/field.tsx';
import { useWrittenLanguage } from '../../../components/inputs/written-language.ts';
import { textChanges } from '../model/text-changes.ts';
import { areaSurface } from './area-surface.ts';
import { withoutPlaceholders, type Placeholders } from './placeholders.ts';
import type { WritingSurface } from './surface.ts';
import type { WritingEvents } from './writing-events.ts';
import styles from './writing-area.module.css';

/** What every way to write a text gets. */
export interface WritingProps {
  readonly control: ControlAttributes;
  readonly label: string;
  /** With LF only, and without placeholders. */
  readonly text: string;
  /** Parts of the text on the screen that are not part of the value. */
  readonly placeholders: Placeholders;
  readonly isReadOnly: boolean;
  readonly events: WritingEvents;
  readonly onText: (text: string) => void;
  /** Called when the text can be written, and with null before it cannot any more. */
  readonly onSurface: (surface: WritingSurface | null) => void;
}

interface WritingAreaProps extends WritingProps {
  /** Whether the preview is in its place. */
  readonly isCovered: boolean;
}

/** Room for the bars that cover the page above and below the line that is being typed. */
const scrollRoom = '120px';

const growsByItself = CSS.supports('field-sizing', 'content');

/** The source in a text area, which grows with the text. */
export const WritingArea = ({
  control,
  text,
  placeholders,
  isReadOnly,
  isCovered,
  events,
  onText,
  onSurface,
}: WritingAreaProps) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const written = useWrittenLanguage();

  const fit = (): void => {
    if (growsByItself || area.current === null) return;
    area.current.style.height = 'auto';
    area.current.style.height = `${area.current.scrollHeight}px`;
  };

  // The element keeps its own text, because the browser's undo goes back letter by letter when its text is
  // set after each of them. A text from elsewhere changes it, before the next key; then the browser's undo begins anew.
  useLayoutEffect(() => {
    const element = area.current;
    if (element !== null && withoutPlaceholders(element.value, placeholders) !== text) {
      for (const { from, to, insert } of textChanges(element.value, text).toReversed()) {
        element.setRangeText(insert, from, to, 'preserve');
      }
    }
    fit();
  }, [text]);

  useLayoutEffect(() => {
    if (area.current !== null) onSurface(areaSurface(area.current));
    return () => onSurface(null);
  }, []);

  useEffect(() => () => document.documentElement.style.removeProperty('scroll-padding-block'), []);

  return (
    <textarea
      {...control}
      ref={area}
      class={['input', styles.area, isCovered ? styles.covered : ''].join(' ')}
      {...written}
      readOnly={isReadOnly}
      tabIndex={isCovered ? -1 : 0}
      aria-hidden={isCovered ? true : undefined}
      onInput={(event) => {
        fit();
        onText(withoutPlaceholders(event.currentTarget.value, placeholders));
      }}
      onKeyDown={events.keydown}
      onPaste={events.paste}
      onDragOver={events.dragover}
      onDragLeave={events.dragleave}
      onDrop={events.drop}
      onFocus={() => {
        document.documentElement.style.setProperty('scroll-padding-block', scrollRoom);
      }}
      onBlur={() => {
        events.blur();
        document.documentElement.style.removeProperty('scroll-padding-block');
      }}
    />
  );
};
