import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { CollectionDto } from '../../../../contracts/collections.ts';
import type { ContentSummaryDto } from '../../../../contracts/content-summaries.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { Icon } from '../../components/icon.tsx';
import { urlOf } from '../../shell/router.ts';
import { isAdmin, may } from '../../shell/session.ts';
import { NewItem } from '../content/new-item.tsx';
import styles from './first-steps.module.css';

interface FirstStepsProps {
  readonly collections: readonly CollectionDto[];
  /** The first item, once there is one. */
  readonly item: ContentSummaryDto | undefined;
}

/** The way from an empty service to the first request of a site. */
export const FirstSteps = ({ collections, item }: FirstStepsProps) => {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>First steps</h2>
      <ol class={styles.steps}>
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
    <NewItem collections={collections} align="start" />
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
