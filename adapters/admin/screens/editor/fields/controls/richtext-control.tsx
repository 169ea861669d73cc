import { useRef } from 'preact/hooks';
import { useHtmlSyntax } from '../../text/formatted/choose-surface.ts';
import { TextEditor } from '../../text/text-editor.tsx';
import { applyEdit, normalizeBreaks } from '../../model/line-endings.ts';
import type { ControlProps } from '../field-form.ts';
import { SchemaField } from '../schema-field.tsx';
import { hintOf, TextControl, useText, writeText } from './text-controls.tsx';

/** HTML. The source is what is stored. Until its editor is loaded, a text area shows it. */
export const RichtextControl = (props: ControlProps) => {
  const value = useText(props);
  const box = useRef<HTMLDivElement>(null);
  const syntax = useHtmlSyntax(() => box.current?.contains(document.activeElement) === true);
  if (syntax === undefined) {
    return (
      <div ref={box}>
        <TextControl {...props} />
      </div>
    );
  }
  return (
    <SchemaField props={props} hint={hintOf(props, value)}>
      {(control) => (
        <TextEditor
          syntax={syntax}
          control={control}
          label={props.label}
          text={normalizeBreaks(value)}
          isReadOnly={props.form.isReadOnly}
          onText={(text) => writeText(props, applyEdit(value, text))}
        />
      )}
    </SchemaField>
  );
};
