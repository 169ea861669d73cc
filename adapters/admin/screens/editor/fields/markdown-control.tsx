import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import type { IconName } from '../../../components/icon.tsx';
import { pickMedia } from '../../../media/pick-media.tsx';
import { applyEdit, normalizeBreaks } from '../model/line-endings.ts';
import styles from './markdown-control.module.css';
import { imageEdit, markdownEdits, type MarkdownEdit } from './markdown-edits.ts';
import { MarkdownPreview } from './markdown-preview.tsx';
import type { ControlProps } from './field-form.ts';
import { SchemaField } from './schema-field.tsx';
import { hintOf, useText, writeText } from './text-controls.tsx';

const tools: readonly (readonly [
  edit: keyof typeof markdownEdits,
  label: string,
  icon: IconName,
])[] = [
  ['bold', 'Bold (Ctrl+B)', 'bold'],
  ['italic', 'Italic (Ctrl+I)', 'italic'],
  ['heading', 'Heading', 'heading'],
  ['quote', 'Quote', 'quote'],
  ['bullets', 'Bulleted list', 'list'],
  ['numbers', 'Numbered list', 'numbers'],
  ['code', 'Code', 'api'],
  ['link', 'Link', 'link'],
];

/**
 * Applies an edit to the selection as if it were typed, so that the browser's undo covers it. `insertText`
 * is deprecated without a replacement that keeps undo; where it does nothing, the value is set.
 */
const applyToArea = (area: HTMLTextAreaElement, edit: MarkdownEdit): void => {
  const { start, end, text, selection } = edit({
    text: area.value,
    start: area.selectionStart,
    end: area.selectionEnd,
  });
  area.focus();
  area.setSelectionRange(start, end);
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else inserts text and keeps undo
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text, start, end, 'end');
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  area.setSelectionRange(start + selection[0], start + selection[1]);
};

/**
 * Markdown as its source, with a toolbar and a preview. The source is what is stored: nothing converts it,
 * so no byte changes that the user did not change.
 */
export const MarkdownControl = (props: ControlProps) => {
  const { form, label } = props;
  const value = useText(props);
  const area = useRef<HTMLTextAreaElement>(null);
  const [isPreview, setPreview] = useState(false);
  const text = normalizeBreaks(value);

  // The element keeps its own text, because the browser's undo goes back letter by letter when its text is
  // set after each of them. A text from elsewhere replaces it, before the next key.
  useLayoutEffect(() => {
    if (area.current !== null && area.current.value !== text) area.current.value = text;
  }, [text]);

  const insertImage = async (): Promise<void> => {
    const file = await pickMedia({ type: 'image' });
    if (file === undefined || area.current === null) return;
    applyToArea(area.current, imageEdit(file.alt, file.url));
  };

  const run = (name: keyof typeof markdownEdits): void => {
    if (area.current !== null) applyToArea(area.current, markdownEdits[name]);
  };

  return (
    <SchemaField props={props} hint={hintOf(props, value)}>
      {(control) => (
        <div class={styles.markdown}>
          <div class={styles.bar} role="toolbar" aria-label={`${label}: formatting`}>
            {!form.isReadOnly &&
              tools.map(([name, title, icon]) => (
                <Button
                  key={name}
                  kind="quiet"
                  icon={icon}
                  label={title}
                  disabled={isPreview}
                  onClick={() => run(name)}
                />
              ))}
            {!form.isReadOnly && (
              <Button
                kind="quiet"
                icon="image"
                label="Image"
                disabled={isPreview}
                onClick={() => void insertImage()}
              />
            )}
            <Button
              kind="quiet"
              attributes={{ 'aria-pressed': isPreview }}
              onClick={() => setPreview(!isPreview)}
            >
              Preview
            </Button>
          </div>
          <textarea
            {...control}
            ref={area}
            class="input"
            hidden={isPreview}
            readOnly={form.isReadOnly}
            onInput={(event) => writeText(props, applyEdit(value, event.currentTarget.value))}
            onKeyDown={(event) => {
              if (!(event.ctrlKey || event.metaKey) || form.isReadOnly) return;
              const name = { b: 'bold', i: 'italic' }[event.key.toLowerCase()];
              if (name === undefined) return;
              event.preventDefault();
              run(name as 'bold');
            }}
          />
          {isPreview && <MarkdownPreview source={value} label={label} />}
        </div>
      )}
    </SchemaField>
  );
};
