import type { Config } from '../config.ts';
import type { FilePorts } from './port-factories.ts';

// These adapters load slowly: each is imported when it is opened.

/** The mailer, if one is configured. */
export const mailerRow =
  ({ smtp }: Pick<Config, 'smtp'>) =>
  async (): Promise<FilePorts['mailer'] | undefined> => {
    if (smtp === undefined) return undefined;
    const { SmtpMailer } = await import('../../adapters/smtp/smtp-mailer.ts');
    return new SmtpMailer(smtp);
  };

/** The identity provider, if one is configured. Does not connect yet. */
export const identityProviderRow =
  ({ openId }: Pick<Config, 'openId'>) =>
  async (): Promise<FilePorts['identityProvider'] | undefined> => {
    if (openId === undefined) return undefined;
    const { OpenIdIdentityProvider } =
      await import('../../adapters/openid/openid-identity-provider.ts');
    return new OpenIdIdentityProvider(openId);
  };
