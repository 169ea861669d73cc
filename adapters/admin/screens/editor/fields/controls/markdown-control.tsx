import { markdownSyntax } from '../../text/markdown/markdown-syntax.ts';
import { TextEditor } from '../../text/text-editor.tsx';
import { applyEdit, normalizeBreaks } from '../../model/line-endings.ts';
import type { ControlProps } from '../field-form.ts';
import { SchemaField } from '../schema-field.tsx';
import { hintOf, useText, writeText } from './text-controls.tsx';

/**
 * Markdown. The source is what is stored: nothing converts it, so no byte changes that the user did not
 * change.
 */
export const MarkdownControl = (props: ControlProps) => {
  const value = useText(props);
  return (
    <SchemaField props={props} hint={hintOf(props, value)}>
      {(control) => (
        <TextEditor
          syntax={markdownSyntax}
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
