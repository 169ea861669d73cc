import { numberText } from '../catalogue/forms.ts';
import { t } from '../catalogue/texts.ts';
import { Button } from './button.tsx';

interface PagerProps {
  /** From 1. */
  readonly page: number;
  readonly hasNext: boolean;
  readonly onPage: (page: number) => void;
}

/** Goes through the pages of a list whose length is unknown. Shows nothing for a single page. */
export const Pager = ({ page, hasNext, onPage }: PagerProps) =>
  page === 1 && !hasNext ? null : (
    <nav class="pages" aria-label={t.components.pages.label}>
      <Button icon="back" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t.components.pages.previous}
      </Button>
      <span>{t.components.pages.page(numberText(page))}</span>
      <Button icon="next" disabled={!hasNext} onClick={() => onPage(page + 1)}>
        {t.components.pages.next}
      </Button>
    </nav>
  );

/** The number of a page in a URL; 1 for anything else. */
export const pageOf = (text: string | null): number => {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
};

export const pageSize = 50;

/** The query for a page. It asks for one entry more than a page has, because the API does not count. */
export const pageQuery = (page: number) => ({
  limit: pageSize + 1,
  offset: (page - 1) * pageSize,
});

/** The entries of a page, and whether another page follows. @param found the answer to {@link pageQuery}. */
export const cutPage = <T,>(found: readonly T[]) => ({
  entries: found.slice(0, pageSize),
  hasNext: found.length > pageSize,
});
