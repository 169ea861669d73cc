import type {
  ApiToken,
  Challenge,
  Repositories,
  SecondFactor,
  Session,
  TrustedBrowser,
  User,
} from '../../core/store.ts';
import {
  encodeJson,
  parseEmail,
  parseSlug,
  type Collection,
  type ContentItem,
  type Email,
  type MediaFile,
} from '../../core/vocabulary.ts';

// Valid records. Ids ascend with `n` and differ between kinds of records, so that a confusion of two kinds
// is detected.

const idsOf =
  (series: string) =>
  (n: number): string =>
    `${series}0000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

export const userId = idsOf('a');
export const collectionId = idsOf('b');
export const contentId = idsOf('c');
export const mediaId = idsOf('d');
export const sessionId = idsOf('e');
export const tokenId = idsOf('f');

/** A time in epoch milliseconds, later for a larger `n`. */
export const momentOf = (n: number): number => 1_760_000_000_000 + n * 1_001;

/** Text that wrong quoting, escaping, trimming, case folding or decoding would change. */
export const awkwardText =
  ` "double" 'single' \`back\` \\ \\n \\u0041 % _ ? ?? $1 :name {} <b>&amp;</b>; -- /* \n\r\t` +
  ' é e\u0301 ﬁ İ ß 日本語 עברית \u{1F469}\u200D\u{1F680} \u{10FFFF} \u2028 \uFEFF ';

/** The first version of an active collection. */
export const sampleCollection = (n: number, changes: Partial<Collection> = {}): Collection => ({
  id: collectionId(n),
  name: `collection-${n}`,
  displayName: `Collection ${n}`,
  description: '',
  schema: { type: 'object', properties: {}, required: [] },
  isActive: true,
  version: 1,
  createdAt: momentOf(n),
  updatedAt: momentOf(n),
  ...changes,
});

/** A published item of the first collection. */
export const sampleContent = (n: number, changes: Partial<ContentItem> = {}): ContentItem => ({
  id: contentId(n),
  collectionId: collectionId(1),
  authorId: undefined,
  title: `Item ${n}`,
  slug: parseSlug(`item-${n}`),
  status: 'published',
  data: encodeJson({ n }),
  version: 1,
  origin: undefined,
  createdAt: momentOf(n),
  updatedAt: momentOf(n),
  publishedAt: n % 3 === 0 ? undefined : momentOf(n % 7),
  ...changes,
});

/** A document that is ready. */
export const sampleMedia = (n: number, changes: Partial<MediaFile> = {}): MediaFile => ({
  id: mediaId(n),
  key: `uploads/0123456789abcdef-${n}/file-${n}.pdf`,
  state: 'ready',
  filename: `file-${n}.pdf`,
  originalName: `File ${n}.pdf`,
  mimeType: 'application/pdf',
  kind: 'document',
  size: 1_000 + n,
  folder: 'uploads',
  width: undefined,
  height: undefined,
  alt: '',
  caption: '',
  focus: undefined,
  uploadedBy: undefined,
  createdAt: momentOf(n),
  updatedAt: momentOf(n),
  ...changes,
});

export const passwordHashOf = (id: string): string => `pbkdf2:100000:00:${id}`;

/** @param text an address in ASCII. */
export const sampleEmail = (text: string): Email => parseEmail(text, { toAscii: () => undefined });

/** An active viewer without grants. */
export const sampleUser = (n: number, changes: Partial<User> = {}): User => ({
  id: userId(n),
  email: sampleEmail(`user-${n}@example.com`),
  username: `User ${n}`,
  firstName: '',
  lastName: '',
  role: 'viewer',
  isActive: true,
  passwordHash: passwordHashOf(userId(n)),
  hasSecondFactor: false,
  grants: [],
  createdAt: momentOf(n),
  updatedAt: momentOf(n),
  ...changes,
});

/** A session of the first user. */
export const sampleSession = (n: number, changes: Partial<Session> = {}): Session => ({
  id: sessionId(n),
  userId: userId(1),
  createdAt: momentOf(n),
  expiresAt: momentOf(n + 1_000),
  publicId: contentId(n),
  lastSeenAt: momentOf(n),
  address: n % 2 === 0 ? undefined : `2001:db8::${n}`,
  client: n % 3 === 0 ? undefined : `Browser ${n}`,
  method: 'password',
  secondFactor: false,
  ...changes,
});

/** Stores a session of an account that has the password of its sample. @returns whether it was stored. */
export const insertSession = (
  sessions: Repositories['sessions'],
  session: Session,
): Promise<boolean> => sessions.insert(session, passwordHashOf(session.userId));

/** A confirmed second factor of the account with the same number. */
export const sampleFactor = (n: number, changes: Partial<SecondFactor> = {}): SecondFactor => ({
  userId: userId(n),
  version: contentId(n),
  secret: `secret ${n}`,
  pendingUntil: undefined,
  lastStep: 58_000_000 + n,
  recoveryCodes: [`recovery ${n}`],
  wrongAt: [momentOf(n)],
  ...changes,
});

/** A challenge of the first user. */
export const sampleChallenge = (n: number, changes: Partial<Challenge> = {}): Challenge => ({
  digest: n.toString(16).padStart(64, '0'),
  userId: userId(1),
  expiresAt: momentOf(10 * n),
  codesLeft: 2,
  ...changes,
});

/** A trusted browser of the first user. */
export const sampleBrowser = (
  n: number,
  changes: Partial<TrustedBrowser> = {},
): TrustedBrowser => ({
  id: contentId(n),
  userId: userId(1),
  digest: n.toString(16).padStart(64, '0'),
  createdAt: momentOf(n),
  expiresAt: momentOf(10 * n),
  address: n % 2 === 0 ? undefined : `2001:db8::${n}`,
  client: n % 3 === 0 ? undefined : `Browser ${n}`,
  ...changes,
});

/** A token for everything that never expires. */
export const sampleToken = (n: number, changes: Partial<ApiToken> = {}): ApiToken => ({
  id: tokenId(n),
  name: `Token ${n}`,
  prefix: `st_${String(n).padStart(5, '0')}`,
  digest: n.toString(16).padStart(64, '0'),
  scope: 'all',
  expiresAt: undefined,
  lastUsedAt: undefined,
  createdAt: momentOf(n),
  ...changes,
});
