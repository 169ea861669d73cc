import { useComputed } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import { t } from '../../catalogue/texts.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { WrittenLanguage } from '../../components/inputs/written-language.ts';
import { Empty, Failure, Forbidden, Loading, Notice } from '../../components/states.tsx';
import { randomId } from '../../shell/current-tab.ts';
import { lastListUrl } from '../../shell/last-list.ts';
import { localeOf } from '../../shell/locales.ts';
import { Missing } from '../../shell/missing.tsx';
import { useOpenCollection } from '../../shell/rail/current-collection.ts';
import { address, currentPath, navigate, rename, urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import type { ScreenProps } from '../../shell/screens.ts';
import { isAdmin, may } from '../../shell/session.ts';
import { creatableIn } from '../content/collections.ts';
import { SharedFields } from './fields/shared-fields.ts';
import { ItemEditor } from './item-editor.tsx';
import { sharedHint } from './languages/shared-hint.ts';
import { ownIn, useTranslations } from './languages/use-translations.ts';
import type { Template } from './templates/apply-template.ts';
import { ChooseTemplate } from './templates/choose-template.tsx';
import { openItem, openNew, type OpenedItem } from './model/open-item.ts';

type State =
  | { readonly opened: OpenedItem | undefined }
  | { readonly error: unknown }
  | Parameters<typeof ChooseTemplate>[0];

/** The screen of one item, or of a new one. */
export const Editor = ({ name }: ScreenProps) => {
  const [state, setState] = useState<State>();
  const [isNew] = useState(() => /^\/content\/new(?:\/|$)/.test(currentPath.peek()));
  const [draftId] = useState(() => (name === 'new' ? randomId() : name));
  const [collection] = useState(() => address.value.query.get('collection') ?? '');
  const [locale] = useState(() => address.value.query.get('locale') ?? undefined);
  const list = { href: lastListUrl(), name: t.common.content };

  const open = (): void => {
    setState(undefined);
    if (isNew && collection === '') return;
    // Two new items never share their unsaved work.
    if (isNew) rename(urlOf(`/content/new/${draftId}`, { collection, locale }));
    const choose = (templates: readonly Template[]): Promise<Template | undefined> =>
      new Promise((resolve) => {
        setState({ templates, onChoose: resolve });
      });
    (isNew ? openNew(collection, draftId, choose, locale) : openItem(name)).then(
      (opened) => setState({ opened }),
      (error: unknown) => setState({ error }),
    );
  };
  useEffect(open, []);

  if (state !== undefined && 'opened' in state && state.opened !== undefined) {
    return state.opened.isReadOnly && state.opened.editing.stored.peek() === undefined ? (
      <Screen title={t.editor.newItem} parent={list}>
        <Forbidden />
      </Screen>
    ) : (
      <WrittenItem opened={state.opened} />
    );
  }
  const isChoosing = isNew && collection === '';
  return (
    <Screen
      title={isNew ? t.editor.newItem : t.editor.item}
      parent={list}
      width="reading"
      busy={state === undefined && !isChoosing}
    >
      {isChoosing && <ChooseCollection />}
      {!isChoosing && state === undefined && <Loading what={t.editor.what} />}
      {state !== undefined && 'templates' in state && <ChooseTemplate {...state} />}
      {state !== undefined && 'error' in state && (
        <Failure
          error={state.error}
          onRetry={open}
          missing={<Missing thing={t.editor.missing} list={list} />}
        />
      )}
      {state !== undefined && 'opened' in state && <UnknownCollection name={collection} />}
    </Screen>
  );
};

/** The form, whose texts have the language of the item. */
const WrittenItem = ({ opened }: { readonly opened: OpenedItem }) => {
  const { stored, newLocale, collection } = opened.editing;
  useOpenCollection(collection.name);
  const code = useComputed(() => stored.value?.item.locale ?? newLocale.value);
  const translations = useTranslations(opened.editing);
  const shared = useComputed(() =>
    code.value === undefined
      ? undefined
      : sharedHint(ownIn(translations.value, opened.editing), translations.value ?? []),
  );
  return (
    <WrittenLanguage.Provider value={localeOf(code.value)}>
      <SharedFields.Provider value={shared.value}>
        <ItemEditor opened={opened} translations={translations} />
      </SharedFields.Provider>
    </WrittenLanguage.Provider>
  );
};

const UnknownCollection = ({ name }: { readonly name: string }) => (
  <Notice icon="search" title={t.editor.collectionNotFound}>
    <p>{t.editor.noSuchCollection(name)}</p>
    <a href="/admin/content/new">{t.editor.chooseAnother}</a>
  </Notice>
);

/** A new item belongs to a collection: the user chooses one. */
const ChooseCollection = () => {
  const [state, setState] = useState<
    { readonly names: readonly (readonly [string, string])[] } | { readonly error: unknown }
  >();
  const read = (): void => {
    setState(undefined);
    Promise.all([api.listCollections(), api.countContent()]).then(
      ([{ body }, counts]) =>
        setState({
          names: creatableIn(body.data, counts.body.data).map((each) => [
            each.name,
            each.displayName,
          ]),
        }),
      (error: unknown) => setState({ error }),
    );
  };
  useEffect(read, []);
  if (state === undefined) return <Loading what={t.editor.whatCollections} />;
  if ('error' in state) return <Failure error={state.error} onRetry={read} />;
  if (!may('create')) return <Forbidden />;
  if (state.names.length === 0) {
    return (
      <Empty
        icon="collections"
        title={t.editor.noCollections}
        action={
          isAdmin.value && (
            <ButtonLink kind="primary" href="/admin/collections">
              {t.editor.goToCollections}
            </ButtonLink>
          )
        }
      >
        {t.editor.whatCollectionsAre}
      </Empty>
    );
  }
  return (
    <section class="card">
      <h2>{t.editor.chooseCollection}</h2>
      <div class="row">
        {state.names.map(([name, displayName]) => (
          <Button
            key={name}
            icon="add"
            onClick={() => void navigate(urlOf('/content/new', { collection: name }))}
          >
            <span class="breakable" dir="auto">
              {displayName}
            </span>
          </Button>
        ))}
      </div>
    </section>
  );
};
