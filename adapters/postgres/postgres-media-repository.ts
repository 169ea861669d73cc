import type {
  JsonText,
  MediaFile,
  MediaQuery,
  MediaRepository,
  MediaState,
  MediaDetails,
} from '../../core/index.ts';
import type { Database } from './connection/connections.ts';
import {
  equalitiesByRange,
  joinedPage,
  leadingColumns,
  type Equality,
} from './content/index-order.ts';
import { withEvent } from './connection/with-event.ts';
import {
  execute,
  executeReturning,
  query,
  type Statement,
  type Value,
} from './connection/statement.ts';
import { mediaFileOf, mediaSelection, type MediaRow } from './media-row.ts';

/** Null if the account does not exist. The lock prevents its deletion until the write is done. */
const owner = '(select users.id from users where users.id = $14 for key share)';

const placeholders = `$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, ${owner}, $15, $16, $17, $18`;

const insert: Statement = {
  name: 'media_insert',
  text: `insert into media (${mediaSelection}) values (${placeholders})`,
};

const update: Statement = {
  name: 'media_update',
  text: withEvent(
    `update media set (${mediaSelection}) = (${placeholders}) where id = $1 and state = $19 returning id`,
    '',
    20,
  ),
};

const updateDetails: Statement = {
  name: 'media_update_details',
  text: withEvent(
    'update media set alt = coalesce($2, alt), caption = coalesce($3, caption), ' +
      'focus_x = case when $5 then $6 else focus_x end, focus_y = case when $5 then $7 else focus_y end, ' +
      `updated_at = greatest(updated_at, $4) where id = $1 and state = 'ready' returning ${mediaSelection}`,
    mediaSelection,
    8,
  ),
};

const remove: Statement = { name: 'media_delete', text: 'delete from media where id = $1' };

const select = (name: string, clauses: string): Statement => ({
  name,
  text: `select ${mediaSelection} from media ${clauses}`,
});

const findById = select('media_by_id', 'where id = $1');
const findByKey = select('media_by_key', 'where key = $1');

const listFirst = select('media_first', "where state = 'ready' order by id limit $1");
const listAfter = select('media_after', "where state = 'ready' and id > $2 order by id limit $1");

const listFirstByKey = select('media_first_by_key', 'order by key limit $1');
const listAfterByKey = select('media_after_by_key', 'where key > $2 order by key limit $1');

const listUnfinished = select(
  'media_unfinished',
  "where state <> 'ready' and updated_at < $2 order by updated_at, id limit $1",
);

const listWhere = (name: string, equalities: readonly Equality[]): Statement => {
  const source = `media where state = 'ready' and ${equalitiesByRange(equalities)}`;
  const page = joinedPage('media', source, { leading: leadingColumns(equalities) });
  return { name, text: `select ${mediaSelection} from ${page}` };
};

const lists = {
  all: listWhere('media_list', []),
  byKind: listWhere('media_list_by_kind', [['kind', '$3']]),
  byFolder: listWhere('media_list_by_folder', [['folder', '$3']]),
  byFolderAndKind: listWhere('media_list_by_folder_and_kind', [
    ['folder', '$3'],
    ['kind', '$4'],
  ]),
};

const listStatement = ({ folder, kind }: MediaQuery): Statement => {
  if (folder === undefined) return kind === undefined ? lists.all : lists.byKind;
  return kind === undefined ? lists.byFolder : lists.byFolderAndKind;
};

/** The values of {@link mediaColumns}. */
const valuesOf = (file: MediaFile): readonly Value[] => [
  file.id,
  file.key,
  file.state,
  file.filename,
  file.originalName,
  file.mimeType,
  file.kind,
  file.size,
  file.folder,
  file.width ?? null,
  file.height ?? null,
  file.alt,
  file.caption,
  file.uploadedBy ?? null,
  file.createdAt,
  file.updatedAt,
  file.focus?.x ?? null,
  file.focus?.y ?? null,
];

/** Records of media files in PostgreSQL. */
export class PostgresMediaRepository implements MediaRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(file: MediaFile): Promise<void> {
    await execute(this.#database, insert, valuesOf(file));
  }

  async update(file: MediaFile, expectedState: MediaState, event?: JsonText): Promise<boolean> {
    const values = [...valuesOf(file), expectedState, event ?? null];
    return (await execute(this.#database, update, values)) > 0;
  }

  async updateDetails(
    id: string,
    details: MediaDetails,
    now: number,
    event?: JsonText,
  ): Promise<MediaFile | undefined> {
    const { alt = null, caption = null, focus } = details;
    const place = [focus?.x ?? null, focus?.y ?? null];
    const values = [id, alt, caption, now, 'focus' in details, ...place, event ?? null];
    const [row] = await executeReturning<MediaRow>(this.#database, updateDetails, values);
    return row && mediaFileOf(row);
  }

  async delete(id: string): Promise<boolean> {
    return (await execute(this.#database, remove, [id])) > 0;
  }

  async findById(id: string): Promise<MediaFile | undefined> {
    const [file] = await this.#files(findById, [id]);
    return file;
  }

  async findByKey(key: string): Promise<MediaFile | undefined> {
    const [file] = await this.#files(findByKey, [key]);
    return file;
  }

  async list(mediaQuery: MediaQuery): Promise<readonly MediaFile[]> {
    const { limit, offset, folder, kind } = mediaQuery;
    const filters = [folder, kind].filter((value) => value !== undefined);
    return this.#files(listStatement(mediaQuery), [limit, offset, ...filters]);
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly MediaFile[]> {
    return id === undefined ? this.#files(listFirst, [limit]) : this.#files(listAfter, [limit, id]);
  }

  async listByKey(key: string | undefined, limit: number): Promise<readonly MediaFile[]> {
    return key === undefined
      ? this.#files(listFirstByKey, [limit])
      : this.#files(listAfterByKey, [limit, key]);
  }

  async listUnfinished(time: number, limit: number): Promise<readonly MediaFile[]> {
    return this.#files(listUnfinished, [limit, time]);
  }

  async #files(statement: Statement, values: readonly Value[]): Promise<readonly MediaFile[]> {
    return (await query<MediaRow>(this.#database, statement, values)).map(mediaFileOf);
  }
}
