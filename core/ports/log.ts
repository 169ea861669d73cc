export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Structured notices for those who run the service. Never given a secret, a token or a password. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields, cause?: unknown): void;
  error(message: string, fields?: LogFields, cause?: unknown): void;
}
