import {
  passwordMaxBytes,
  passwordMinLength,
  personNameMaxLength,
  usernameMaxLength,
  usernameMinLength,
} from '../../../../core/vocabulary.ts';
import { html } from '../html.ts';
import type { ErrorWords, LoginFacts, Texts } from './en.ts';

/** Without an article, which would need a case. */
const provider = ({ provider: name = 'Single Sign-on' }: LoginFacts): string => name;

const failures: Texts['login']['failures'] = {
  invalid_credentials: ({ forgotLink }) =>
    html`Die E-Mail-Adresse oder das Passwort ist falsch. Wenn Sie das Passwort vergessen haben,
    ${forgotLink?.('setzen Sie ein neues') ?? 'kann ein Administrator ein neues setzen'}.`,
  session_not_kept: () =>
    html`Sie sind nicht angemeldet, weil Ihr Browser die Sitzung nicht behalten hat. Erlauben Sie
    Cookies für diese Website und melden Sie sich dann erneut an.`,
  wrong_address: ({ addressLink }) =>
    html`Sie sind nicht angemeldet, weil ein Browser die Sitzung dieser Website nur über https
    behält. Melden Sie sich hier an: ${addressLink}.`,
  still_signed_in: ({ signOutLink, homeLink }) =>
    html`Sie sind noch angemeldet, denn eine Seite einer anderen Website wollte Sie abmelden.
    ${signOutLink('Melden Sie sich ab')} oder ${homeLink('fahren Sie fort')}.`,
  sign_in_ended: () =>
    html`Diese Anmeldung ist beendet: Sie hat zu lange gedauert, oder zu viele Codes waren falsch.
    Melden Sie sich erneut an.`,
  password_login_disabled: (facts) =>
    html`Das Passwort stimmt, aber Ihr Konto meldet sich hier nicht mit einem Passwort an. Fahren
    Sie mit ${provider(facts)} fort.`,
  oidc_denied: (facts) =>
    html`${provider(facts)} hat Sie nicht angemeldet, oder Sie haben abgebrochen. Versuchen Sie es
    erneut.`,
  oidc_failed: (facts) =>
    html`Die Anmeldung mit ${provider(facts)} ist fehlgeschlagen. Versuchen Sie es erneut. Wenn sie
    wieder fehlschlägt, sagen Sie es einem Administrator: Den Grund nennt das Protokoll des
    Dienstes.`,
  oidc_unknown_account: (facts) =>
    html`${provider(facts)} kennt Sie, aber hier gehört Ihnen kein Konto. Wenn Sie eines haben,
    melden Sie sich mit Ihrem Passwort an und verbinden Sie es unter „Ihr Konto“. Bitten Sie sonst
    einen Administrator um eine Einladung.`,
  oidc_email_unverified: (facts) =>
    html`${provider(facts)} hat Ihre E-Mail-Adresse nicht bestätigt. Bestätigen Sie sie dort und
    versuchen Sie es dann erneut.`,
  oidc_inactive: () =>
    html`Ihr Konto hier ist deaktiviert. Wenden Sie sich an einen Administrator.`,
  unknown: () => html`Die Anmeldung ist fehlgeschlagen. Versuchen Sie es erneut.`,
};

const incomplete: ErrorWords = {
  title: 'Das hat nicht funktioniert',
  text: 'Die Adresse oder das Formular ist unvollständig. Gehen Sie zurück und versuchen Sie es erneut.',
};

