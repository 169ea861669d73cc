import type { ContentChangeDto } from '../../../contracts/index.ts';
import { readLocaleCode, shortenJson, type LocaleCode } from '../../../core/vocabulary.ts';
import { derivedId } from './derived-id.ts';
import { readName } from './document-name.ts';
import type { NamedValues } from './front-matter/front-matter.ts';
import { languageOf, withoutLanguage } from './languages.ts';

/** The place of a document among its translations. Only localised collections need it. */
export interface DocumentTranslation {
  /** As the front matter states it, otherwise as the path does; undefined if neither does. */
  readonly locale: LocaleCode | undefined;
  /** The id of the group. It depends on no other document, so that translations can come later. */
  readonly group: string;
  /** The name of the document, without its language: that of `de/index.md` is `index`. */
  readonly name: string;
  /** The names in front matter of the language and of the group. */
  readonly names: ReadonlySet<string>;
  /** Values that cannot be used. */
  readonly changes: readonly ContentChangeDto[];
}

/**
 * Documents translate each other if Hugo's `translationKey` says so, or if their paths differ only in the language. A
 * document whose path has no language begins the group that has its own id.
 */
export const readTranslation = (
  path: string,
  collection: string,
  values: NamedValues,
): DocumentTranslation => {
  const stated = values.all(['lang', 'locale']);
  const codes = stated.map(({ name, value }) => ({ name, value, code: codeOf(value) }));
  const own = codes.find(({ code }) => code !== undefined);
  const key = values.find(['translationKey']);
  const hasKey = typeof key?.value === 'string' || typeof key?.value === 'number';
  const common = withoutLanguage(path);
  return {
    locale: own?.code ?? codeOf(languageOf(path)),
    group: hasKey
      ? derivedId('translations', collection, String(key.value))
      : documentId(collection, common),
    name: readName(common).name,
    names: new Set([own, hasKey ? key : undefined].flatMap((named) => named?.name ?? [])),
    changes: codes
      .filter(({ code }) => code === undefined)
      .map(({ name, value }) => ({
        path: name,
        kind: 'left_out',
        value: shortenJson(value),
        message: 'is not the code of a language',
      })),
  };
};

/** The id of the item of a document. @param path of the document, relative to the folder. */
export const documentId = (collection: string, path: string): string =>
  derivedId('document', collection, path.normalize('NFC'));

/** Some systems write `pt_BR`. */
const codeOf = (value: unknown): LocaleCode | undefined =>
  typeof value === 'string' ? readLocaleCode(value.trim().replaceAll('_', '-')) : undefined;
