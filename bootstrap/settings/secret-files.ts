import { readFileSync } from 'node:fs';
import { Type, type TOptional, type TString } from 'typebox';

/** The variables that can hold a secret. */
const secretNames = [
  'DATABASE_URL',
  'REDIS_URL',
  'JWT_SECRET',
  'LEGACY_PASSWORD_SALT',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
] as const;

type FileVariable = `${(typeof secretNames)[number]}_FILE`;

export const secretFileVariables = Object.fromEntries(
  secretNames.map((name) => [
    `${name}_FILE`,
    Type.Optional(
      Type.String({
        description: `A file with the value of \`${name}\`, instead of the variable: see [secrets in files](operations.md#secrets-in-files).`,
      }),
    ),
  ]),
) as Readonly<Record<FileVariable, TOptional<TString>>>;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ReadSecrets {
  /** The environment with the contents of the files. */
  readonly env: Environment;
  readonly mistakes: readonly string[];
}

/** Reads the files that variables such as `JWT_SECRET_FILE` name. */
export const readSecretFiles = (
  env: Environment,
  names: readonly string[] = secretNames,
): ReadSecrets => {
  const values: Record<string, string> = {};
  const mistakes: string[] = [];
  for (const name of names) {
    const variable = `${name}_FILE`;
    const path = env[variable];
    if (!path) continue;
    const value = env[name] ? undefined : readSecretFile(path);
    if (value === undefined) mistakes.push(`${name} and ${variable} must not both be set`);
    else if ('failure' in value) mistakes.push(`${variable} must name a file ${value.failure}`);
    else values[name] = value.text;
  }
  return { env: { ...env, ...values }, mistakes };
};

/** Without the newline at the end, which editors and `echo` add. */
const readSecretFile = (path: string): { readonly text: string } | { readonly failure: string } => {
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return text === '' ? { failure: 'that is not empty' } : { text };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return { failure: `that this account can read${code}` };
  }
};
