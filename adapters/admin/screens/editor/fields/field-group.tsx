import type { ComponentChildren } from 'preact';
import { controlId, useIssue, type ControlProps } from './field-form.ts';
import styles from './field-group.module.css';

interface FieldGroupProps {
  readonly props: ControlProps;
  /** `group` has a line at its side. */
  readonly style: 'group' | 'list';
  readonly children: ComponentChildren;
}

/** The label, description and mistake of fields that belong together, and what they contain. */
export const FieldGroup = ({ props, style, children }: FieldGroupProps) => {
  const { field, path, label, required } = props;
  const error = useIssue(props);
  return (
    <fieldset
      class={style === 'group' ? styles.group : styles.list}
      id={controlId(path)}
      tabIndex={-1}
    >
      <legend class="label" dir="auto">
        {label}
        {required && <span class="required"> (required)</span>}
      </legend>
      {field.description !== undefined && (
        <p class="hint" dir="auto">
          {field.description}
        </p>
      )}
      {error !== undefined && <p class="error">{error}</p>}
      {children}
    </fieldset>
  );
};
