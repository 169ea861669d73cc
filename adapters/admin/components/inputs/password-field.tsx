import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import {
  passwordMaxBytes,
  passwordMinLength,
  utf8Length,
} from '../../../../contracts/client/vocabulary.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../button.tsx';
import { Field, type FieldProps } from './field.tsx';
import { Icon } from '../icon.tsx';
import styles from './password-field.module.css';

const isLongEnough = (password: string): boolean =>
  Array.from(password.normalize('NFC')).length >= passwordMinLength;

const isShortEnough = (password: string): boolean =>
  utf8Length(password.normalize('NFC')) <= passwordMaxBytes;

/** Whether the service accepts the password. */
export const isValidPassword = (password: string): boolean =>
  isLongEnough(password) && isShortEnough(password);

interface PasswordFieldProps extends Omit<FieldProps, 'hint'> {
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** A new password: it can be shown, and its rules say while the user types whether it meets them. */
export const PasswordField = ({ value, onInput, ...field }: PasswordFieldProps) => {
  const [isShown, setShown] = useState(false);
  const type: string = isShown ? 'text' : 'password';
  return (
    <Field
      {...field}
      hint={
        <>
          <Rule isMet={value === '' ? undefined : isLongEnough(value)}>
            {t.components.password.atLeast(passwordMinLength)}
          </Rule>
          {!isShortEnough(value) && (
            <Rule isMet={false}>{t.components.password.atMost(passwordMaxBytes)}</Rule>
          )}
        </>
      }
    >
      {(control) => (
        <div class={styles.input}>
          <input
            {...control}
            class="input"
            // Preact's types know each type of input by itself, not a choice of them.
            type={type as 'text'}
            autoComplete="new-password"
            spellcheck={false}
            value={value}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
          <Button
            label={
              isShown ? t.components.password.hidePassword : t.components.password.showPassword
            }
            onClick={() => setShown(!isShown)}
          >
            {isShown ? t.components.password.hide : t.components.password.show}
          </Button>
        </div>
      )}
    </Field>
  );
};

interface RuleProps {
  /** Undefined before anything is typed. */
  readonly isMet: boolean | undefined;
  readonly children: ComponentChildren;
}

const Rule = ({ isMet, children }: RuleProps) => (
  <span class={isMet === true ? `${styles.rule} ${styles.met}` : styles.rule}>
    <Icon name={isMet === true ? 'check' : 'info'} size={14} />
    <span>
      {children}
      {isMet !== undefined && (
        <span class="visually-hidden">
          {isMet ? t.components.password.met : t.components.password.notMet}
        </span>
      )}
    </span>
  </span>
);
