import type { Database } from '../../connection/connections.ts';
import { execute } from '../../connection/statement.ts';
import { writtenColumns } from '../content-row.ts';
import { ofEach, type Creation, type Parameter, type Phases, type Step } from './change-part.ts';
import { partsOfAll, stepsOf, variantOf } from './change-parts.ts';
import { afterLocks, rendered, valuesOf, type Template } from './change-template.ts';
import { existingAuthor, item } from './item-parameters.ts';

type All = readonly Creation[];

const columns = writtenColumns.map((column) => ofEach(item[column]));
const collectionIds = ofEach(item.collection_id);
const collectionVersions: Parameter<All> = {
  type: 'integer[]',
  of: (creations) => creations.map(({ expected }) => expected.collectionVersion),
};

const newValues = writtenColumns
  .map((column) => (column === 'author_id' ? existingAuthor('new.author_id') : `new.${column}`))
  .join(', ');

/**
 * The steps of one statement, which stores all items, or none. The collections are checked together, each in the version
 * with which its items were decided.
 */
const stepsIn = ({ locks, stores }: Phases<All>): readonly Step<All>[] => [
  ...locks,
  [
    'wanted',
    (place) =>
      `select distinct * from unnest(${place(collectionIds)}, ${place(collectionVersions)}) ` +
      'as each (id, version)',
  ],
  [
    'checked',
    () =>
      'select collections.id from wanted join collections using (id, version) ' +
      'order by collections.id for share of collections',
  ],
  [
    'new',
    (place) =>
      `select * from unnest(${columns.map(place).join(', ')}) as new (${writtenColumns.join(', ')})`,
  ],
  [
    'item',
    () =>
      `insert into content (${writtenColumns.join(', ')}) select ${newValues} from new ` +
      `where (select count(*) from checked) = (select count(*) from wanted)${afterLocks(locks)} ` +
      'returning id',
  ],
  ...stores,
];

const templateOf = (creations: All): Template<All> => {
  const parts = partsOfAll(creations);
  return rendered(`content_insert_all_${variantOf(parts)}`, () => stepsIn(stepsOf(parts)));
};

/** Stores all new items, or none. @returns whether they were stored. */
export const writeCreations = async (database: Database, creations: All): Promise<boolean> => {
  const statement = templateOf(creations);
  return (await execute(database, statement, valuesOf(statement, creations))) > 0;
};
