import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import { settingDefaults } from '../../../../contracts/client/vocabulary.ts';
import { t } from '../../catalogue/texts.ts';
import { listText } from '../../catalogue/forms.ts';
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
        <h2 id={id}>{t.dashboard.steps.title}</h2>
        <Button
          kind="quiet"
          icon="close"
          label={t.dashboard.steps.close}
          onClick={() => {
            closed.value = 'yes';
          }}
        />
      </header>
      <ol class={styles.steps}>
        {isAdmin.value && (
          <Step title={t.dashboard.steps.name} isDone={siteName.value !== settingDefaults.siteName}>
            <p>
              <a href="/admin/settings">
                {siteName.value === settingDefaults.siteName
                  ? t.dashboard.steps.giveName
                  : t.dashboard.steps.changeName}
              </a>
            </p>
          </Step>
        )}
        <Step title={t.dashboard.steps.collection} isDone={collections.length > 0}>
          <p>
            {t.dashboard.steps.whatCollectionsAre}{' '}
            {collections.length > 0 && t.dashboard.steps.hasCollections(namesOf(collections))}
          </p>
          {isAdmin.value && (
            <p>
              <a href="/admin/collections">
                {collections.length > 0
                  ? t.dashboard.steps.editCollections
                  : t.dashboard.steps.createCollection}
              </a>
            </p>
          )}
        </Step>
        <Step title={t.dashboard.steps.write} isDone={item?.status === 'published'}>
          <FirstItem item={item} collections={collections} />
        </Step>
        {isAdmin.value && (
          <Step title={t.dashboard.steps.hide} isDone={!draftsArePublic.value}>
            <p>
              {draftsArePublic.value
                ? t.dashboard.steps.draftsArePublic
                : t.dashboard.steps.draftsAreHidden}{' '}
              <a href="/admin/settings">{t.dashboard.steps.changeSetting}</a>
            </p>
          </Step>
        )}
        <Step title={t.dashboard.steps.read} isDone={false}>
          <ReadCall item={item} collections={collections} />
        </Step>
      </ol>
    </section>
  );
};

const namesOf = (collections: readonly CollectionDto[]): string =>
  listText(collections.map(({ displayName }) => displayName));

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
        {isDone && <span class="visually-hidden"> {t.dashboard.steps.done}</span>}
      </h3>
      {children}
    </div>
  </li>
);

const FirstItem = ({ item, collections }: FirstStepsProps) => {
  if (item !== undefined) {
    return (
      <p>
        {t.dashboard.steps.firstItem[item.status](
          <a href={urlOf(`/content/${item.id}`)}>{item.title}</a>,
        )}
      </p>
    );
  }
  return may('create') ? (
    <NewItem collections={collections} counts={[]} align="start" />
  ) : (
    <p>{t.dashboard.steps.mayNotWrite}</p>
  );
};

const ReadCall = ({ item, collections }: FirstStepsProps) => {
  const isPublished = item?.status === 'published';
  const collection = item?.collection ?? collections[0]?.name;
  if (collection === undefined) return <p>{t.dashboard.steps.noCommand}</p>;
  const list = `${location.origin}/api/collections/${encodeURIComponent(collection)}/content`;
  const url = isPublished ? `${list}/${encodeURIComponent(item.slug)}` : list;
  return (
    <>
      <p>{isPublished ? t.dashboard.steps.readsItem : t.dashboard.steps.listsItems}</p>
      <div class={styles.command}>
        <CodeBlock code={`curl ${url}`} label={t.dashboard.steps.command} />
      </div>
    </>
  );
};
