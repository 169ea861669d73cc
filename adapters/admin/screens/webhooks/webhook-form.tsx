import type { ComponentChildren } from 'preact';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import {
  webhookEventTypes,
  type WebhookEventType,
  type WebhookKind,
} from '../../../../contracts/client/vocabulary.ts';
import type { FieldIssues } from '../../api/issues.ts';
import { Checkbox, TextField } from '../../components/inputs/field.tsx';
import { RadioGroup } from '../../components/inputs/radio-group.tsx';
import { PrivateMark } from '../../components/private-mark.tsx';
import { eventCount, eventGroups } from './webhook-text.tsx';
import styles from './webhook-form.module.css';

/** What an administrator decides about a webhook. */
export interface WebhookDraft {
  readonly name: string;
  readonly url: string;
  readonly kind: WebhookKind;
  readonly events: readonly WebhookEventType[];
  readonly collections: readonly string[];
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
      label="Name"
      required
      hint="What gets the requests, such as “Search engine”."
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
      label="Sends"
      value={draft.kind}
      choices={[
        { value: 'event', label: 'Events', hint: 'A signed request for each event.' },
        {
          value: 'deploy',
          label: 'Builds',
          hint: 'One empty request for many changes: for the build hook of a static site.',
        },
      ]}
      onChange={(kind) => onChange({ kind })}
    />
    {draft.kind === 'deploy' ? (
      <TextField
        id={`${id}-debounceSeconds`}
        label="Seconds between two builds"
        type="number"
        hint="Changes are collected for so long: 10 to 3600 seconds."
        value={draft.debounceSeconds}
        error={issues['debounceSeconds']}
        onInput={(debounceSeconds) => onChange({ debounceSeconds })}
        attributes={{ min: 10, max: 3_600 }}
      />
    ) : (
      <Events draft={draft} error={issues['events']} onChange={onChange} />
    )}
    <Checkbox
      label="Only what readers can see"
      hint="No requests about drafts, archived items and inactive collections."
      checked={draft.onlyPublished}
      onChange={(onlyPublished) => onChange({ onlyPublished })}
    />
    <Group
      legend="Collections"
      hint={
        draft.collections.length === 0
          ? 'None chosen: it concerns all public collections, also future ones. Private ones must be chosen.'
          : 'It concerns these collections, and all media.'
      }
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
  </>
);

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
    legend="Events"
    hint={
      events.length === eventCount ? 'All events.' : `${events.length} of ${eventCount} events.`
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
