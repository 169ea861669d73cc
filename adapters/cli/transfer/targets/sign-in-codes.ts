import { codeStepMs } from '../../../../core/vocabulary.ts';
import { CommandError } from '../../command-errors.ts';
import type { MakeCode } from '../../command-host.ts';
import type { Terminal } from '../../terminal.ts';

/** The codes of a second factor, for one sign-in. */
export interface SignInCodes {
  /**
   * A code to try: the first, or after one that was not valid.
   *
   * @throws CommandError without another one; InterruptedError on Ctrl-C.
   */
  readonly next: () => Promise<string>;
}

/** How often the user can enter a code. */
const enteredMax = 2;

export const enteredCodes = ({ askSecret }: Terminal, email: string): SignInCodes => {
  let count = 0;
  return {
    next: async () => {
      count += 1;
      if (count > enteredMax) throw new CommandError('Signing in failed: This code is not valid.');
      const isFirst = count === 1;
      const code = await askSecret(
        isFirst ? `Code of ${email}: ` : 'This code is not valid. Another code: ',
      );
      if (code !== undefined) return code.trim();
      throw new CommandError(
        'The account has a second factor, and there is no terminal to ask for a code: set QUOIN_TOTP_SECRET.',
      );
    },
  };
};

/** So many commands can sign in at the same time: each code counts once. */
const madeMax = 3;

export interface MadeCodesOptions {
  readonly notify: (line: string) => void;
  /** @throws InterruptedError on Ctrl-C. */
  readonly wait: (ms: number) => Promise<void>;
  /** In epoch milliseconds. */
  readonly now?: () => number;
}

/** Codes made from the key of the app. Each is good for one sign-in: another command may have used it. */
export const madeCodes = (
  makeCode: MakeCode,
  { notify, wait, now = () => Date.now() }: MadeCodesOptions,
): SignInCodes => {
  let count = 0;
  return {
    next: async () => {
      count += 1;
      if (count > madeMax) {
        throw new CommandError(
          'Signing in failed: the codes made from QUOIN_TOTP_SECRET are not valid. Check the secret, and the clock of this machine.',
        );
      }
      if (count > 1) {
        const ms = codeStepMs - (now() % codeStepMs);
        notify(
          `The code is not valid. If another command has used it, the next one is: waiting ${Math.ceil(ms / 1_000)} s.`,
        );
        await wait(ms);
      }
      return makeCode(now());
    },
  };
};
