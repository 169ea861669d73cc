import type { Knex } from 'knex';
import type {
  MediaFile,
  MediaQuery,
  MediaRepository,
  MediaState,
  MediaTexts,
} from '../../core/index.ts';
import { mediaFileOf, mediaRowOf, type MediaRow } from './media-row.ts';
import { write, writeReturning } from './statement.ts';
import { translated } from './translated.ts';

/** Records of media files in PostgreSQL. */
export class PostgresMediaRepository implements MediaRepository {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  async insert(file: MediaFile): Promise<void> {
    const row = { ...mediaRowOf(file), ...this.#owner(file) };
    await write(this.#knex, this.#knex('media').insert(row));
  }

  async update(file: MediaFile, expectedState: MediaState): Promise<boolean> {
    const { id, ...columns } = mediaRowOf(file);
    const record = this.#knex('media').where({ id, state: expectedState });
    const update = record.update({ ...columns, ...this.#owner(file) });
    return (await write(this.#knex, update)) > 0;
  }

  async updateTexts(id: string, texts: MediaTexts, now: number): Promise<MediaFile | undefined> {
    const later = this.#knex.raw('greatest(updated_at, ?::bigint)', [now]);
    const update = this.#ready()
      .where({ id })
      .update({ ...texts, updated_at: later })
      .returning('*');
    const [row] = await writeReturning<MediaRow>(this.#knex, update);
    return row && mediaFileOf(row);
  }

  async delete(id: string): Promise<boolean> {
    return (await write(this.#knex, this.#table().where({ id }).delete())) > 0;
  }

  async findById(id: string): Promise<MediaFile | undefined> {
    const [file] = await this.#files(this.#table().where({ id }));
    return file;
  }

  async findByKey(key: string): Promise<MediaFile | undefined> {
    const [file] = await this.#files(this.#table().where({ key }));
    return file;
  }

  /** The keys of the page are found in an index alone, as for lists of content. */
  async list({ limit, offset, folder, kind }: MediaQuery): Promise<readonly MediaFile[]> {
    const filters = {
      ...(folder !== undefined && { folder }),
      ...(kind !== undefined && { kind }),
    };
    const page = this.#ready()
      .where(filters)
      .select({ page_id: 'id', page_time: 'created_at' })
      .orderBy(descending('created_at', 'id'))
      .limit(limit)
      .offset(offset)
      .as('page');
    const files = this.#knex
      .from(page)
      .join('media', 'media.id', 'page.page_id')
      .select<MediaRow[]>('media.*')
      .orderBy(descending('page_time', 'page_id'));
    return this.#files(files);
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly MediaFile[]> {
    const next = id === undefined ? this.#ready() : this.#ready().where('id', '>', id);
    return this.#files(next.orderBy('id').limit(limit));
  }

  async listByKey(key: string | undefined, limit: number): Promise<readonly MediaFile[]> {
    const next = key === undefined ? this.#table() : this.#table().where('key', '>', key);
    return this.#files(next.orderBy('key').limit(limit));
  }

  async listUnfinished(time: number, limit: number): Promise<readonly MediaFile[]> {
    const unfinished = this.#table().whereNot({ state: 'ready' }).where('updated_at', '<', time);
    return this.#files(unfinished.orderBy(['updated_at', 'id']).limit(limit));
  }

  #ready() {
    return this.#table().where({ state: 'ready' });
  }

  /** An account that went in the meantime owns nothing; the lock keeps it from going just now. */
  #owner({ uploadedBy }: MediaFile) {
    return {
      uploaded_by:
        uploadedBy === undefined
          ? null
          : this.#knex('users').select('id').where({ id: uploadedBy }).forKeyShare(),
    };
  }

  async #files(query: PromiseLike<MediaRow[]>): Promise<readonly MediaFile[]> {
    return (await translated(query)).map(mediaFileOf);
  }

  #table() {
    return this.#knex<MediaRow>('media');
  }
}

const descending = (...columns: readonly string[]) =>
  columns.map((column) => ({ column, order: 'desc' }));
