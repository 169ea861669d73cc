/**
 * The part of the vocabulary about people and programs: rights, accounts, sessions, API tokens, previews. It is for
 * `vocabulary.ts`, the door.
 */

// Rights, and who sees what.
export {
  reachOfRole,
  rights,
  roleActions,
  type Action,
  type Denial,
  type Reach,
  type Right,
  type RoleAction,
} from './access/rights.ts';
export { seesAllAs } from './access/visibility.ts';
export { highestRole } from './model/site/factor-policy.ts';
export { roles, type CollectionScope, type Grant, type Role } from './model/actor.ts';
export { perspectives, type Perspective } from './model/preview.ts';

// Accounts, API tokens, previews.
export * from './accounts/email.ts';
export {
  accountCreations,
  passwordLogins,
  type AccountCreation,
  type GroupRoles,
  type PasswordLogin,
} from './accounts/identity-rules.ts';
export { signInFailures, type SignInFailure } from './sign-in/sign-in-failure.ts';
export { passwordMaxBytes, passwordMinLength } from './accounts/password.ts';
export type { Permission, ShownUser } from './accounts/read-users.ts';
export type { ResetLink } from './accounts/reset-links.ts';
export type { NewInvitation, ShownInvitation } from './invitations/manage-invitations.ts';
export { linkSecretMaxLength } from './model/account-link.ts';
export { invitationLifetimes, type InvitationLifetime } from './model/invitation.ts';
export type { ShownSession } from './accounts/manage-sessions.ts';
export {
  challengeCodesMax,
  challengeLifetimeMs,
  codeStepMs,
  trustedBrowserLifetimeMs,
} from './model/second-factor.ts';
export type { ShownTrustedBrowser } from './second-factor/trusted-browsers.ts';
export type { LoggedIn } from './accounts/session.ts';
export {
  clientMaxLength,
  seenAccuracyMs,
  signInMethods,
  type SignInMethod,
} from './model/session.ts';
export {
  asAuthor,
  personNameMaxLength,
  publicNameOf,
  usernameMaxLength,
  usernameMinLength,
  type Author,
  type Email,
  type Profile,
} from './model/user.ts';
export { savedViewLimits, type ShownView } from './model/saved-view.ts';
export type { CreatedApiToken, ShownApiToken } from './api-tokens/manage-api-tokens.ts';
export {
  apiTokenKinds,
  apiTokenMark,
  apiTokenPrefixLength,
  tokenLifetimes,
  type ApiTokenKind,
  type TokenLifetime,
} from './model/api-token.ts';
export { previewLifetimes, type PreviewLifetime } from './model/preview.ts';
export { previewPlaceholders, previewUrlMaxLength } from './model/preview-url.ts';
