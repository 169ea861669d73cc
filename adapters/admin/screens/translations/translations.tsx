import { useComputed } from '@preact/signals';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import { api } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { ButtonLink } from '../../components/button.tsx';
import { FilterSelect } from '../../components/inputs/filter-select.tsx';
import { Pager } from '../../components/pager.tsx';
import { markedName } from '../../components/private-mark.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { chooseLanguage, chosenLanguage } from '../../shell/chosen-language.ts';
import { hasLocales, localeName, locales } from '../../shell/locales.ts';
import { address, replaceQuery, urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import { isAdmin, may } from '../../shell/session.ts';
import { remembered } from '../../shell/remembered.ts';
import { everyCollection, shownCollections } from '../../shell/shown-collections.ts';
import { copies, type Copied } from '../../translations/create-translation.tsx';
import { listUrl } from '../content/list-state.ts';
import { completenessText, readCompleteness, type Completeness } from './completeness.ts';
import styles from './translations.module.css';
import { workColumns } from './work-columns.tsx';
import { readWork, workQueryOf, workStates, type WorkQuery } from './work-list.ts';

/** What new translations begin with, if not with everything. */
const chosenCopy = remembered('quoin-copied');

const copied = (): Copied => (chosenCopy.value === 'shared' ? 'shared' : 'all');

/** What there is to translate. Its state is in the URL. */
export const Translations = () =>
  hasLocales() ? (
    <WorkList />
  ) : (
    <Screen title={t.translations.title}>
      <Empty
        icon="language"
        title={t.translations.noLanguages}
        action={
          isAdmin.value && <a href="/admin/settings/languages">{t.translations.addLanguages}</a>
        }
      >
        {t.translations.noLanguagesHint}
      </Empty>
    </Screen>
  );

const WorkList = () => {
  const current = useComputed(() => workQueryOf(address.value.query, chosenLanguage()));
  const { locale, state, collection, page } = current.value;
  const list = useResource(() => readWork(current.value));
  const collectionList = useResource(async () => (await api.listCollections()).body.data);
  const language = useComputed(() => current.value.locale);
  const complete = useResource(() => readCompleteness(language.value));
  const localised = shownCollections(collectionList.value ?? []).filter(
    (each) => each.localized === true,
  );
  const change = (changes: Partial<WorkQuery>): void => {
    const { page: next, ...rest } = { ...current.peek(), page: 1, ...changes };
    replaceQuery({ ...rest, page: next > 1 ? next : undefined });
  };
  return (
    <Screen title={t.translations.title} busy={list.state.value.kind === 'loading'}>
      <div class="toolbar" role="search">
        <FilterSelect
          label={t.common.language}
          value={locale}
          options={locales.value.map(({ code, name }) => [code, name] as const)}
          onChange={(code) => {
            chooseLanguage(code);
            change({ locale: code });
          }}
        />
        <FilterSelect
          label={t.common.state}
          value={state}
          options={[['', t.translations.missingAndOutdated], ...workStates]}
          onChange={(value) =>
            change({ state: workStates.map(([each]) => each).find((each) => each === value) ?? '' })
          }
        />
        <FilterSelect
          label={t.common.collection}
          value={collection}
          options={[
            ['', everyCollection()],
            ...localised.map((each) => [each.name, markedName(each)] as const),
          ]}
          onChange={(name) => change({ collection: name })}
        />
        {may('create') && (
          <FilterSelect
            label={t.translations.newTranslations}
            value={copied()}
            options={copies.map((copy) => [copy, t.translations.createWith[copy]] as const)}
            onChange={(value) => {
              chosenCopy.value = value === 'shared' ? value : undefined;
            }}
          />
        )}
      </div>
      {complete.value !== undefined && localised.length > 0 && (
        <ul class={styles.progress} aria-label={t.translations.howComplete(localeName(locale))}>
          {localised
            .filter(({ name }) => collection === '' || name === collection)
            .map((each) => (
              <Progress
                key={each.id}
                collection={each}
                locale={locale}
                completeness={complete.value?.get(each.id)}
              />
            ))}
        </ul>
      )}
      <Loaded resource={list} what={t.translations.what}>
        {({ entries, hasNext }) => (
          <DataTable
            caption={t.translations.toTranslate}
            isCompact
            columns={workColumns({
              collections: collectionList.value ?? [],
              copied: copied(),
              onChange: () => {
                list.reload();
                complete.reload();
              },
            })}
            rows={entries}
            keyOf={({ group }) => group}
            empty={
              <NothingToDo
                current={current.value}
                hasLocalised={collectionList.value === undefined || localised.length > 0}
              />
            }
            pages={
              <Pager page={page} hasNext={hasNext} onPage={(next) => change({ page: next })} />
            }
          />
        )}
      </Loaded>
    </Screen>
  );
};

interface ProgressProps {
  readonly collection: CollectionDto;
  readonly locale: string;
  /** Undefined for a collection without items. */
  readonly completeness: Completeness | undefined;
}

/** “Blog posts: 12 of 40”, which leads to what is there. */
const Progress = ({ collection, locale, completeness }: ProgressProps) => {
  if (completeness === undefined || completeness.all.count === 0) return null;
  const { done, all } = completeness;
  return (
    <li class={styles.part}>
      <a class={styles.name} href={listUrl({ collection: collection.name, locale })} dir="auto">
        {collection.displayName}
      </a>
      <span class="quiet-text">{completenessText(completeness)}</span>
      <progress
        class={styles.bar}
        max={all.count}
        value={done.count}
        aria-label={`${collection.displayName}: ${completenessText(completeness)}`}
      />
    </li>
  );
};

interface NothingToDoProps {
  readonly current: WorkQuery;
  /** Whether there are localised collections. */
  readonly hasLocalised: boolean;
}

const NothingToDo = ({
  current: { locale, state, collection },
  hasLocalised,
}: NothingToDoProps) => {
  if (!hasLocalised) {
    return (
      <Empty icon="language" title={t.translations.noneLocalised}>
        {t.translations.noneLocalisedHint}
      </Empty>
    );
  }
  const isFiltered = state !== '' || collection !== '';
  return (
    <Empty
      icon="check"
      title={t.translations.nothing(localeName(locale))}
      action={
        isFiltered && (
          <ButtonLink href={urlOf('/translations', { locale })}>
            {t.translations.showAll}
          </ButtonLink>
        )
      }
    >
      {isFiltered ? t.translations.nothingFound : t.translations.allDone}
    </Empty>
  );
};
