import { linkSecretBits } from '../model/account-link.ts';
import type { Dependencies } from '../ports/ports.ts';

/** What is needed to make a link. */
export type LinkDependencies = Pick<Dependencies, 'secrets' | 'digest'> & {
  readonly publicUrl: string | undefined;
};

/** A link to a page of the service that works once. */
export interface NewLink {
  /** With the secret in the fragment, which browsers do not send. */
  readonly url: string;
  /** SHA-256 of the secret in hex. */
  readonly digest: string;
}

export const newLink = async (
  { secrets, digest, publicUrl = '' }: LinkDependencies,
  page: 'reset' | 'invitation',
): Promise<NewLink> => {
  const secret = secrets.next(linkSecretBits);
  return { url: `${publicUrl}/auth/${page}#${secret}`, digest: await digest.sha256(secret) };
};
