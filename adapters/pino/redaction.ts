/** What stands in the log where a secret was. */
export const redacted = '[redacted]';

const secretNames: readonly RegExp[] = [
  /passw|passphrase|secret|authori[sz]ation|cookie|credential|(?:api|private)[-_]?key/i,
  /(?:token|jwt|hash|digest|salt|pwd)$/i,
];

/** Whether a value of this name is kept out of the log, whatever it is. */
export const isSecretName = (name: string): boolean => secretNames.some((form) => form.test(name));

const secretForms: readonly RegExp[] = [
  // User and password in an address.
  /(?<=:\/\/)[^\s/@]+(?=@)/g,
  // An API token.
  /\bst_[A-Za-z0-9]{8,}/g,
  // A compact JWS.
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  // What follows the name of an authentication scheme.
  /(?<=\b(?:bearer|basic)\s)[\w.~+/=-]+/gi,
];

/** The text without the secrets that their form gives away. */
export const redactText = (text: string): string =>
  secretForms.reduce((rest, form) => rest.replace(form, redacted), text);
