/** Why a sign-in by the identity provider has failed, for the person who tried it. */
export const signInFailures = [
  'oidc_denied',
  'oidc_failed',
  'oidc_unknown_account',
  'oidc_email_unverified',
  'oidc_inactive',
] as const;
export type SignInFailure = (typeof signInFailures)[number];
