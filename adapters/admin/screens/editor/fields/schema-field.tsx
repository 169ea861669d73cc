import type { ComponentChildren } from 'preact';
import { t } from '../../../catalogue/texts.ts';
import { Field, type ControlAttributes } from '../../../components/inputs/field.tsx';
import { CommentMark } from '../comments/comment-mark.tsx';
import { controlId, useIssue, type ControlProps } from './field-form.ts';
import { useSharedHint } from './shared-fields.ts';
import styles from './schema-field.module.css';

/**
 * What a form says about a field: a sentence, then that it is shared, then the advice of the schema. Undefined if there is
 * nothing to say.
 */
export const hintWithHelp = (
  { help = '' }: ControlProps['field'],
  hint = '',
  shared = '',
): ComponentChildren | undefined => {
  if (help === '' && shared === '') return hint === '' ? undefined : hint;
  return (
    <>
      {hint}
      {shared !== '' && <span class={styles.help}>{shared}</span>}
      {help !== '' && (
        <span class={styles.help} dir="auto">
          {help}
        </span>
      )}
    </>
  );
};

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
  const shared = useSharedHint(props);
  return (
    <Field
      id={controlId(path)}
      label={
        <>
          {label}
          <CommentMark path={path} />
        </>
      }
      required={required}
      hint={hintWithHelp(field, hint ?? field.description, shared)}
      error={error}
    >
      {children}
    </Field>
  );
};

interface FieldGroupProps {
  readonly props: ControlProps;
  /** `group` has a line at its side. */
  readonly style: 'group' | 'list';
  /** At the right of the label: buttons for all of the fields. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The label, description and mistake of fields that belong together, and what they contain. */
export const FieldGroup = ({ props, style, tools, children }: FieldGroupProps) => {
  const { field, path, label, required } = props;
  const error = useIssue(props);
  const hint = hintWithHelp(field, field.description, useSharedHint(props));
  const id = controlId(path);
  return (
    <fieldset
      class={style === 'group' ? styles.group : styles.list}
      id={id}
      tabIndex={-1}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
    >
      <legend class="label" dir="auto">
        {label}
        {required && <span class="required"> {t.components.required}</span>}
      </legend>
      {tools !== undefined && tools !== false && <div class={styles.tools}>{tools}</div>}
      {hint !== undefined && (
        <p class="hint" dir="auto" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && <p class="error">{error}</p>}
      {children}
    </fieldset>
  );
};
