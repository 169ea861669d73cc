import {
  DomainError,
  meetsMediaFilter,
  withDetails,
  withObject,
  type MediaDetails,
  type MediaFilter,
  type MediaQuery,
  type MediaReplacement,
  type MediaRepository,
} from 'quoin/core/store';
import {
  folderFilesMax,
  objectKeyOf,
  type JsonText,
  type LocaleCode,
  type MediaFile,
  type MediaFolder,
  type MediaState,
} from 'quoin/core/vocabulary';
import { addEvents } from '../content/outbox.ts';
import type { Access } from '../work/access.ts';
import type { Db, Value } from '../work/db.ts';

export class SqliteMedia implements MediaRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async insert(file: MediaFile): Promise<void> {
    return this.#access.write((db) => {
      assertFree(db, file);
      put(db, file);
    });
  }

  async update(file: MediaFile, expectedState: MediaState, event?: JsonText): Promise<boolean> {
    return this.#access.write((db) => {
      if (find(db, 'id', file.id)?.state !== expectedState) return false;
      put(db, file);
      addEvents(db, event);
      return true;
    });
  }

  async updateDetails(
    id: string,
    details: MediaDetails,
    now: number,
    event?: JsonText,
  ): Promise<MediaFile | undefined> {
    return this.#access.write((db) => {
      const file = find(db, 'id', id);
      if (file?.state !== 'ready') return undefined;
      const revised = withDetails(file, details, now);
      put(db, revised);
      addEvents(db, event);
      return revised;
    });
  }

  async replaceObject(
    { id, expectedObject, object, formerId, now }: MediaReplacement,
    event?: JsonText,
  ): Promise<MediaFile | undefined> {
    return this.#access.write((db) => {
      const file = find(db, 'id', id);
      if (file?.state !== 'ready' || objectKeyOf(file) !== expectedObject) return undefined;
      const replaced = withObject(file, object, now);
      db.run('delete from media where id = ?', id);
      assertFree(db, replaced);
      put(db, replaced);
      if (formerId !== undefined) {
        const former = { ...file, id: formerId };
        assertFree(db, former);
        put(db, former);
      }
      addEvents(db, event);
      return replaced;
    });
  }

  async renameLocale(from: LocaleCode, to: LocaleCode): Promise<void> {
    return this.#access.write((db) => {
      for (const file of db.all<MediaRow>('select * from media').map(mediaOf)) {
        const { [from]: moved, ...others } = file.texts ?? {};
        if (moved !== undefined) put(db, { ...file, texts: { ...others, [to]: moved } });
      }
    });
  }

  async delete(id: string): Promise<boolean> {
    return this.#access.write((db) => db.run('delete from media where id = ?', id) > 0);
  }

  async findById(id: string): Promise<MediaFile | undefined> {
    return this.#access.read((db) => find(db, 'id', id));
  }

  async findByKey(key: string): Promise<MediaFile | undefined> {
    return this.#access.read((db) => find(db, 'key', key));
  }

  async list({ limit, offset, ...filter }: MediaQuery): Promise<readonly MediaFile[]> {
    const files = await this.#select(
      `state = 'ready' and (?1 is null or folder = ?1 or (?2 and folder > ?1 || '/' and folder < ?1 || '0'))
        and (?3 is null or kind = ?3) order by created_at desc, id desc`,
      filter.folder,
      Number(filter.withSubfolders ?? false),
      filter.kind,
    );
    return files.filter((file) => meetsMediaFilter(file, filter)).slice(offset, offset + limit);
  }

  async count(filter: MediaFilter, max: number): Promise<number> {
    return (await this.list({ ...filter, limit: max, offset: 0 })).length;
  }

  async listFolders(max: number): Promise<readonly MediaFolder[]> {
    return this.#access.read((db) =>
      db.all<{ readonly path: string; readonly files: number }>(
        `select folder as path, min(count(*), ?) as files from media where state = 'ready'
          group by folder order by folder limit ?`,
        folderFilesMax,
        max,
      ),
    );
  }

  /** Words are found in the records themselves. */
  async indexWords(): Promise<number> {
    return 0;
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly MediaFile[]> {
    return this.#select(`state = 'ready' and id > ? order by id limit ?`, id ?? '', limit);
  }

  async listByKey(key: string | undefined, limit: number): Promise<readonly MediaFile[]> {
    return this.#select('object_key > ? order by object_key limit ?', key ?? '', limit);
  }

  async listUnfinished(time: number, limit: number): Promise<readonly MediaFile[]> {
    return this.#select(
      `state <> 'ready' and updated_at < ? order by updated_at limit ?`,
      time,
      limit,
    );
  }

  #select(condition: string, ...values: readonly Value[]): Promise<readonly MediaFile[]> {
    return this.#access.read((db) =>
      db.all<MediaRow>(`select * from media where ${condition}`, ...values).map(mediaOf),
    );
  }
}

export interface MediaRow {
  readonly id: string;
  readonly uploaded_by: string | null;
  readonly doc: string;
}

export const mediaOf = ({ doc, uploaded_by }: MediaRow): MediaFile => ({
  ...(JSON.parse(doc) as MediaFile),
  uploadedBy: uploaded_by ?? undefined,
});

const find = (db: Db, column: 'id' | 'key', value: string): MediaFile | undefined => {
  const row = db.get<MediaRow>(`select * from media where ${column} = ?`, value);
  return row && mediaOf(row);
};

const assertFree = (db: Db, file: MediaFile): void => {
  const sql = 'select 1 from media where id = ? or key = ? or object_key = ?';
  if (db.get(sql, file.id, file.key, objectKeyOf(file)) !== undefined) {
    throw new DomainError('id_taken', 'A file with this id or key exists already');
  }
};

const put = (db: Db, file: MediaFile): void => {
  const { id, key, state, folder, kind, uploadedBy, createdAt, updatedAt } = file;
  db.put('media', 'id', {
    id,
    key,
    object_key: objectKeyOf(file),
    state,
    folder,
    kind,
    uploaded_by: uploadedBy,
    created_at: createdAt,
    updated_at: updatedAt,
    doc: JSON.stringify(file),
  });
};
