import type {
  Challenge,
  ChallengeRepository,
  SecondFactor,
  SecondFactorRepository,
  TrustedBrowser,
  TrustedBrowserRepository,
} from 'quoin/core/store';
import type { Access } from '../work/access.ts';
import type { Db } from '../work/db.ts';
import { findUser } from './users.ts';

interface DocRow {
  readonly doc: string;
}

export class SqliteSecondFactors implements SecondFactorRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async find(userId: string): Promise<SecondFactor | undefined> {
    return this.#access.read((db) => findFactor(db, userId));
  }

  async replace(factor: SecondFactor, expected: string | undefined): Promise<boolean> {
    return this.#access.write((db) => {
      const { userId, version, pendingUntil } = factor;
      if (findFactor(db, userId)?.version !== expected) return false;
      db.put('second_factors', 'user_id', {
        user_id: userId,
        version,
        pending_until: pendingUntil,
        doc: JSON.stringify(factor),
      });
      return true;
    });
  }

  async delete(userId: string): Promise<boolean> {
    const sql = 'delete from second_factors where user_id = ?';
    return this.#access.write((db) => db.run(sql, userId) > 0);
  }

  async sweep(time: number): Promise<false> {
    const sql = 'delete from second_factors where pending_until < ?';
    await this.#access.write((db) => db.run(sql, time));
    return false;
  }
}

/** JSON has no undefined members. */
const findFactor = (db: Db, userId: string): SecondFactor | undefined => {
  const row = db.get<DocRow>('select doc from second_factors where user_id = ?', userId);
  if (row === undefined) return undefined;
  const stored = JSON.parse(row.doc) as SecondFactor;
  return { ...stored, pendingUntil: stored.pendingUntil };
};

export class SqliteChallenges implements ChallengeRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async insert(challenge: Challenge, passwordHash: string | undefined): Promise<boolean> {
    return this.#access.write((db) => {
      const { digest, userId, expiresAt, codesLeft } = challenge;
      const user = findUser(db, 'id', userId);
      if (user?.isActive !== true || !user.hasSecondFactor) return false;
      if (user.passwordHash !== passwordHash) return false;
      db.put('challenges', 'digest', {
        digest,
        user_id: userId,
        expires_at: expiresAt,
        codes_left: codesLeft,
      });
      return true;
    });
  }

  async takeCode(digest: string, now: number): Promise<Challenge | undefined> {
    const sql =
      'update challenges set codes_left = codes_left - 1 ' +
      'where digest = ? and codes_left > 0 and expires_at > ?';
    return this.#access.write((db) => {
      if (db.run(sql, digest, now) === 0) return undefined;
      const row = db.get<ChallengeRow>('select * from challenges where digest = ?', digest);
      return (
        row && {
          digest,
          userId: row.user_id,
          expiresAt: row.expires_at,
          codesLeft: row.codes_left,
        }
      );
    });
  }

  async delete(digest: string): Promise<boolean> {
    const sql = 'delete from challenges where digest = ?';
    return this.#access.write((db) => db.run(sql, digest) > 0);
  }

  async deleteByUser(userId: string): Promise<void> {
    await this.#access.write((db) => db.run('delete from challenges where user_id = ?', userId));
  }

  async sweep(time: number): Promise<false> {
    await this.#access.write((db) => db.run('delete from challenges where expires_at < ?', time));
    return false;
  }
}

interface ChallengeRow {
  readonly user_id: string;
  readonly expires_at: number;
  readonly codes_left: number;
}

export class SqliteTrustedBrowsers implements TrustedBrowserRepository {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  async insert(browser: TrustedBrowser): Promise<void> {
    const { id, userId, digest, createdAt, expiresAt } = browser;
    await this.#access.write((db) =>
      db.put('trusted_browsers', 'id', {
        id,
        user_id: userId,
        digest,
        created_at: createdAt,
        expires_at: expiresAt,
        doc: JSON.stringify(browser),
      }),
    );
  }

  async findByDigest(digest: string): Promise<TrustedBrowser | undefined> {
    const sql = 'select doc from trusted_browsers where digest = ?';
    return this.#access.read((db) => db.all<DocRow>(sql, digest).map(browserOf)[0]);
  }

  async listByUser(userId: string): Promise<readonly TrustedBrowser[]> {
    const sql =
      'select doc from trusted_browsers where user_id = ? order by created_at desc, id desc';
    return this.#access.read((db) => db.all<DocRow>(sql, userId).map(browserOf));
  }

  async delete(userId: string, id: string): Promise<boolean> {
    const sql = 'delete from trusted_browsers where user_id = ? and id = ?';
    return this.#access.write((db) => db.run(sql, userId, id) > 0);
  }

  async deleteByUser(userId: string): Promise<void> {
    const sql = 'delete from trusted_browsers where user_id = ?';
    await this.#access.write((db) => db.run(sql, userId));
  }

  async sweep(time: number): Promise<false> {
    const sql = 'delete from trusted_browsers where expires_at < ?';
    await this.#access.write((db) => db.run(sql, time));
    return false;
  }
}

const browserOf = ({ doc }: DocRow): TrustedBrowser => {
  const stored = JSON.parse(doc) as TrustedBrowser;
  return { ...stored, address: stored.address, client: stored.client };
};
