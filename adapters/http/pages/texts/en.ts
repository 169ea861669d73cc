import { passwordMinLength } from '../../../../core/vocabulary.ts';
import { html, type Html } from '../html.ts';
import type { LoginError } from '../login-path.ts';

/** What sentences about a failed sign-in contain. */
export interface LoginFacts {
  /** The name of the identity provider; undefined without one. */
  readonly provider: string | undefined;
  /** Leads to the form for a new password; undefined if the service sends no mail. */
  readonly forgotLink: ((text: string) => Html) | undefined;
  /** Leads to the login page at the address of the service. */
  readonly addressLink: Html;
  readonly signOutLink: (text: string) => Html;
  readonly homeLink: (text: string) => Html;
}

export interface ErrorWords {
  readonly title: string;
  readonly text: string;
}

const provider = ({ provider: name = 'The identity provider' }: LoginFacts): string => name;

const failures: Readonly<Record<LoginError | 'unknown', (facts: LoginFacts) => Html>> = {
  invalid_credentials: ({ forgotLink }) =>
    html`The email address or the password is wrong. If you have forgotten the password,
    ${forgotLink?.('set a new one') ?? 'an administrator can set a new one'}.`,
  session_not_kept: () =>
    html`You are not signed in, because your browser did not keep the session. Allow cookies for
    this site, then sign in again.`,
  wrong_address: ({ addressLink }) =>
    html`You are not signed in, because a browser keeps the session of this site only over https.
    Sign in at ${addressLink}.`,
  still_signed_in: ({ signOutLink, homeLink }) =>
    html`You are still signed in, because a page of another site asked to sign you out.
    ${signOutLink('Sign out')} or ${homeLink('go on')}.`,
  sign_in_ended: () =>
    html`This sign-in has ended: it took too long, or too many codes were wrong. Sign in again.`,
  password_login_disabled: (facts) =>
    html`The password is right, but your account does not sign in by a password here. Continue with
    ${provider(facts)}.`,
  oidc_denied: (facts) =>
    html`${provider(facts)} did not let you in, or you have cancelled. Try again.`,
  oidc_failed: (facts) =>
    html`Signing in with ${provider(facts)} failed. Try again. If it fails again, tell an
    administrator: the log of the service says why.`,
  oidc_unknown_account: (facts) =>
    html`${provider(facts)} knows you, but no account here belongs to you. If you have one, sign in
    with your password and link it under “Your account”. Otherwise, ask an administrator to invite
    you.`,
  oidc_email_unverified: (facts) =>
    html`${provider(facts)} has not verified your email address. Verify it there, then try again.`,
  oidc_inactive: () => html`Your account here is deactivated. Ask an administrator.`,
  unknown: () => html`Signing in failed. Try again.`,
};

const noMistakes: Readonly<Record<string, string>> = {};

const incomplete: ErrorWords = {
  title: 'This did not work',
  text: 'The address or the form is incomplete. Go back and try again.',
};

