import { posix } from 'node:path';
import { decodePercent, parseDate } from '../../../core/index.ts';
import type { Json } from '../../../core/vocabulary.ts';
import { splitLanguage } from './languages.ts';

/** What the path of a document says about it. */
export interface DocumentName {
  /** The file name without extension, language and date; for `index.md` the name of its folder. */
  readonly name: string;
  /** The date at the start of the name, in epoch milliseconds. */
  readonly date: number | undefined;
  /** The date of the folders that contain the document. */
  readonly folderDate: number | undefined;
}

const datedName = /^(\d{4}-\d{1,2}-\d{1,2})(?:[-_ ]+(.+))?$/s;
const bareDate = /^\d{4}-\d{1,2}-\d{1,2}$/;

/** @param path of the document, relative to the folder. */
export const readName = (path: string): DocumentName => {
  const { dir } = posix.parse(path);
  const folders = dir === '' ? [] : dir.split('/');
  const base = baseOf(path);
  const folderName = base.toLowerCase() === 'index' ? folders.pop() : undefined;
  const fullName = decodePercent(folderName ?? base);
  // A file for a day: 2020/01/02.md or 2020/01/02/index.md.
  const day = dateOfSegments([...folders, fullName]);
  if (day !== undefined) return { name: day.text, date: day.time, folderDate: undefined };
  const [, text = '', rest = fullName] = datedName.exec(fullName) ?? [];
  const date = parseDate(text);
  const parent = folders.at(-1) ?? '';
  const folderDate = bareDate.test(parent) ? parseDate(parent) : dateOfSegments(folders)?.time;
  return { name: date === undefined ? fullName : rest, date, folderDate };
};

/** The date of the last three segments, such as `2020`, `01` and `02`. */
const dateOfSegments = (
  segments: readonly string[],
): { readonly text: string; readonly time: number } | undefined => {
  const text = segments.slice(-3).join('-');
  const time = bareDate.test(text) && segments.length >= 3 ? parseDate(text) : undefined;
  return time === undefined ? undefined : { text, time };
};

/**
 * The date in the path of a page on its site, such as `2025/06/26/rust` or `/blog/2025-06-26-rust`.
 *
 * @returns undefined without a date, or with several.
 */
export const dateOfPagePath = (path: Json | undefined): number | undefined => {
  if (typeof path !== 'string') return undefined;
  const segments = path.split('/').filter((segment) => segment !== '');
  const dates = segments.flatMap((segment, index) => {
    const own = parseDate(datedName.exec(segment)?.[1] ?? '');
    const three = dateOfSegments(segments.slice(Math.max(0, index - 2), index + 1))?.time;
    return [own ?? three ?? []].flat();
  });
  return new Set(dates).size === 1 ? dates[0] : undefined;
};

/**
 * The path without extension, for a slug that no document in another folder has. A language at its end
 * stays: `news/tides/fr` for `news/tides/index.fr.md`.
 */
export const slugSourceOf = (path: string): string => {
  const { dir, name } = posix.parse(path);
  const { base, language = '' } = splitLanguage(name);
  return base.toLowerCase() === 'index' && dir !== ''
    ? posix.join(dir, language)
    : posix.join(dir, name);
};

/** Whether the file describes the repository, as README and LICENSE do, in any language. */
export const isAboutFolder = (path: string): boolean =>
  /^(?:readme|license|licence|changelog|contributing)$/i.test(baseOf(path));

/** Whether the file is the page of a section in Hugo and Zola: `_index.md` or `_index.fr.md`. */
export const isSectionPage = (path: string): boolean => baseOf(path).toLowerCase() === '_index';

const baseOf = (path: string): string => splitLanguage(posix.parse(path).name).base;
