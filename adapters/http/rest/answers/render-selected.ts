import type { SelectedFields } from '../../../../core/index.ts';
import {
  decodeJson,
  isJsonObject,
  shownItemMembers,
  type ContentItem,
  type Json,
  type JsonObject,
} from '../../../../core/vocabulary.ts';

/** The selected members, in the order of a whole item. */
export const renderSelected = (item: ContentItem, { members, data }: SelectedFields): string => {
  const values = new Map<string, string | number | null>(
    shownItemMembers.map(({ member, name }) => [name, item[member] ?? null]),
  );
  const start = JSON.stringify(Object.fromEntries(members.map((name) => [name, values.get(name)])));
  if (data?.length === 0) return start;
  const selected =
    data === undefined ? item.data : JSON.stringify(selectIn(decodeJson(item.data), data));
  return `${start.slice(0, -1)},"data":${selected}}`;
};

/** The members at the paths that exist, within their objects. */
const selectIn = (source: JsonObject, paths: readonly (readonly string[])[]): JsonObject => {
  const groups = Map.groupBy(paths, ([name = '']) => name);
  const entries = [...groups].flatMap(([name, group]): (readonly [string, Json])[] => {
    const value = Object.hasOwn(source, name) ? source[name] : undefined;
    if (value === undefined) return [];
    const isWhole = group.some(({ length }) => length === 1) || !isJsonObject(value);
    return [
      [
        name,
        isWhole
          ? value
          : selectIn(
              value,
              group.map(([, ...rest]) => rest),
            ),
      ],
    ];
  });
  return Object.fromEntries(entries);
};
