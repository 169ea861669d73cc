import { useEffect, useRef } from 'preact/hooks';
import { counted } from '../catalogue/forms.ts';
import { t } from '../catalogue/texts.ts';

export interface FieldError {
  /** The id of the control. */
  readonly id: string;
  readonly label: string;
  readonly message: string;
}

interface ErrorSummaryProps {
  readonly errors: readonly FieldError[];
  /** Takes the focus when this changes; by default, when the errors change. */
  readonly attempt?: number;
  /** Shows a control that may be hidden, and focuses it. Without it, the control is focused. */
  readonly onFollow?: (id: string) => void;
}

const focus = (id: string): void => document.getElementById(id)?.focus();

/** The mistakes of a form, each a link to its field. Takes the focus after each failed attempt to save. */
export const ErrorSummary = ({ errors, attempt, onFollow = focus }: ErrorSummaryProps) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [attempt ?? errors]);
  if (errors.length === 0) return null;
  return (
    <div class="error-summary" role="alert" tabIndex={-1} ref={box}>
      <h2>{counted(errors.length, t.components.fieldsToChange)} </h2>
      <ul>
        {errors.map(({ id, label, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              dir="auto"
              onClick={(event) => {
                event.preventDefault();
                onFollow(id);
              }}
            >
              {message.startsWith(`${label} `) ? message : `${label}: ${message}`}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
};