export const de: Texts = {
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  passwordHint: `Mindestens ${passwordMinLength} Zeichen.`,
  firstName: 'Vorname',
  lastName: 'Nachname',
  username: 'Benutzername',
  optional: ' (freiwillig)',

  login: {
    title: 'Anmelden',
    action: 'Anmelden',
    continueWith: (name) => `Weiter mit ${name}`,
    forgotten: 'Passwort vergessen?',
    askAdministrator: 'Passwort vergessen? Bitten Sie einen Administrator um ein neues.',
    failures,
  },

  registration: {
    title: 'Konto anlegen',
    firstTitle: 'Das erste Konto anlegen',
    firstText: 'Es gibt noch keine Konten. Dieses wird das des Administrators.',
    needsScript:
      'Dieses Formular braucht JavaScript. Ohne JavaScript verwenden Sie den Befehl quoin user create.',
    action: 'Konto anlegen',
  },

  code: {
    title: 'Code eingeben',
    ended: (again) =>
      html`In diesem Browser wartet keine Anmeldung auf einen Code.
      ${again('Melden Sie sich erneut an')}.`,
    label: 'Code',
    hint: 'Die sechs Ziffern in Ihrer App oder ein Wiederherstellungscode.',
    trust: 'Diesem Browser 30 Tage lang vertrauen',
    action: 'Anmelden',
    anotherAccount: 'Mit einem anderen Konto anmelden',
    invalid:
      'Dieser Code ist nicht gültig. Jeder Code gilt einmal: Warten Sie auf den nächsten in Ihrer App.',
    failed: 'Die Anmeldung ist fehlgeschlagen. Versuchen Sie es erneut.',
  },

  forgot: {
    title: 'Passwort vergessen?',
    sendsNoMail:
      'Dieser Dienst sendet keine Mails. Bitten Sie einen Administrator um einen Link, mit dem Sie ein neues Passwort setzen können.',
    needsScript:
      'Dieses Formular braucht JavaScript. Erlauben Sie es für diese Website, oder bitten Sie einen Administrator um einen Link, mit dem Sie ein neues Passwort setzen können.',
    text: 'Sie bekommen eine Mail mit einem Link, mit dem Sie ein neues Passwort setzen können.',
    action: 'Link senden',
    done: 'Wenn es ein Konto mit dieser Adresse gibt, ist die Mail unterwegs. Der Link darin gilt 30 Minuten. Nichts angekommen? Sehen Sie im Ordner für unerwünschte Mails nach, oder versuchen Sie es in einer Stunde erneut.',
    toLogin: 'Zur Anmeldung',
  },

  reset: {
    title: 'Neues Passwort setzen',
    needsScript:
      'Dieses Formular braucht JavaScript. Erlauben Sie es für diese Website und öffnen Sie den Link erneut, oder bitten Sie einen Administrator um ein neues Passwort.',
    newPassword: 'Neues Passwort',
    action: 'Passwort setzen',
    done: 'Ihr Passwort ist geändert, und alle Ihre Sitzungen sind beendet.',
    signIn: 'Anmelden',
  },

  invitation: {
    title: 'Ihr Konto anlegen',
    text: 'Sie sind eingeladen. Wählen Sie ein Passwort; die Namen sind für die Menschen, mit denen Sie arbeiten.',
    needsScript:
      'Dieses Formular braucht JavaScript. Erlauben Sie es für diese Website und öffnen Sie den Link erneut, oder bitten Sie einen Administrator um ein Konto.',
    action: 'Konto anlegen',
  },

  scripts: {
    showPassword: 'Passwort anzeigen',
    hidePassword: 'Passwort verbergen',
    missing: (count) => `Noch ${count} Zeichen.`,
    longEnough: 'Lang genug. Ein Satz ist leicht zu merken und schwer zu erraten.',
    incompleteLink: 'Die Adresse ist unvollständig. Öffnen Sie den Link erneut.',
    unreachable: 'Der Dienst ist nicht erreichbar. Versuchen Sie es erneut.',
    mistakes: {
      email_taken: 'Ein anderes Konto hat diese E-Mail-Adresse schon.',
      username_taken: 'Ein anderes Konto hat diesen Benutzernamen. Wählen Sie einen anderen.',
      invalid_link:
        'Dieser Link gilt nicht. Er ist abgelaufen, wurde schon benutzt oder durch einen neueren ersetzt.',
      mail_not_configured:
        'Dieser Dienst sendet keine Mails. Wenden Sie sich an einen Administrator.',
      password_login_disabled:
        'Dieses Konto meldet sich hier nicht mit einem Passwort an. Melden Sie sich auf der Anmeldeseite mit dem Identitätsanbieter an.',
      rate_limited: 'Zu viele Versuche. Versuchen Sie es in einer Minute erneut.',
      registration_disabled:
        'Niemand kann selbst ein Konto anlegen. Bitten Sie einen Administrator um eine Einladung.',
      dependency_unavailable: 'Der Dienst kann gerade nicht antworten. Versuchen Sie es erneut.',
      overloaded: 'Der Dienst kann gerade nicht antworten. Versuchen Sie es erneut.',
      email: 'Geben Sie eine E-Mail-Adresse ein.',
      password: `Ein Passwort hat mindestens ${passwordMinLength} Zeichen und höchstens ${passwordMaxBytes} Bytes.`,
      firstName: `Ein Vorname hat höchstens ${personNameMaxLength} Zeichen.`,
      lastName: `Ein Nachname hat höchstens ${personNameMaxLength} Zeichen.`,
      username: `Ein Benutzername hat ${usernameMinLength} bis ${usernameMaxLength} druckbare Zeichen.`,
    },
  },

  errors: {
    toStart: 'Zur Startseite',
    unexpected: {
      title: 'Etwas ist schiefgegangen',
      text: 'Versuchen Sie es erneut. Wenn es wieder geschieht, nennen Sie dem Administrator dieser Website diese Nummer:',
    },
    forbidden: {
      title: 'Nicht erlaubt',
      text: 'Der Dienst hat die Anfrage abgelehnt.',
    },
    fromOtherSite: (publicUrl) => ({
      title: 'Das Formular wurde nicht angenommen',
      text: `Es wurde von einer anderen Website gesendet. Öffnen Sie die Seite unter ${publicUrl}. Wenn ihre Adresse eine andere ist, setzen Sie PUBLIC_URL.`,
    }),
    tooMany: (waitS) => {
      const wait = waitS < 120 ? `${waitS} Sekunden` : `${Math.ceil(waitS / 60)} Minuten`;
      return {
        title: 'Zu viele Versuche',
        text: `Zum Schutz der Konten sind nur wenige Versuche pro Minute möglich. Versuchen Sie es in ${wait} erneut.`,
      };
    },
    words: {
      400: incomplete,
      404: {
        title: 'Seite nicht gefunden',
        text: 'Unter dieser Adresse gibt es keine Seite. Prüfen Sie die Adresse, oder gehen Sie zur Startseite.',
      },
      405: {
        title: 'Das hat nicht funktioniert',
        text: 'So lässt sich die Seite nicht verwenden. Öffnen Sie sie mit einem Link.',
      },
      413: incomplete,
      415: incomplete,
      421: {
        title: 'Nicht unter dieser Adresse',
        text: 'Der Dienst antwortet nicht unter der Adresse, die Sie geöffnet haben. Wenn es ein Name des Dienstes ist, setzen Sie PUBLIC_URL oder ALLOWED_HOSTS.',
      },
      503: {
        title: 'Zurzeit nicht verfügbar',
        text: 'Der Dienst kann gerade nicht antworten. Versuchen Sie es in einigen Sekunden erneut.',
      },
    },
  },

  noAdmin: {
    tab: 'Angemeldet',
    title: 'Sie sind angemeldet',
    text: 'Dieser Dienst läuft ohne die Verwaltung. In einem Checkout erzeugt npm start sie.',
    docs: 'API-Dokumentation lesen',
    signOut: 'Abmelden',
  },
};
