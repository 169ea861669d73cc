import type { ComponentChildren } from 'preact';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import {
  webhookEventTypes,
  type WebhookEventType,
  type WebhookKind,
} from '../../../../contracts/client/vocabulary.ts';
import type { FieldIssues } from '../../api/issues.ts';
import { t } from '../../catalogue/texts.ts';
import { Checkbox, TextField } from '../../components/inputs/field.tsx';
import { RadioGroup } from '../../components/inputs/radio-group.tsx';
import { PrivateMark } from '../../components/private-mark.tsx';
import { localeName, localeOf, locales } from '../../shell/locales.ts';
import { eventCount, eventGroups } from './webhook-text.tsx';
import styles from './webhook-form.module.css';

/** What an administrator decides about a webhook. */
export interface WebhookDraft {
  readonly name: string;
  readonly url: string;
  readonly kind: WebhookKind;
  readonly events: readonly WebhookEventType[];
  readonly collections: readonly string[];
  /** The codes of languages; none for all. */
  readonly locales: readonly string[];
  readonly onlyPublished: boolean;
  /** As it is typed. */
  readonly debounceSeconds: string;
}

export const newDraft: WebhookDraft = {
  name: '',
  url: '',
  kind: 'event',
  events: webhookEventTypes,
  collections: [],
  locales: [],
  onlyPublished: true,
  debounceSeconds: '60',
};

/** What is sent to the service. */
export const bodyOf = ({ events, debounceSeconds, ...draft }: WebhookDraft) => ({
  ...draft,
  ...(draft.kind === 'event'
    ? { events: [...events] }
    : { debounceSeconds: Number(debounceSeconds) }),
  collections: [...draft.collections],
  locales: [...draft.locales],
});

interface WebhookFormProps {
  readonly id: string;
  readonly draft: WebhookDraft;
  readonly issues: FieldIssues;
  readonly collections: readonly CollectionDto[];
  readonly onChange: (change: Partial<WebhookDraft>) => void;
}

const toggled = <T,>(list: readonly T[], value: T, isChosen: boolean): readonly T[] =>
  isChosen ? [...list, value] : list.filter((each) => each !== value);

/** The fields of a webhook. */
export const WebhookForm = ({ id, draft, issues, collections, onChange }: WebhookFormProps) => (
  <>
    <TextField
      id={`${id}-name`}
      label={t.common.name}
      required
      hint={t.webhooks.nameHint}
      value={draft.name}
      error={issues['name']}
      onInput={(name) => onChange({ name })}
      attributes={{ autoFocus: true, autoComplete: 'off' }}
    />
    <TextField
      id={`${id}-url`}
      label="URL"
      required
      type="url"
      value={draft.url}
      error={issues['url']}
      onInput={(url) => onChange({ url })}
      attributes={{ autoComplete: 'off', placeholder: 'https://' }}
    />
    <RadioGroup
      label={t.webhooks.sends}
      value={draft.kind}
      choices={[
        { value: 'event', label: t.webhooks.events, hint: t.webhooks.eventsHint },
        {
          value: 'deploy',
          label: t.webhooks.builds,
          hint: t.webhooks.buildsHint,
        },
      ]}
      onChange={(kind) => onChange({ kind })}
    />
    {draft.kind === 'deploy' ? (
      <TextField
        id={`${id}-debounceSeconds`}
        label={t.webhooks.secondsBetween}
        type="number"
        hint={t.webhooks.secondsHint}
        value={draft.debounceSeconds}
        error={issues['debounceSeconds']}
        onInput={(debounceSeconds) => onChange({ debounceSeconds })}
        attributes={{ min: 10, max: 3_600 }}
      />
    ) : (
      <Events draft={draft} error={issues['events']} onChange={onChange} />
    )}
    <Checkbox
      label={t.webhooks.onlyVisible}
      hint={t.webhooks.onlyVisibleHint}
      checked={draft.onlyPublished}
      onChange={(onlyPublished) => onChange({ onlyPublished })}
    />
    <Group
      legend={t.common.collections}
      hint={draft.collections.length === 0 ? t.webhooks.allCollections : t.webhooks.someCollections}
    >
      <div class={styles.box}>
        {collections.map((collection) => (
          <Checkbox
            key={collection.id}
            label={
              <>
                {collection.displayName} <span class="quiet-text">{collection.name}</span>
                <PrivateMark collection={collection} />
              </>
            }
            checked={draft.collections.includes(collection.name)}
            onChange={(isChosen) =>
              onChange({ collections: toggled(draft.collections, collection.name, isChosen) })
            }
          />
        ))}
      </div>
    </Group>
    <Languages draft={draft} onChange={onChange} />
  </>
);

/** The languages of the items that it concerns. Nothing while the service has none. */
const Languages = ({
  draft: { locales: chosen },
  onChange,
}: Pick<WebhookFormProps, 'draft' | 'onChange'>) => {
  const removed = chosen.filter((code) => localeOf(code) === undefined);
  const offered = [...locales.value.map(({ code }) => code), ...removed];
  if (offered.length === 0) return null;
  return (
    <Group
      legend={t.common.languages}
      hint={chosen.length === 0 ? t.webhooks.allLanguages : t.webhooks.someLanguages}
    >
      <div class={styles.box}>
        {offered.map((code) => (
          <Checkbox
            key={code}
            label={
              <>
                {localeName(code)} <span class="quiet-text">{code}</span>
              </>
            }
            checked={chosen.includes(code)}
            onChange={(isChosen) => onChange({ locales: toggled(chosen, code, isChosen) })}
          />
        ))}
      </div>
    </Group>
  );
};

const Group = ({
  legend,
  hint,
  children,
}: {
  readonly legend: string;
  readonly hint: string;
  readonly children: ComponentChildren;
}) => (
  <fieldset class={styles.group}>
    <legend class="label">{legend}</legend>
    <p class="hint" role="status">
      {hint}
    </p>
    {children}
  </fieldset>
);

const Events = ({
  draft: { events },
  error,
  onChange,
}: Pick<WebhookFormProps, 'draft' | 'onChange'> & { readonly error: string | undefined }) => (
  <Group
    legend={t.webhooks.events}
    hint={
      events.length === eventCount
        ? t.webhooks.everyEvent
        : t.webhooks.someEvents(events.length, eventCount)
    }
  >
    <div class={styles.events}>
      {eventGroups.map((group) => (
        <>
          <p class={styles.heading}>{group.name}</p>
          {group.events.map(([type, label]) => (
            <Checkbox
              key={type}
              label={label}
              checked={events.includes(type)}
              onChange={(isChosen) => onChange({ events: toggled(events, type, isChosen) })}
            />
          ))}
        </>
      ))}
    </div>
    {error !== undefined && (
      <p class="error" role="alert">
        {error}
      </p>
    )}
  </Group>
);
