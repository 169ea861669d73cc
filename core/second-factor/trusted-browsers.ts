import { authorizeOwnAccount } from '../access/policy.ts';
import { deleteAudited } from '../events/delete-audited.ts';
import type { Actor } from '../model/actor.ts';
import {
  signInSecretBits,
  trustedBrowserLifetimeMs,
  type TrustedBrowser,
} from '../model/second-factor.ts';
import { originOf, type LoginClient } from '../model/session.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';

/** A trusted browser as its user sees it. */
export type ShownTrustedBrowser = Omit<TrustedBrowser, 'userId' | 'digest'>;

export const listTrustedBrowsers =
  ({ trustedBrowsers, clock }: Pick<Dependencies, 'trustedBrowsers' | 'clock'>) =>
  async (actor: Actor): Promise<readonly ShownTrustedBrowser[]> => {
    const { userId } = authorizeOwnAccount(actor);
    const stored = await trustedBrowsers.listByUser(userId);
    return stored
      .filter(({ expiresAt }) => expiresAt > clock.now())
      .map(({ userId: _, digest: __, ...shown }) => shown);
  };

export const endTrustedBrowser =
  (dependencies: Pick<Dependencies, 'store'>) =>
  async (actor: Actor, rawId: string): Promise<void> => {
    const { userId } = authorizeOwnAccount(actor);
    await deleteAudited(dependencies, actor, {
      what: 'Trusted browser',
      id: rawId,
      remove: ({ trustedBrowsers }, id) => trustedBrowsers.delete(userId, id),
      operation: () => ({ action: 'user.end_trust', id: userId }),
    });
  };

/** A trusted browser that is not stored yet, and the secret that its browser gets. */
export interface NewTrustedBrowser {
  readonly browser: TrustedBrowser;
  readonly secret: string;
}

export const newTrustedBrowser = async (
  { secrets, digest, ids, clock }: Pick<Dependencies, 'secrets' | 'digest' | 'ids' | 'clock'>,
  userId: string,
  from: LoginClient,
): Promise<NewTrustedBrowser> => {
  const secret = secrets.next(signInSecretBits);
  const createdAt = clock.now();
  const browser: TrustedBrowser = {
    id: ids.next(),
    userId,
    digest: await digest.sha256(secret),
    createdAt,
    expiresAt: createdAt + trustedBrowserLifetimeMs,
    ...originOf(from),
  };
  return { browser, secret };
};

/** Whether a secret is that of a browser that this account trusts now. */
export const isTrusted = async (
  { digest, clock }: Pick<Dependencies, 'digest' | 'clock'>,
  { trustedBrowsers }: Pick<Repositories, 'trustedBrowsers'>,
  userId: string,
  secret: string | undefined,
): Promise<boolean> => {
  if (secret === undefined || secret === '') return false;
  const found = await trustedBrowsers.findByDigest(await digest.sha256(secret));
  return found?.userId === userId && found.expiresAt > clock.now();
};
