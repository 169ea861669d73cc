import { idsByName, unknownCollection, type Collection } from '../model/collection.ts';
import type { CollectionScope } from '../model/actor.ts';
import { parseLocale } from '../model/content/translation.ts';
import type { Locale, LocaleCode } from '../model/locale.ts';
import {
  debounceRange,
  webhookEventTypes,
  webhookNameMaxLength,
  webhookUrlMaxLength,
  type Webhook,
  type WebhookEventType,
  type WebhookKind,
} from '../model/webhooks/webhook.ts';
import type { WebhookSender } from '../ports/webhooks.ts';
import { invalid } from '../primitives/errors.ts';
import { parseText } from '../primitives/text.ts';

/** What an administrator decides about a webhook. Absent members keep their value, or get their default. */
export interface UpdateWebhook {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  /** Default: `event`. */
  readonly kind?: WebhookKind | undefined;
  /** Default: all. Ignored for the kind `deploy`. */
  readonly events?: readonly WebhookEventType[] | undefined;
  /** Names of collections; none means all. */
  readonly collections?: readonly string[] | undefined;
  /** Codes of locales; none means all. */
  readonly locales?: readonly string[] | undefined;
  /** Default: true. */
  readonly onlyPublished?: boolean | undefined;
  /** Default: 60. */
  readonly debounceSeconds?: number | undefined;
  /** Default: true. */
  readonly active?: boolean | undefined;
}

export interface CreateWebhook extends UpdateWebhook {
  readonly name: string;
  readonly url: string;
}

/** The members of a webhook that its administrator decides. */
export type DecidedWebhook = Pick<
  Webhook,
  | 'name'
  | 'url'
  | 'kind'
  | 'events'
  | 'scope'
  | 'locales'
  | 'onlyPublished'
  | 'debounceSeconds'
  | 'isActive'
>;

const defaults: DecidedWebhook = {
  name: '',
  url: '',
  kind: 'event',
  events: webhookEventTypes,
  scope: 'all',
  locales: [],
  onlyPublished: true,
  debounceSeconds: debounceRange.default,
  isActive: true,
};

/** What a webhook can name: all collections, and the locales of the service. */
export interface Named {
  readonly collections: readonly Collection[];
  readonly locales: readonly Locale[];
}

/**
 * @param before undefined for a new webhook. An address that no request can go to is
 *   refused when it is set, not when it is kept.
 * @throws DomainError `invalid_input`, `invalid_text`, `collection_not_found`.
 */
export const decideWebhook = (
  command: UpdateWebhook,
  sender: Pick<WebhookSender, 'refusalOf'>,
  named: Named,
  before: DecidedWebhook = defaults,
): DecidedWebhook => {
  const { name, url, debounceSeconds, onlyPublished, active } = command;
  const kind = command.kind ?? before.kind;
  return {
    name:
      name === undefined
        ? before.name
        : parseText('name', name, { min: 1, max: webhookNameMaxLength }),
    url: url === undefined ? before.url : parseUrl(url, url === before.url ? undefined : sender),
    kind,
    events: kind === 'deploy' ? [] : eventsOf(command.events, before.events),
    scope:
      command.collections === undefined
        ? before.scope
        : parseScope(command.collections, named.collections, before.scope),
    locales:
      command.locales === undefined
        ? before.locales
        : parseLocales(command.locales, named.locales, before.locales),
    onlyPublished: onlyPublished ?? before.onlyPublished,
    debounceSeconds:
      debounceSeconds === undefined ? before.debounceSeconds : parseDebounce(debounceSeconds),
    isActive: active ?? before.isActive,
  };
};

/** In the order of the list of all, each once. */
const eventsOf = (
  asked: readonly WebhookEventType[] | undefined,
  before: readonly WebhookEventType[],
): readonly WebhookEventType[] => {
  if (asked === undefined) return before.length === 0 ? webhookEventTypes : before;
  const events = webhookEventTypes.filter((type) => asked.includes(type));
  if (events.length > 0) return events;
  throw invalid('invalid_input', [{ path: 'events', message: 'must name at least one event' }]);
};

/** A collection that was deleted is named by its id, as it is shown. */
const parseScope = (
  names: readonly string[],
  collections: readonly Collection[],
  before: CollectionScope,
): CollectionScope => {
  if (names.length === 0) return 'all';
  const ids = idsByName(collections);
  const scope = names.map((name, index) => {
    const id = ids.get(name) ?? (before !== 'all' && before.includes(name) ? name : undefined);
    if (id === undefined) throw unknownCollection(`collections.${index}`);
    return id;
  });
  return [...new Set(scope)];
};

/** A locale that was removed stays as it is. */
const parseLocales = (
  codes: readonly string[],
  locales: readonly Locale[],
  before: readonly LocaleCode[],
): readonly LocaleCode[] => {
  const parsed = codes.map((code, index) =>
    before.includes(code) ? code : parseLocale(locales, code, `locales.${index}`),
  );
  return [...new Set(parsed)];
};

const parseDebounce = (seconds: number): number => {
  const { min, max } = debounceRange;
  if (Number.isSafeInteger(seconds) && seconds >= min && seconds <= max) return seconds;
  const message = `must be a whole number from ${min} to ${max}`;
  throw invalid('invalid_input', [{ path: 'debounceSeconds', message }]);
};

/** Scheme, host and port, without a user name. */
const originForm =
  /^https?:\/\/(?:[a-z\d_](?:[a-z\d._-]*[a-z\d_])?\.?|\[[\da-f:.]+\])(?::\d{1,5})?(?=[/?]|$)/i;

const unsafe = /[\s\u0000-\u001f\u007f#"<>\\^`{|}]/;

const parseUrl = (raw: string, sender?: Pick<WebhookSender, 'refusalOf'>): string => {
  const url = parseText('url', raw, { min: 1, max: webhookUrlMaxLength });
  const isAddress = originForm.test(url) && !unsafe.test(url);
  const message = isAddress
    ? sender?.refusalOf(url)
    : 'must be an http or https address without a user name and without a fragment, such as https://www.example.com/hook';
  if (message === undefined) return url;
  throw invalid('invalid_input', [{ path: 'url', message }]);
};
