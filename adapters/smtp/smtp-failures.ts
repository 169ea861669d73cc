import type { MailOutcome } from '../../core/index.ts';

/** An attempt took longer than it may. */
export class SmtpTimeout extends Error {
  override readonly name = 'SmtpTimeout';
}

/** The connection has ended before the message was taken. */
export class SmtpEnd extends Error {
  override readonly name = 'SmtpEnd';
  readonly code = 'ECONNECTION';

  constructor() {
    super('it has ended');
  }
}

/** What the library adds to its errors. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/**
 * What the failure of an attempt means. The text of an answer of the server is left out: it often repeats the address.
 *
 * @param error of the library.
 */
export const outcomeOf = (error: unknown): MailOutcome => {
  const { code, command, message, response, responseCode } = error as SmtpError;
  if (error instanceof SmtpTimeout || code === 'ETIMEDOUT') {
    return failed('The mail server did not answer in time');
  }
  if (code === 'ETLS') return failed('No secure connection to the mail server: TLS failed');
  if (response === undefined || responseCode === undefined) {
    const isNetwork = code !== undefined && networkCodes.includes(code);
    return failed(isNetwork ? `No connection to the mail server: ${message}` : other);
  }
  const answer = `${responseCode}${enhancedCode(response)}`;
  const isSignIn = command?.startsWith('AUTH') ?? false;
  const reason = isSignIn
    ? `The mail server rejected the user or the password with ${answer}`
    : `The mail server answered ${command ?? 'a command'} with ${answer}`;
  return responseCode >= 500 && responseCode < 600 ? { kind: 'refused', reason } : failed(reason);
};

/** The messages of these errors come from Node, or name a step. */
const networkCodes: readonly string[] = ['ECONNECTION', 'EDNS', 'ESOCKET'];

const other = 'The mail could not be transmitted';

const failed = (reason: string): MailOutcome => ({ kind: 'failed', reason });

/** As RFC 3463 defines it, with a space before it: ` 5.1.1`. */
const enhancedCode = (response: string): string =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?= |$)/.exec(response)?.[1]?.replace(/^/, ' ') ?? '';
