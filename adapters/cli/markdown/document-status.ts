import { readBoolean, readDate } from '../../../core/index.ts';
import {
  contentStatuses,
  isJsonObject,
  type ContentStatus,
  type Json,
  type JsonObject,
} from '../../../core/vocabulary.ts';
import { publicationNames } from './document-dates.ts';
import { namedValues, type NamedValues } from './front-matter/front-matter.ts';
import type { Statement } from './site/statement.ts';

/** A status, and the sign in the source that sets it: `draft: true`. */
interface SignedStatus {
  readonly status: ContentStatus;
  readonly sign: string;
}

/** Names in front matter, and the value with which the site hides the document or leaves it out of its lists. */
const hiddenIf: Readonly<Record<string, boolean>> = {
  draft: true,
  published: false,
  publish: false,
  unlisted: true,
  hidden: true,
  private: true,
  headless: true,
  render: false,
  listed: false,
  permalink: false,
  eleventyexcludefromcollections: true,
};

/** The words for a status, including those of other systems. */
const statusWords: Readonly<Record<string, ContentStatus>> = {
  ...Object.fromEntries(contentStatuses.map((status) => [status, status])),
  publish: 'published',
  public: 'published',
  live: 'published',
  archive: 'archived',
  ...Object.fromEntries(
    [
      'pending',
      'private',
      'protected',
      'future',
      'scheduled',
      'unpublished',
      'unlisted',
      'hidden',
      'inactive',
      'trash',
      'trashed',
      'deleted',
      'wip',
      'auto-draft',
      'in progress',
      'in-progress',
      'in review',
      'in-review',
      'review',
      'todo',
    ].map((word) => [word, 'draft']),
  ),
};

/** The status that a word of any system stands for, regardless of case. */
export const statusOfWord = (text: string): ContentStatus | undefined => {
  const word = text.trim().toLowerCase();
  return Object.hasOwn(statusWords, word) ? statusWords[word] : undefined;
};

interface StatusSource {
  readonly path: string;
  readonly values: NamedValues;
  /** The date of the document, in epoch milliseconds. */
  readonly created: number | undefined;
  /** Whether all values of the front matter could be read. */
  readonly isComplete: boolean;
  /** What its folders and the site state, the most specific first. */
  readonly statements?: readonly Statement[] | undefined;
}

interface StatusRules {
  readonly status?: ContentStatus | undefined;
  readonly now?: number | undefined;
}

interface ChosenStatus {
  readonly status: ContentStatus;
  /** The sign in the document, such as `draft: true`, that overrides the requested status; undefined if none does. */
  readonly statedStatus: string | undefined;
}

/** The stated status, otherwise the requested one. A document that its site hides is never published. */
export const chooseStatus = (
  { path, values, created, isComplete, statements = [] }: StatusSource,
  { status: asked, now = Date.now() }: StatusRules,
): ChosenStatus => {
  const stated =
    readStatus(path, values) ?? readInherited(values, statements, (each) => readStatus('', each));
  const status = stated?.status ?? asked ?? 'draft';
  const unread: SignedStatus | undefined = isComplete
    ? undefined
    : { status: 'draft', sign: 'front matter that cannot be read completely' };
  const hidden =
    status === 'published'
      ? (unread ??
        readSchedule(values, created, now) ??
        readInherited(values, statements, (each) => readSchedule(each, undefined, now)))
      : undefined;
  const final = hidden?.status ?? status;
  const expected = asked ?? (claimsPublication(values) ? 'published' : final);
  return { status: final, statedStatus: final === expected ? undefined : (hidden ?? stated)?.sign };
};

/** The status that the document states. Signs that its site hides it take precedence. */
const readStatus = (path: string, values: NamedValues): SignedStatus | undefined =>
  readHidden(path, values) ?? readWord(values) ?? readShown(values);

/**
 * The first status of folders and the site that hides a document. Of values with the same name, that of the document counts,
 * then that of the most specific statement.
 */
const readInherited = (
  own: NamedValues,
  statements: readonly Statement[],
  read: (values: NamedValues) => SignedStatus | undefined,
): SignedStatus | undefined => {
  let nearer: JsonObject = {};
  for (const { file, values, sign } of statements) {
    const known = namedValues(nearer);
    const effective = Object.entries(values).filter(
      ([name]) => own.find([name]) === undefined && known.find([name]) === undefined,
    );
    const found = read(namedValues(Object.fromEntries(effective)));
    if (found !== undefined && found.status !== 'published') {
      return { status: found.status, sign: `${sign ?? found.sign} in ${file}` };
    }
    nearer = { ...values, ...nearer };
  }
  return undefined;
};

