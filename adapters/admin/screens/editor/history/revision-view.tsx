import { useState } from 'preact/hooks';
import type { RevisionDto } from '../../../../../contracts/operations/history.ts';
import { api } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { t } from '../../../catalogue/texts.ts';
import { ComparedFields, type ComparedField } from '../../../components/texts/compared-fields.tsx';
import { Loaded } from '../../../components/states.tsx';
import { statusNames } from '../../../components/status-chip.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { formatTime } from '../../../components/format-time.ts';
import { compareVersions } from '../saving/compare-versions.ts';
import type { Editing } from '../model/editing.ts';
import { textOf, type ItemText } from '../model/item-text.ts';

interface RevisionViewProps {
  readonly editing: Editing;
  readonly revision: RevisionDto;
  /** Nothing has changed since then. */
  readonly isNewest: boolean;
  /** The revision before it; undefined if it is not read, or not there. */
  readonly before: RevisionDto | undefined;
  /** Whether older revisions are not read yet. */
  readonly mayHaveBefore: boolean;
}

const comparisons = [
  { id: 'now', name: t.history.sinceThen },
  { id: 'before', name: t.history.whatItChanged },
] as const;

const readVersion = async (id: string, version: number): Promise<ItemText> => {
  const params = { id, version: String(version) };
  return textOf((await api.getRevision({ params })).body.data);
};

/** What is different in a version: compared with what the form shows, or with the version before it. */
export const RevisionView = (props: RevisionViewProps) => {
  const { editing, revision, isNewest } = props;
  const [comparison, setComparison] = useState<(typeof comparisons)[number]['id']>(
    isNewest ? 'before' : 'now',
  );
  const id = editing.stored.peek()?.item.id ?? '';
  const version = useResource(() => readVersion(id, revision.version));
  return (
    <>
      <h3>
        {[formatTime(revision.created_at), revision.author?.name]
          .filter((part) => part !== undefined)
          .join(', ')}
      </h3>
      <Tabs
        label={t.history.comparison}
        tabs={comparisons}
        selected={comparison}
        onSelect={setComparison}
      >
        <div class="stack">
          <Loaded resource={version} what={t.history.whatVersion}>
            {(text) =>
              comparison === 'now' ? (
                <Differences
                  fields={compareVersions(editing.text.value, text, editing.collection.schema)}
                  names={{ before: t.history.now, after: t.history.inThisVersion }}
                  none={t.history.sameAsForm}
                />
              ) : (
                <SincePrevious {...props} id={id} text={text} />
              )
            }
          </Loaded>
        </div>
      </Tabs>
    </>
  );
};

interface DifferencesProps {
  readonly fields: readonly ComparedField[];
  readonly names: { readonly before: string; readonly after: string };
  /** What to say if there are none. */
  readonly none: string;
}

const Differences = ({ fields, names, none }: DifferencesProps) =>
  fields.length === 0 ? (
    <p class="quiet-text">{none}</p>
  ) : (
    <ComparedFields fields={fields} names={names} />
  );

interface SincePreviousProps extends RevisionViewProps {
  readonly id: string;
  readonly text: ItemText;
}

const nothing: ItemText = { title: '', slug: '', data: {} };

const SincePrevious = ({ before, mayHaveBefore, ...props }: SincePreviousProps) => {
  if (before !== undefined) return <Since key={before.version} before={before} {...props} />;
  if (mayHaveBefore) return <p class="quiet-text">{t.history.readingPrevious}</p>;
  if (props.revision.version > 1) {
    return <p class="quiet-text">{t.history.noPrevious}</p>;
  }
  const { editing, text } = props;
  return (
    <Differences
      fields={compareVersions(nothing, text, editing.collection.schema)}
      names={{ before: t.history.before, after: t.history.inThisVersion }}
      none={t.history.nothing}
    />
  );
};

const Since = ({
  before,
  editing,
  revision,
  id,
  text,
}: Omit<SincePreviousProps, 'before' | 'mayHaveBefore'> & { readonly before: RevisionDto }) => {
  const previous = useResource(() => readVersion(id, before.version));
  const isMoved = before.status !== revision.status;
  return (
    <>
      {isMoved && (
        <p>{t.history.statusChange(statusNames[before.status], statusNames[revision.status])} </p>
      )}
      <Loaded resource={previous} what={t.history.whatPrevious}>
        {(former) => {
          const fields = compareVersions(former, text, editing.collection.schema);
          return isMoved && fields.length === 0 ? null : (
            <Differences
              fields={fields}
              names={{ before: t.history.before, after: t.history.inThisVersion }}
              none={t.history.noText}
            />
          );
        }}
      </Loaded>
    </>
  );
};
