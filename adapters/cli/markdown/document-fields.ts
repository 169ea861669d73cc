import type { ContentChangeDto } from '../../../contracts/index.ts';
import { convertValue, isDomainError, isStorable } from '../../../core/index.ts';
import { parseSlug, shortenJson, titleMaxLength } from '../../../core/vocabulary.ts';
import { readDates } from './document-dates.ts';
import { statusNames } from './document-status.ts';
import type { NamedValue, NamedValues } from './front-matter/front-matter.ts';

/** The members of an item that front matter states. */
export interface StatedMembers {
  readonly title: string | undefined;
  readonly slug: string | undefined;
  /** The date of publication, in epoch milliseconds. */
  readonly created: number | undefined;
  /** The date of the last change, in epoch milliseconds. */
  readonly updated: number | undefined;
  /** The names in front matter of these members and of the status. */
  readonly names: ReadonlySet<string>;
  /** Values that cannot be used, or are guesses. */
  readonly changes: readonly ContentChangeDto[];
}

/** @param written the same values with numbers as they are written. */
export const readMembers = (values: NamedValues, written: NamedValues): StatedMembers => {
  const changes: ContentChangeDto[] = [];
  const report: Report = (kind, { name, value }, message) => {
    changes.push({ path: name, kind, message, value: shortenJson(value) });
  };
  const title = readTitle(written.find(['title']), report);
  const slug = readSlugText(written.find(['slug']), report);
  const { created, updated } = readDates(values, report);
  const read = [title, slug, created, updated].flatMap((member) => member?.name ?? []);
  return {
    title: title?.text,
    slug: slug?.text,
    created: created?.time,
    updated: updated?.time,
    names: new Set([...read, ...statusNames(values)]),
    changes,
  };
};

type Report = (kind: 'left_out' | 'guessed', value: NamedValue, message: string) => void;

/** A member of the item. `name` is left out of the data; it is undefined if the data needs the complete value. */
interface ReadText {
  readonly text: string;
  readonly name: string | undefined;
}

const readTitle = (named: NamedValue | undefined, report: Report): ReadText | undefined => {
  if (named === undefined || named.value === false) return undefined;
  const { name, value } = named;
  const converted =
    typeof value === 'string' ? { value } : convertValue(value, { type: 'string' }, name);
  const text = typeof converted?.value === 'string' ? converted.value.trim() : undefined;
  if (text === '') return undefined;
  if (text === undefined || !isStorable(text)) {
    report('left_out', named, 'must be text');
    return undefined;
  }
  if (converted?.guess !== undefined) report('guessed', named, `is read as ${shortenJson(text)}`);
  const isComplete = converted?.guess === undefined && !isTooLong(text);
  if (isTooLong(text)) report('guessed', named, tooLong);
  return { text: fitTitle(text), name: isComplete ? name : undefined };
};

const isTooLong = (title: string): boolean => Array.from(title).length > titleMaxLength;
const tooLong = `is cut to ${titleMaxLength} characters`;

/** Cuts a title that is too long. Reports nothing: the text has all of it. */
export const fitTitle = (title: string): string => {
  const characters = Array.from(title);
  if (characters.length <= titleMaxLength) return title;
  return `${characters
    .slice(0, titleMaxLength - 1)
    .join('')
    .trimEnd()}…`;
};

const readSlugText = (named: NamedValue | undefined, report: Report): ReadText | undefined => {
  if (named === undefined) return undefined;
  const { name, value } = named;
  if (typeof value !== 'string' && typeof value !== 'number') {
    report('left_out', named, 'must be text');
    return undefined;
  }
  const text = `${value}`.trim();
  if (text === '') return undefined;
  try {
    parseSlug(text);
    return { text, name };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    report('left_out', named, error.issues?.[0]?.message ?? error.message);
    return undefined;
  }
};
