import type { ApiError } from '../../../../../contracts/client/index.ts';
import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import { hasCode, hasStatus, messageOf } from '../../../api/client.ts';
import { listText } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { Notice } from '../../../components/states.tsx';
import { urlOf } from '../../../shell/router.ts';
import { isAdmin } from '../../../shell/session.ts';
import { atFirstPage, kindOf, listUrl, type ListState } from '../list-state.ts';
import { isDataField, listFields, type ListField } from './list-fields.ts';
import { usualOrder } from './order.ts';

/** Whether the service rejected what the URL asks for. */
export const isRejected = (error: unknown): error is ApiError => hasStatus(error, 400);

interface QueryFailureProps {
  readonly error: ApiError;
  readonly state: ListState;
  readonly collection: CollectionDto | undefined;
}

/** Why the service does not answer this list, and what to do. */
export const QueryFailure = ({ error, state, collection }: QueryFailureProps) => {
  const fields = listFields(collection);
  const isUnindexed = hasCode(error, 'not_indexed');
  const isSearch = kindOf(state) === 'search';
  const byCreation = atFirstPage(state, { sort: '-created_at' });
  return (
    <Notice
      icon="warning"
      title={isUnindexed ? t.query.failure.needsIndex : t.query.failure.impossible}
    >
      <p role="alert">
        {isUnindexed ? indexSentence(error, fields) : mistakeSentence(error, fields)}
        {isUnindexed && !isAdmin.value && ` ${t.query.failure.administrator}`}
      </p>
      <span class="row">
        {isUnindexed && isAdmin.value && collection !== undefined && (
          <ButtonLink kind="primary" href={urlOf(`/collections/${collection.name}`)}>
            {t.query.failure.openCollection}
          </ButtonLink>
        )}
        {isUnindexed && waitsForUpdates(error) && (
          <ButtonLink href={listUrl(byCreation)}>{t.query.failure.newestFirst}</ButtonLink>
        )}
        <ButtonLink
          href={listUrl(atFirstPage(state, isSearch ? { q: '' } : { where: {}, sort: '' }))}
        >
          {isSearch ? t.query.failure.clearSearch : t.query.failure.clearFilters}
        </ButtonLink>
      </span>
    </Notice>
  );
};

/** Whether an index in the order of the last change is missing. Those of fields are in the order of the creation. */
const waitsForUpdates = ({ issues = [] }: ApiError): boolean =>
  issues.some(({ path }) => `-${path}` === usualOrder);

const indexSentence = ({ issues = [] }: ApiError, fields: readonly ListField[]): string => {
  const named = issues.map(({ path }) => fields.find((field) => field.path === path) ?? path);
  const labels = named.map((field) =>
    t.query.failure.quoted(typeof field === 'string' ? field : field.label),
  );
  const [first, second] = named;
  if (first === undefined) {
    return t.query.failure.noneIndexed;
  }
  if (second !== undefined) {
    return t.query.failure.combination(listText(labels));
  }
  const isIndexed = typeof first !== 'string' && first.isIndexed && isDataField(first);
  return isIndexed
    ? t.query.failure.notReady(labels.join(''))
    : t.query.failure.notIndexed(labels.join(''));
};

/** “Price: must be a number.” The paths of mistakes are `where.<field>.<operator>`. */
const mistakeSentence = (error: ApiError, fields: readonly ListField[]): string => {
  const [issue] = error.issues ?? [];
  if (issue === undefined) return messageOf(error);
  const path = issue.path.replace(/^where\./, '').replace(/\.[^.]+$/, '');
  const label = fields.find((field) => field.path === path)?.label ?? issue.path;
  return t.query.failure.mistake(
    issue.path === 'q' ? t.query.failure.search : label,
    issue.message,
  );
};
