import { useResource, type Resource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Empty } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { address, replaceQuery, urlOf } from '../../shell/router.ts';
import { Screen } from '../../shell/screen.tsx';
import { FileProblems } from './file-problems.tsx';
import {
  findBroken,
  findUnpublished,
  findUnused,
  findWithoutAlt,
  type FindMore,
  type Problems,
} from './find-problems.ts';
import { ProblemList } from './problem-list.tsx';
import { ReferenceTable } from './reference-table.tsx';

const useProblems = <T,>(find: FindMore<T>) => {
  const resource = useResource(() => find());
  return { resource, find };
};

/** “Broken references (12)”; “(50+)” while the search is not at its end. */
const nameOf = (name: string, { value }: Pick<Resource<Problems<unknown>>, 'value'>): string => {
  if (value === undefined || (value.found.length === 0 && value.next !== undefined)) return name;
  return `${name} (${value.found.length}${value.next === undefined ? '' : '+'})`;
};

const isWell = ({ state }: Pick<Resource<Problems<unknown>>, 'state'>): boolean =>
  state.value.kind === 'ready' &&
  state.value.value.found.length === 0 &&
  state.value.value.next === undefined;

/** Everything that the content refers to and that is not as it should be. The tab is in the URL. */
export const Health = () => {
  const broken = useProblems(findBroken);
  const unpublished = useProblems(findUnpublished);
  const withoutAlt = useProblems(findWithoutAlt);
  const unused = useProblems(findUnused);
  const resources = [broken, unpublished, withoutAlt, unused].map(({ resource }) => resource);

  const tabs = [
    {
      id: 'broken',
      name: nameOf(t.health.broken, broken.resource),
      view: () => (
        <ProblemList {...broken} hint={t.health.brokenHint} none={t.health.noBroken}>
          {(found) => <ReferenceTable found={found} targetsExist={false} />}
        </ProblemList>
      ),
    },
    {
      id: 'unpublished',
      name: nameOf(t.health.unpublished, unpublished.resource),
      view: () => (
        <ProblemList {...unpublished} hint={t.health.unpublishedHint} none={t.health.noUnpublished}>
          {(found) => <ReferenceTable found={found} targetsExist />}
        </ProblemList>
      ),
    },
    {
      id: 'alt',
      name: nameOf(t.health.withoutAlt, withoutAlt.resource),
      view: () => (
        <ProblemList {...withoutAlt} hint={t.health.withoutAltHint} none={t.health.noneWithoutAlt}>
          {(found, set) => (
            <FileProblems found={found} onSet={set} isSolved={({ alt }) => alt !== ''} />
          )}
        </ProblemList>
      ),
    },
    {
      id: 'unused',
      name: nameOf(t.health.unused, unused.resource),
      view: () => (
        <ProblemList {...unused} hint={t.health.unusedHint} none={t.health.noUnused}>
          {(found, set) => <FileProblems found={found} onSet={set} isSolved={() => false} />}
        </ProblemList>
      ),
    },
  ];
  const selected = tabs.find(({ id }) => id === address.value.query.get('problem')) ?? tabs[0];
  return (
    <Screen
      title={t.health.title}
      busy={resources.some(({ state }) => state.value.kind === 'loading')}
    >
      {resources.every(isWell) || selected === undefined ? (
        <Empty
          icon="check"
          title={t.health.well}
          action={<ButtonLink href={urlOf('/content')}>{t.health.goToContent}</ButtonLink>}
        >
          {t.health.wellHint}
        </Empty>
      ) : (
        <Tabs
          label={t.health.problems}
          tabs={tabs}
          selected={selected.id}
          onSelect={(problem) =>
            replaceQuery({ problem: problem === 'broken' ? undefined : problem })
          }
        >
          {selected.view()}
        </Tabs>
      )}
    </Screen>
  );
};
