import type { ContentQuery, QueryTrace } from '../../core/index.ts';
import { contentSelection } from './content-row.ts';
import type { Statement, Value } from './statement.ts';

export interface ListStatement {
  readonly statement: Statement;
  readonly values: readonly Value[];
  readonly trace: QueryTrace;
}

/**
 * The one statement that answers a list. Its text depends on which conditions there are, never on
 * what they compare with. The scope comes last among the values and is left out of the trace: it
 * tells who asked.
 */
export const contentListStatement = ({
  limit,
  offset,
  status,
  collectionId,
  visibility: { publishedOnly, activeCollectionsOnly, scope },
}: ContentQuery): ListStatement => {
  const statement = statementFor({
    far: offset > nearOffsetMax,
    status: status !== undefined,
    collection: collectionId !== undefined,
    published: publishedOnly,
    active: activeCollectionsOnly,
    scope: scope === 'all' ? 'all' : scope.length === 1 ? 'one' : 'some',
  });
  const asked = [limit, offset, status, collectionId].filter((value) => value !== undefined);
  const scoped = scope === 'all' ? [] : scope.length === 1 ? scope : [scope];
  return {
    statement,
    values: [...asked, ...scoped],
    trace: { statement: statement.text, parameters: asked },
  };
};

/** Up to here the rows before a page of all content are read and skipped. */
const nearOffsetMax = 500;

/** Which conditions a list has. */
interface Shape {
  readonly far: boolean;
  readonly status: boolean;
  readonly collection: boolean;
  readonly published: boolean;
  readonly active: boolean;
  readonly scope: 'all' | 'one' | 'some';
}

const statements = new Map<string, Statement>();

const statementFor = (shape: Shape): Statement => {
  const name = nameOf(shape);
  const known = statements.get(name);
  if (known !== undefined) return known;
  const statement = { name, text: textOf(shape), rowMode: 'array' } as const;
  statements.set(name, statement);
  return statement;
};

const nameOf = ({ far, status, collection, published, active, scope }: Shape): string =>
  [
    'content_list',
    far && 'far',
    status && 'status',
    collection && 'collection',
    published && 'published',
    active && 'active',
    scope !== 'all' && scope,
  ]
    .filter((part) => part !== false)
    .join('_');

/**
 * Where rows are passed over, because they come before the page or a filter refuses them, the keys
 * of the page are found first, in an index that holds all that decides, and only the page's own
 * rows are read. The planner would rather walk the rows of all content by time and throw away what
 * does not match, which is any number of them when what matches is old.
 */
const textOf = (shape: Shape): string => {
  const filtered = shape.status || shape.collection || shape.published || shape.scope !== 'all';
  const where = whereOf(shape);
  const window = 'order by created_at desc, id desc limit $1 offset $2';
  return shape.far || filtered
    ? `select ${contentSelection} from (select id as page_id, created_at as page_time from content${where} ${window}) page join content on id = page_id order by page_time desc, page_id desc`
    : `select ${contentSelection} from content${where} ${window}`;
};

const whereOf = ({ status, collection, published, active, scope }: Shape): string => {
  let count = 2;
  const next = (): string => `$${(count += 1)}`;
  const conditions = [
    status && `status = ${next()}`,
    collection && `collection_id = ${next()}`,
    published && `status = 'published'`,
    active && 'collection_id <> all (array(select id from collections where not is_active))',
    scope === 'one' && `collection_id = ${next()}`,
    scope === 'some' && `collection_id = any (${next()})`,
  ].filter((condition) => condition !== false);
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
};
