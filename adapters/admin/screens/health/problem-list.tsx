import type { ComponentChildren } from 'preact';
import type { Resource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Loaded, Notice } from '../../components/states.tsx';
import { useBusy } from '../../components/use-busy.ts';
import type { FindMore, Problems } from './find-problems.ts';

interface ProblemListProps<T> {
  readonly resource: Resource<Problems<T>>;
  readonly find: FindMore<T>;
  /** What the problem is, and how to solve it. */
  readonly hint: string;
  /** The title if there are none. */
  readonly none: string;
  readonly children: (found: readonly T[], set: (found: readonly T[]) => void) => ComponentChildren;
}

/** The problems of one kind, as far as they have been searched. */
export const ProblemList = <T,>({ resource, find, hint, none, children }: ProblemListProps<T>) => {
  const [isBusy, run] = useBusy();
  const findMore = (after: string): Promise<void> =>
    run(async () => {
      const { found, next } = await find(after);
      const before = resource.state.peek();
      if (before.kind === 'ready') {
        resource.set({ found: [...before.value.found, ...found], next });
      }
    });
  return (
    <Loaded resource={resource} what={t.health.what}>
      {({ found, next }) => (
        <div class="stack">
          {found.length > 0 && (
            <>
              <p class="quiet-text">{hint}</p>
              {children(found, (changed) => resource.set({ found: changed, next }))}
            </>
          )}
          {found.length === 0 && (
            <Notice icon="check" title={next === undefined ? none : t.health.noneSoFar}>
              <p>{next === undefined ? t.health.nothingToDo : t.health.partExamined}</p>
            </Notice>
          )}
          {next !== undefined && (
            <div>
              <Button busy={isBusy} onClick={() => void findMore(next)}>
                {t.health.findMore}
              </Button>
            </div>
          )}
        </div>
      )}
    </Loaded>
  );
};