export const en = {
  email: 'Email address',
  password: 'Password',
  passwordHint: `At least ${passwordMinLength} characters.`,
  firstName: 'First name',
  lastName: 'Last name',
  username: 'Username',
  /** Follows the label of a field. */
  optional: ' (optional)',

  login: {
    title: 'Sign in',
    action: 'Sign in',
    continueWith: (name: string) => `Continue with ${name}`,
    forgotten: 'Forgot your password?',
    askAdministrator: 'Forgot your password? Ask an administrator for a new one.',
    failures,
  },

  registration: {
    title: 'Create an account',
    firstTitle: 'Create the first account',
    firstText: 'There are no accounts yet. This one becomes the administrator.',
    needsScript: 'This form needs JavaScript. Without it, use the command quoin user create.',
    action: 'Create account',
  },

  code: {
    title: 'Enter a code',
    ended: (again: (text: string) => Html) =>
      html`No sign-in waits for a code in this browser. ${again('Sign in again')}.`,
    label: 'Code',
    hint: 'The six digits in your app, or a recovery code.',
    trust: 'Trust this browser for 30 days',
    action: 'Sign in',
    anotherAccount: 'Use another account',
    invalid: 'This code is not valid. Each code works once: wait for the next one in your app.',
    failed: 'Signing in failed. Try again.',
  },

  forgot: {
    title: 'Forgot your password?',
    sendsNoMail:
      'This service sends no mail. Ask an administrator for a link with which you can set a new password.',
    needsScript:
      'This form needs JavaScript. Allow it for this site, or ask an administrator for a link with which you can set a new password.',
    text: 'You get a mail with a link with which you can set a new password.',
    action: 'Send the link',
    done: 'If there is an account with this address, the mail is on its way. The link in it works for 30 minutes. Nothing there? Look into the folder for unwanted mail, or try again in an hour.',
    toLogin: 'Go to the sign-in page',
  },

  reset: {
    title: 'Set a new password',
    needsScript:
      'This form needs JavaScript. Allow it for this site and open the link again, or ask an administrator for a new password.',
    newPassword: 'New password',
    action: 'Set password',
    done: 'Your password was changed, and all your sessions have ended.',
    signIn: 'Sign in',
  },

  invitation: {
    title: 'Make your account',
    text: 'You are invited. Choose a password; the names are for the people you work with.',
    needsScript:
      'This form needs JavaScript. Allow it for this site and open the link again, or ask an administrator for an account.',
    action: 'Make account',
  },

  /** What the scripts of pages show. */
  scripts: {
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    /** While a password is typed. */
    missing: (count: number) => (count === 1 ? '1 more character.' : `${count} more characters.`),
    longEnough: 'Long enough. A sentence is easy to remember, and hard to guess.',
    incompleteLink: 'The address is incomplete. Open the link again.',
    unreachable: 'The service cannot be reached. Try again.',
    /**
     * By error code, else by the name of the field: what is shown in the place of messages from the service, which are
     * English.
     */
    mistakes: noMistakes,
  },

  errors: {
    toStart: 'Go to the start page',
    unexpected: {
      title: 'Something went wrong',
      text: 'Try again. If it happens again, give the administrator of this site this number:',
    },
    forbidden: {
      title: 'Not allowed',
      text: 'The service has rejected the request.',
    },
    fromOtherSite: (publicUrl: string): ErrorWords => ({
      title: 'The form was not accepted',
      text: `It was sent from another site. Open the page at ${publicUrl}. If its address is another one, set PUBLIC_URL.`,
    }),
    /** With the seconds to wait. */
    tooMany: (waitS: number): ErrorWords => {
      const wait = waitS < 120 ? `${waitS} seconds` : `${Math.ceil(waitS / 60)} minutes`;
      return {
        title: 'Too many attempts',
        text: `To protect accounts, only a few attempts a minute are possible. Try again in ${wait}.`,
      };
    },
    /** By status. */
    words: {
      400: incomplete,
      404: {
        title: 'Page not found',
        text: 'There is no page at this address. Check the address, or go to the start page.',
      },
      405: {
        title: 'This did not work',
        text: 'The page cannot be used like this. Open it with a link.',
      },
      413: incomplete,
      415: incomplete,
      421: {
        title: 'Not at this address',
        text: 'The service does not answer at the address that you opened. If it is a name of the service, set PUBLIC_URL or ALLOWED_HOSTS.',
      },
      503: {
        title: 'Not available at the moment',
        text: 'The service cannot answer now. Try again in a few seconds.',
      },
    },
  },

  noAdmin: {
    tab: 'Signed in',
    title: 'You are signed in',
    text: 'This service runs without the admin. In a checkout, npm start builds it.',
    docs: 'Read the API documentation',
    signOut: 'Sign out',
  },
};

export type Texts = typeof en;
