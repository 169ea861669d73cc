import type { Actor } from '../model/actor.ts';
import { divideSelection } from '../queries/select-fields.ts';
import { expandPage, type ExpandedListing, type Expanding } from '../references/expand-content.ts';
import { parseExpand } from '../references/expansion-plan.ts';
import {
  searchReader,
  withSnippets,
  type SearchContent,
  type SearchDependencies,
  type SearchListing,
} from './search-content.ts';

export const expandSearch =
  (dependencies: SearchDependencies) =>
  async (
    actor: Actor,
    { expand, fields, ...command }: SearchContent & Expanding,
  ): Promise<ExpandedListing<SearchListing>> => {
    const { own, included } = divideSelection(fields, parseExpand(expand));
    const reader = searchReader(dependencies, actor, { ...command, fields: own });
    const { value } = await expandPage(dependencies, actor, { expand }, reader, included);
    return { ...value, listing: withSnippets(dependencies, actor, command, value.listing) };
  };
