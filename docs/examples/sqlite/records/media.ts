import {
  DomainError,
  type MediaDetails,
  type MediaQuery,
  type MediaRepository,
} from 'quoin/core/store';
import { laterOf, type JsonText, type MediaFile, type MediaState } from 'quoin/core/vocabulary';
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
      const sql = 'select 1 from media where id = ? or key = ?';
      if (db.get(sql, file.id, file.key) !== undefined) {
        throw new DomainError('id_taken', 'A file with this id or key exists already');
      }
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
      const revised = { ...file, ...details, updatedAt: laterOf(file.updatedAt, now) };
      put(db, revised);
      addEvents(db, event);
      return revised;
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

  async list({ limit, offset, folder, kind }: MediaQuery): Promise<readonly MediaFile[]> {
    return this.#select(
      `state = 'ready' and (?1 is null or folder = ?1) and (?2 is null or kind = ?2)
        order by created_at desc, id desc limit ?3 offset ?4`,
      folder,
      kind,
      limit,
      offset,
    );
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly MediaFile[]> {
    return this.#select(`state = 'ready' and id > ? order by id limit ?`, id ?? '', limit);
  }

  async listByKey(key: string | undefined, limit: number): Promise<readonly MediaFile[]> {
    return this.#select('key > ? order by key limit ?', key ?? '', limit);
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

const put = (db: Db, file: MediaFile): void => {
  const { id, key, state, folder, kind, uploadedBy, createdAt, updatedAt } = file;
  db.put('media', 'id', {
    id,
    key,
    state,
    folder,
    kind,
    uploaded_by: uploadedBy,
    created_at: createdAt,
    updated_at: updatedAt,
    doc: JSON.stringify(file),
  });
};
