import type { Notice } from '../mail/notices.ts';
import type { EpochMs } from '../primitives/time.ts';

export type FactorChange = 'set' | 'removed' | 'recovery codes';

const texts: Readonly<
  Record<FactorChange, { readonly subject: string; readonly what: string; readonly ended: string }>
> = {
  set: {
    subject: 'A second factor was set up',
    what: 'A second factor was set up for your account',
    ended: 'All other sessions of the account have ended.',
  },
  removed: {
    subject: 'Your second factor was removed',
    what: 'The second factor of your account was removed',
    ended: 'Signing in needs the password only.',
  },
  'recovery codes': {
    subject: 'You have new recovery codes',
    what: 'The recovery codes of your account were replaced',
    ended: 'The old ones no longer work.',
  },
};

/** @param by who has changed it. */
export const factorNotice = (
  change: FactorChange,
  at: EpochMs,
  by: 'owner' | 'administrator' = 'owner',
): Notice => {
  const { subject, what, ended } = texts[change];
  const who = by === 'owner' ? '' : ' by an administrator';
  return { subject, what: `${what}${who} at ${new Date(at).toISOString()}. ${ended}` };
};
