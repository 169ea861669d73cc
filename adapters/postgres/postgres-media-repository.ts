import type { MediaQuery, MediaRepository, MediaDetails } from '../../core/store.ts';
import type { JsonText, MediaFile, MediaState } from '../../core/vocabulary.ts';
import type { DatabaseSession } from './connection/database-session.ts';
import {
  equalitiesByRange,
  joinedPage,
  leadingColumns,
  type Equality,
} from './content/index-order.ts';
import { withEvent } from './connection/with-event.ts';
import { execute, executeReturning, type Statement, type Value } from './connection/statement.ts';
import { mediaFiles } from './media-row.ts';

/** No account if it does not exist. The lock prevents its deletion until the write is done. */
const placeholders = mediaFiles.placeholders((place, { name }) =>
  name === 'uploaded_by'
    ? `(select users.id from users where users.id = ${place} for key share)`
    : place,
);

const insert: Statement = {
  name: 'media_insert',
  text: `insert into media (${mediaFiles.written}) values (${placeholders})`,
};

const update: Statement = {
  name: 'media_update',
  text: withEvent(
    `update media set (${mediaFiles.written}) = (${placeholders}) where id = $1 and state = $19 returning id`,
    '',
    20,
  ),
};

const updateDetails: Statement = {
  name: 'media_update_details',
  text: withEvent(
    'update media set alt = coalesce($2, alt), caption = coalesce($3, caption), ' +
      'focus_x = case when $5 then $6 else focus_x end, focus_y = case when $5 then $7 else focus_y end, ' +
      `updated_at = greatest(updated_at, $4) where id = $1 and state = 'ready' returning ${mediaFiles.selection}`,
    mediaFiles.selection,
    8,
  ),
};

const remove = mediaFiles.remove('media_delete');

const { select } = mediaFiles;

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
  return { name, text: `select ${mediaFiles.selection} from ${page}` };
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

/** Records of media files in PostgreSQL. */
export class PostgresMediaRepository implements MediaRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async insert(file: MediaFile): Promise<void> {
    await execute(this.#database, insert, mediaFiles.values(file));
  }

  async update(file: MediaFile, expectedState: MediaState, event?: JsonText): Promise<boolean> {
    const values = [...mediaFiles.values(file), expectedState, event ?? null];
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
    const [row] = await executeReturning<object>(this.#database, updateDetails, values);
    return row && mediaFiles.record(row);
  }

  async delete(id: string): Promise<boolean> {
    return (await execute(this.#database, remove, [id])) > 0;
  }

  async findById(id: string): Promise<MediaFile | undefined> {
    return mediaFiles.find(this.#database, findById, [id]);
  }

  async findByKey(key: string): Promise<MediaFile | undefined> {
    return mediaFiles.find(this.#database, findByKey, [key]);
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
    return mediaFiles.list(this.#database, statement, values);
  }
}
