import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api/client.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Empty, Failure, Forbidden, Loading, Notice } from '../../components/states.tsx';
import { randomId } from '../../shell/current-tab.ts';
import { lastListUrl } from '../../shell/last-list.ts';
import { Missing } from '../../shell/missing.tsx';
import { address, currentPath, navigate, rename, urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import type { ScreenProps } from '../../shell/screens.ts';
import { isAdmin, may } from '../../shell/session.ts';
import { creatableIn } from '../content/collections.ts';
import { ItemEditor } from './item-editor.tsx';
import { openItem, openNew, type OpenedItem } from './model/open-item.ts';

type State = { readonly opened: OpenedItem | undefined } | { readonly error: unknown };

/** The screen of one item, or of a new one. */
export const Editor = ({ name }: ScreenProps) => {
  const [state, setState] = useState<State>();
  const [isNew] = useState(() => /^\/content\/new(?:\/|$)/.test(currentPath.peek()));
  const [draftId] = useState(() => (name === 'new' ? randomId() : name));
  const [collection] = useState(() => address.value.query.get('collection') ?? '');
  const list = { href: lastListUrl(), name: 'Content' };

  const open = (): void => {
    setState(undefined);
    if (isNew && collection === '') return;
    // Two new items never share their unsaved work.
    if (isNew) rename(urlOf(`/content/new/${draftId}`, { collection }));
    (isNew ? openNew(collection, draftId) : openItem(name)).then(
      (opened) => setState({ opened }),
      (error: unknown) => setState({ error }),
    );
  };
  useEffect(open, []);

  if (state !== undefined && 'opened' in state && state.opened !== undefined) {
    return state.opened.isReadOnly && state.opened.editing.stored.peek() === undefined ? (
      <Screen title="New item" parent={list}>
        <Forbidden />
      </Screen>
    ) : (
      <ItemEditor opened={state.opened} />
    );
  }
  const isChoosing = isNew && collection === '';
  return (
    <Screen
      title={isNew ? 'New item' : 'Item'}
      parent={list}
      width="reading"
      busy={state === undefined && !isChoosing}
    >
      {isChoosing && <ChooseCollection />}
      {!isChoosing && state === undefined && <Loading what="the item" />}
      {state !== undefined && 'error' in state && (
        <Failure
          error={state.error}
          onRetry={open}
          missing={<Missing thing="item" list={list} />}
        />
      )}
      {state !== undefined && 'opened' in state && <UnknownCollection name={collection} />}
    </Screen>
  );
};

const UnknownCollection = ({ name }: { readonly name: string }) => (
  <Notice icon="search" title="Collection not found">
    <p>There is no active collection named {name}, or you may not see it.</p>
    <a href="/admin/content/new">Choose another collection</a>
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
  if (state === undefined) return <Loading what="the collections" />;
  if ('error' in state) return <Failure error={state.error} onRetry={read} />;
  if (!may('create')) return <Forbidden />;
  if (state.names.length === 0) {
    return (
      <Empty
        icon="collections"
        title="There is no collection for it yet"
        action={
          isAdmin.value && (
            <ButtonLink kind="primary" href="/admin/collections">
              Go to the collections
            </ButtonLink>
          )
        }
      >
        A collection says which fields its items have.
      </Empty>
    );
  }
  return (
    <section class="card">
      <h2>Choose a collection</h2>
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