/** Whether a document states that it is public. */
const claimsPublication = (values: NamedValues): boolean =>
  (readWord(values) ?? readShown(values))?.status === 'published';

const readHidden = (path: string, values: NamedValues): SignedStatus | undefined => {
  const sign = readFlag(values, hiddenIf) ?? readHiddenBuild(values);
  if (sign !== undefined) return { status: 'draft', sign };
  const { value: password } = values.find(['password']) ?? {};
  if (typeof password === 'string' || typeof password === 'number') {
    return { status: 'draft', sign: 'a password' };
  }
  const folder = /(?:^|\/)(_drafts|_includes|_layouts|_partials|_templates)\//.exec(path)?.[1];
  if (folder !== undefined) return { status: 'draft', sign: `the folder ${folder}` };
  // Jekyll, Astro and Docusaurus leave such files out.
  return /(?:^|\/)_[^/]*$/.test(path) ? { status: 'draft', sign: 'a file name with _' } : undefined;
};

/** The first name that has its value: `draft: true`. */
const readFlag = (
  values: NamedValues,
  flags: Readonly<Record<string, boolean>>,
): string | undefined => {
  const [key, value] =
    Object.entries(flags).find(([name, each]) => flagOf(values, name) === each) ?? [];
  return key && `${values.find([key])?.name}: ${value}`;
};

/** YAML 1.2 has only true and false; the documents of Jekyll are YAML 1.1. */
const flagOf = (values: NamedValues, name: string): boolean | undefined => {
  const value = values.find([name])?.value;
  return typeof value === 'number' ? undefined : readBoolean(value);
};

/** Hugo's options of a page: `build: { render: never }`. */
const readHiddenBuild = (values: NamedValues): string | undefined => {
  const { name = '', value } = values.find(['build', '_build']) ?? {};
  if (!isJsonObject(value)) return undefined;
  const isNever = (each: Json | undefined): boolean => each === false || each === 'never';
  const part = ['render', 'list'].find((each) => isNever(value[each]));
  return part === undefined
    ? undefined
    : `${name}.${part}: ${value[part] === false ? 'false' : 'never'}`;
};

const readWord = (values: NamedValues): SignedStatus | undefined => {
  const { name, value } = values.find(['status', 'visibility']) ?? {};
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const status = statusOfWord(word);
  return status && { status, sign: `${name}: ${word}` };
};

const readShown = (values: NamedValues): SignedStatus | undefined => {
  const sign = readFlag(values, { draft: false, published: true, publish: true });
  return sign === undefined ? undefined : { status: 'published', sign };
};

const expiryNames = ['expiryDate', 'expiry_date', 'expires', 'expires_at', 'unpublishDate'];

/**
 * Why the site does not show a public document at the moment. Hugo and Jekyll do not show one with a date in the
 * future.
 *
 * @param created the date of the document, in epoch milliseconds.
 */
const readSchedule = (
  values: NamedValues,
  created: number | undefined,
  now: number,
): SignedStatus | undefined => {
  const timesOf = (names: readonly string[]): readonly number[] =>
    names.flatMap((name) => {
      const value = values.find([name])?.value;
      return (value === undefined ? undefined : readDate(value))?.time ?? [];
    });
  if (timesOf(expiryNames).some((time) => time <= now)) {
    return { status: 'archived', sign: 'an expiry date in the past' };
  }
  return [created ?? now, ...timesOf(publicationNames)].some((time) => time > now)
    ? { status: 'draft', sign: 'a date in the future' }
    : undefined;
};

/** The names in front matter that state the status. */
export const statusNames = (values: NamedValues): readonly string[] =>
  ['draft', 'published', 'status'].flatMap((each) => {
    const { name, value } = values.find([each]) ?? {};
    if (name === undefined || typeof value === 'object') return [];
    const isOwn = each === 'status' ? isStatus(value) : flagOf(values, each) !== undefined;
    return isOwn ? [name] : [];
  });

const isStatus = (value: Json | undefined): boolean =>
  typeof value === 'string' &&
  contentStatuses.some((status) => status === value.trim().toLowerCase());
