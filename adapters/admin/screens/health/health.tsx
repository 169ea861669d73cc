import { useResource, type Resource } from '../../api/resource.ts';
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
      name: nameOf('Broken references', broken.resource),
      view: () => (
        <ProblemList
          {...broken}
          hint="References to an item or a file that does not exist. Choose another target in the item, or remove the reference."
          none="No broken references"
        >
          {(found) => <ReferenceTable found={found} targetsExist={false} />}
        </ProblemList>
      ),
    },
    {
      id: 'unpublished',
      name: nameOf('Unpublished targets', unpublished.resource),
      view: () => (
        <ProblemList
          {...unpublished}
          hint="Published items that refer to items which readers do not see. Publish the target, or choose another one."
          none="No unpublished targets"
        >
          {(found) => <ReferenceTable found={found} targetsExist />}
        </ProblemList>
      ),
    },
    {
      id: 'alt',
      name: nameOf('Missing alt texts', withoutAlt.resource),
      view: () => (
        <ProblemList
          {...withoutAlt}
          hint="Images without an alternative text, for people who cannot see them. Choose one to describe it."
          none="No missing alt texts"
        >
          {(found, set) => (
            <FileProblems found={found} onSet={set} isSolved={({ alt }) => alt !== ''} />
          )}
        </ProblemList>
      ),
    },
    {
      id: 'unused',
      name: nameOf('Unused files', unused.resource),
      view: () => (
        <ProblemList
          {...unused}
          hint="Files to which no item refers. Unpublished changes, the trash and the history do not count."
          none="No unused files"
        >
          {(found, set) => <FileProblems found={found} onSet={set} isSolved={() => false} />}
        </ProblemList>
      ),
    },
  ];
  const selected = tabs.find(({ id }) => id === address.value.query.get('problem')) ?? tabs[0];
  return (
    <Screen
      title="Content health"
      busy={resources.some(({ state }) => state.value.kind === 'loading')}
    >
      {resources.every(isWell) || selected === undefined ? (
        <Empty
          icon="check"
          title="All is well"
          action={<ButtonLink href={urlOf('/content')}>Go to the content</ButtonLink>}
        >
          No reference is broken, readers see everything that published items refer to, every image
          has an alternative text, and every file is used.
        </Empty>
      ) : (
        <Tabs
          label="Problems"
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
