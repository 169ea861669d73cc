import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import { settingDefaults } from '../../../../contracts/client/vocabulary.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/texts/code-block.tsx';
import { Icon } from '../../components/icon.tsx';
import { urlOf } from '../../shell/router.ts';
import { remembered } from '../../shell/remembered.ts';
import { siteName } from '../../shell/screen.tsx';
import { draftsArePublic, isAdmin, may } from '../../shell/session.ts';
import { NewItem } from '../content/new-item.tsx';
import styles from './first-steps.module.css';

interface FirstStepsProps {
  readonly collections: readonly CollectionDto[];
  /** The first item, once there is one. */
  readonly item: ContentSummaryDto | undefined;
}

const closed = remembered('quoin-first-steps-closed');

/** The way from an empty service to the first request of a site, until it is closed. */
export const FirstSteps = ({ collections, item }: FirstStepsProps) => {
  const id = useId();
  if (closed.value !== undefined) return null;
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>First steps</h2>
        <Button
          kind="quiet"
          icon="close"
          label="Close the first steps"
          onClick={() => {
            closed.value = 'yes';
          }}
        />
      </header>
      <ol class={styles.steps}>
        {isAdmin.value && (
          <Step title="Name your site" isDone={siteName.value !== settingDefaults.siteName}>
            <p>
              <a href="/admin/settings">
                {siteName.value === settingDefaults.siteName ? 'Give it a name' : 'Change the name'}
              </a>
            </p>
          </Step>
        )}
        <Step title="Pick or create a collection" isDone={collections.length > 0}>
          <p>
            A collection says which fields its items have.{' '}
            {collections.length > 0 && `This service has ${namesOf(collections)}.`}
          </p>
          {isAdmin.value && (
            <p>
              <a href="/admin/collections">
                {collections.length > 0 ? 'Edit the collections' : 'Create a collection'}
              </a>
            </p>
          )}
        </Step>
        <Step title="Write and publish the first item" isDone={item?.status === 'published'}>
          <FirstItem item={item} collections={collections} />
        </Step>
        {isAdmin.value && (
          <Step title="Hide drafts from visitors" isDone={!draftsArePublic.value}>
            <p>
              {draftsArePublic.value
                ? 'Anyone can read unpublished content through the API, without an account. '
                : 'Visitors find published items only. '}
              <a href="/admin/settings">Change the setting</a>
            </p>
          </Step>
        )}
        <Step title="Read it with the API" isDone={false}>
          <ReadCall item={item} collections={collections} />
        </Step>
      </ol>
    </section>
  );
};

const namesOf = (collections: readonly CollectionDto[]): string =>
  new Intl.ListFormat('en').format(collections.map(({ displayName }) => displayName));

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ComponentChildren;
}

const Step = ({ title, isDone, children }: StepProps) => (
  <li class={styles.step}>
    <span class={isDone ? `${styles.mark} ${styles.done}` : styles.mark}>
      {isDone && <Icon name="check" size={16} />}
    </span>
    <div>
      <h3>
        {title}
        {isDone && <span class="visually-hidden"> (done)</span>}
      </h3>
      {children}
    </div>
  </li>
);

const FirstItem = ({ item, collections }: FirstStepsProps) => {
  if (item !== undefined) {
    return (
      <p>
        <a href={urlOf(`/content/${item.id}`)}>{item.title}</a> is {item.status}.
        {item.status === 'draft' && ' Open it to publish it.'}
      </p>
    );
  }
  return may('create') ? (
    <NewItem collections={collections} counts={[]} align="start" />
  ) : (
    <p>Authors and editors can do this. Your role reads content.</p>
  );
};

const ReadCall = ({ item, collections }: FirstStepsProps) => {
  const isPublished = item?.status === 'published';
  const collection = item?.collection ?? collections[0]?.name;
  if (collection === undefined) return <p>The command appears here.</p>;
  const list = `${location.origin}/api/collections/${encodeURIComponent(collection)}/content`;
  const url = isPublished ? `${list}/${encodeURIComponent(item.slug)}` : list;
  return (
    <>
      <p>
        {isPublished
          ? 'This command returns the item, as your site would read it.'
          : 'This command lists the items of the collection that readers may see.'}
      </p>
      <div class={styles.command}>
        <CodeBlock code={`curl ${url}`} label="command" />
      </div>
    </>
  );
};
