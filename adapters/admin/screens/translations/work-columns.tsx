import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { TranslationWorkDto } from '../../../../contracts/schemas/translation-schemas.ts';
import { t } from '../../catalogue/texts.ts';
import { CollectionName } from '../../components/private-mark.tsx';
import type { Column } from '../../components/table/data-table.tsx';
import { localeOf } from '../../shell/locales.ts';
import { urlOf } from '../../shell/router.ts';
import { may } from '../../shell/session.ts';
import { CreateTranslation, type Copied } from '../../translations/create-translation.tsx';

interface WorkParts {
  readonly collections: readonly CollectionDto[];
  /** What a new translation begins with. */
  readonly copied: Copied;
  /** Called when there is another translation. */
  readonly onChange: () => void;
}

/** What is missing leads to its source; what is outdated, to the translation. */
const urlOfWork = ({ id, source }: TranslationWorkDto): string =>
  urlOf(`/content/${id ?? source.id}`);

/** What there is to do, and the way to it. */
export const workColumns = ({
  collections,
  copied,
  onChange,
}: WorkParts): readonly Column<TranslationWorkDto>[] => [
  {
    name: t.common.title,
    cell: (work) => (
      <a
        href={urlOfWork(work)}
        {...(work.id === undefined
          ? { dir: 'auto' }
          : { lang: work.locale, dir: localeOf(work.locale)?.direction ?? 'auto' })}
      >
        {work.title}
      </a>
    ),
  },
  {
    name: t.common.collection,
    width: 'name',
    dir: 'auto',
    cell: ({ collectionId }) => (
      <CollectionName collection={collections.find(({ id }) => id === collectionId)} />
    ),
  },
  {
    name: t.common.state,
    width: 'tight',
    cell: ({ state }) => (
      <span class={state === 'outdated' ? 'chip draft' : 'chip'}>
        {t.translations.states[state]}
      </span>
    ),
  },
  {
    name: t.translations.action,
    isNameHidden: true,
    width: 'tight',
    narrow: 'line',
    cell: ({ collectionId, id, locale, title, source }) => {
      if (id !== undefined) {
        return (
          <a
            class="button quiet"
            href={urlOf(`/content/${id}`)}
            aria-label={t.translations.reviseOf(title)}
          >
            {t.translations.revise}
          </a>
        );
      }
      const name = collections.find((each) => each.id === collectionId)?.name;
      return (
        name !== undefined &&
        may('create', name, locale) && (
          <CreateTranslation
            itemId={source.id}
            locale={locale}
            title={title}
            copied={copied}
            onChange={onChange}
          />
        )
      );
    },
  },
];
