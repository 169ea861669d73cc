import { useId } from 'preact/hooks';
import type { ContentSummaryDto } from '../../../../contracts/content-summaries.ts';
import type { Resource } from '../../api/resource.ts';
import { Loaded } from '../../components/states.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { Time } from '../../components/time.tsx';
import { urlOf } from '../../shell/router.ts';

interface ItemsCardProps {
  readonly title: string;
  readonly items: Resource<readonly ContentSummaryDto[]>;
  /** What to say when there are none. */
  readonly empty: string;
  /** The whole list. */
  readonly all: { readonly url: string; readonly name: string };
}

/** A few items, with links to each and to the whole list. */
export const ItemsCard = ({ title, items, empty, all }: ItemsCardProps) => {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <a href={all.url}>{all.name}</a>
      </header>
      <Loaded resource={items} what="items">
        {(found) =>
          found.length === 0 ? (
            <p class="quiet-text">{empty}</p>
          ) : (
            <ul class="item-rows">
              {found.map((item) => (
                <ItemRow key={item.id} {...item} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
};

const ItemRow = ({ id, title, status, author, updated_at: updatedAt }: ContentSummaryDto) => (
  <li>
    <a href={urlOf(`/content/${id}`)}>{title}</a>
    <span class="quiet-text">
      <StatusChip status={status} /> <Time at={updatedAt} />
      {author !== null && ` · ${author.name}`}
    </span>
  </li>
);
