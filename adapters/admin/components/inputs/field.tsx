import type { ComponentChildren, PartialInputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';

export interface FieldProps {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  /** What is wrong with the value, and what to do. */
  readonly error?: string | undefined;
  readonly required?: boolean;
  /** The id of the control, for links of the error summary. */
  readonly id?: string | undefined;
}

/** What the control of a field must have. */
export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-required': boolean | undefined;
}

/** A label, a control, a hint and an error that belong together. */
export const Field = ({
  label,
  hint,
  error,
  required = false,
  id: givenId,
  children,
}: FieldProps & { readonly children: (control: ControlAttributes) => ComponentChildren }) => {
  const generated = useId();
  const id = givenId ?? generated;
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ].join(' ');
  return (
    <div class="field">
      <label for={id} dir="auto">
        {label}
        {required && <span class="required"> {t.components.required}</span>}
      </label>
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-required': required ? true : undefined,
      })}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`} dir="auto">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="error" dir="auto" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
};

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: 'text' | 'password' | 'url' | 'number' | 'search' | 'date';
  readonly attributes?: Omit<
    PartialInputHTMLAttributes<HTMLInputElement>,
    'type' | 'list' | 'role'
  >;
}

/**
 * Of an input for an e-mail address, which is of type `text`: in one of type `email`, Chromium writes the domain in an
 * ASCII form of its own, which is another domain for some letters, such as `ß`.
 */
export const addressInput = {
  inputMode: 'email',
  autoCapitalize: 'none',
  spellcheck: false,
} as const;

export const TextField = ({
  value,
  onInput,
  type = 'text',
  attributes,
  ...field
}: TextFieldProps) => {
  // Preact's types know each type of input by itself, not a choice of them.
  const inputType: string = type;
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...attributes}
          {...control}
          class="input"
          dir="auto"
          type={inputType as 'text'}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
};

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface SelectFieldProps extends FieldProps {
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean;
}

export const SelectField = ({ value, options, onChange, disabled, ...field }: SelectFieldProps) => (
  <Field {...field}>
    {(control) => (
      <select
        {...control}
        class="input"
        dir="auto"
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Field>
);

export interface CheckboxProps {
  readonly label: ComponentChildren;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: ComponentChildren;
  readonly disabled?: boolean;
}

export const Checkbox = ({ label, checked, onChange, hint, disabled }: CheckboxProps) => {
  const id = useId();
  return (
    <div class="field">
      <label class="checkbox">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span dir="auto">{label}</span>
      </label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`} dir="auto">
          {hint}
        </p>
      )}
    </div>
  );
};
