import { WebCryptoOneTimeCodes } from '../../../adapters/webcrypto/web-crypto-one-time-codes.ts';

const codes = new WebCryptoOneTimeCodes();

/** The code that an app with this key shows. @param steps how many steps later. */
export const appCode = (key: string, now: number, steps = 0): Promise<string> =>
  codes.codeOf(key, Math.floor(now / 30_000) + steps);
