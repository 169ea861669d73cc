import {
  presentLocale,
  type Handlers,
  type LocaleDto,
  type localeOperations,
} from '../../../contracts/index.ts';
import type { Cms } from '../../../core/index.ts';
import type { Locale } from '../../../core/vocabulary.ts';
import { expectedTag, listTag } from '../answer/entity-tag.ts';
import type { RequestContext } from '../request-context.ts';

export const localeHandlers = ({
  locales,
}: Pick<Cms, 'locales'>): Handlers<typeof localeOperations, RequestContext> => ({
  listLocales: async () => answerLocales(await locales.list()),

  updateLocales: async ({ headers, body, actor }) => {
    const isExpected = expectedTag(headers['If-Match']);
    return answerLocales(
      await locales.update(
        actor,
        body,
        isExpected && ((stored) => isExpected(tagOf(stored.map(presentLocale)))),
      ),
    );
  },
});

const tagOf = (presented: readonly LocaleDto[]): string => listTag(JSON.stringify(presented));

const answerLocales = (locales: readonly Locale[]) => {
  const data = locales.map(presentLocale);
  return { body: { data }, headers: { ETag: tagOf(data) } };
};
