import type { ComponentChildren } from 'preact';
import { Field, type ControlAttributes } from '../../../components/inputs/field.tsx';
import { controlId, useIssue, type ControlProps } from './field-form.ts';

interface SchemaFieldProps {
  readonly props: ControlProps;
  /** Defaults to the description in the schema. */
  readonly hint?: string | undefined;
  /** Whether mistakes inside the value have no control of their own. */
  readonly withInner?: boolean;
  readonly children: (control: ControlAttributes) => ComponentChildren;
}

/** The label, hint and mistake of a field, around its control. */
export const SchemaField = ({ props, hint, withInner = false, children }: SchemaFieldProps) => {
  const { field, path, label, required } = props;
  const error = useIssue(props, withInner);
  const text = hint ?? field.description ?? '';
  return (
    <Field
      id={controlId(path)}
      label={label}
      required={required}
      hint={text === '' ? undefined : text}
      error={error}
    >
      {children}
    </Field>
  );
};
