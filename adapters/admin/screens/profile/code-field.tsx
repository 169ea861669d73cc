import { t } from '../../catalogue/texts.ts';
import { TextField } from '../../components/inputs/field.tsx';

interface CodeFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onInput: (code: string) => void;
  /** Whether a recovery code is accepted, too. They have letters. */
  readonly acceptsRecoveryCodes?: boolean;
  readonly isFirst?: boolean;
}

export const codeFieldId = 'factor-code';

/** A code of the second factor. */
export const CodeField = ({
  value,
  error,
  onInput,
  acceptsRecoveryCodes = false,
  isFirst = false,
}: CodeFieldProps) => (
  <TextField
    id={codeFieldId}
    label={t.secondFactor.code}
    hint={acceptsRecoveryCodes ? t.secondFactor.codeHintRecovery : t.secondFactor.codeHint}
    required
    value={value}
    error={error}
    attributes={{
      inputMode: acceptsRecoveryCodes ? 'text' : 'numeric',
      autoComplete: 'one-time-code',
      autoCapitalize: 'none',
      spellcheck: false,
      autoFocus: isFirst,
    }}
    onInput={onInput}
  />
);
