import { useId } from 'preact/hooks';
import {
  passwordMaxBytes,
  passwordMinLength,
  passwordRules,
} from '../../../contracts/password-rules.ts';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';
import './new-password-field.css';

interface NewPasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly error?: string | undefined;
  readonly id?: string;
  /** Shows the text instead of dots. */
  readonly isShown?: boolean;
}

/** A field for a new password that shows, while the user types, which rules it keeps. */
export const NewPasswordField = ({
  label,
  value,
  onInput,
  error,
  id,
  isShown = false,
}: NewPasswordFieldProps) => {
  const rulesId = useId();
  const { isLongEnough, isShortEnough } = passwordRules(value);
  const rules = [
    [`At least ${passwordMinLength} characters`, isLongEnough],
    [`At most ${passwordMaxBytes.toLocaleString()} bytes`, isShortEnough],
  ] as const;
  return (
    <div class="stack new-password">
      <Field label={label} error={error} id={id} required>
        {(control) => (
          <input
            {...control}
            class="input"
            // Preact's types know each type of input by itself, not a choice of them.
            type={(isShown ? 'text' : 'password') as 'password'}
            autoComplete="new-password"
            spellcheck={false}
            aria-describedby={[control['aria-describedby'], rulesId].filter(Boolean).join(' ')}
            value={value}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        )}
      </Field>
      <ul id={rulesId} class="password-rules" aria-label="Rules for passwords">
        {rules.map(([rule, isKept]) => (
          <li key={rule} class={isKept ? 'kept' : ''}>
            <Icon name={isKept ? 'check' : 'info'} size={16} />
            {rule}
            <span class="visually-hidden">{isKept ? ': yes' : ': not yet'}</span>
          </li>
        ))}
      </ul>
    </div>
  );
};
