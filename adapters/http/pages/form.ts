import { passwordMinLength } from '../../../core/vocabulary.ts';
import { html, type Html } from './html.ts';
import type { Texts } from './texts.ts';

/** A field of a form for signing in, with its label. */
export interface Field {
  readonly texts: Texts;
  /** The name of the field, with an optional prefix `new-`. */
  readonly id: string;
  readonly label: string;
  readonly autocomplete: string;
  readonly value?: string;
  readonly hint?: string;
  /** The id of the text that says what is wrong with the value. */
  readonly error?: string | false;
  /** Whether it has the focus when the page opens. */
  readonly hasFocus?: boolean;
}

/**
 * In an input of type `email`, Chromium writes the domain in an ASCII form of its own, which is another domain for some
 * letters, such as `ß`.
 */
const addressInput = html` inputmode="email" autocapitalize="none" spellcheck="false"`;

const inputs: Readonly<Record<string, Html>> = {
  email: addressInput,
  password: html` type="password"`,
};

/** A labelled input: required for an address if it is called `email`, or a password; optional for a name. */
export const field = ({
  texts,
  id,
  label,
  autocomplete,
  value = '',
  hint,
  error = false,
  hasFocus = false,
}: Field): Html => {
  const name = id.replace('new-', '');
  const isRequired = Object.hasOwn(inputs, name);
  const attributes = [
    inputs[name],
    value !== '' && html` value="${value}"`,
    hasFocus && html` autofocus`,
    hint !== undefined && html` minlength="${passwordMinLength}" aria-describedby="${id}-hint"`,
    error && html` aria-describedby="${error}" aria-invalid="true"`,
  ];
  return html`
    <div>
      <label for="${id}">${label}${!isRequired && texts.optional}</label>
      <input
        id="${id}"
        name="${name}"
        autocomplete="${autocomplete}"
        ${attributes}
        ${isRequired && html`required`}
      />
      ${hint !== undefined && html`<small id="${id}-hint" role="status">${hint}</small>`}
    </div>
  `;
};
