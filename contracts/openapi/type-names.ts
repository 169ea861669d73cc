/** `blog-posts` becomes `BlogPosts`. Begins with a letter. */
const typeName = (name: string): string => {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const joined = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
  return /^\p{L}/u.test(joined) ? joined : `Collection${joined}`;
};

/**
 * A name of a type for each collection. If another collection has it already, a number is added.
 *
 * @param taken names that no type may have. @param namesWith all names that are made of the name of one collection.
 * These names differ in more than case, also from those of other collections.
 */
export const typeNames = (
  collections: readonly string[],
  taken: Iterable<string>,
  namesWith: (name: string) => readonly string[],
): ReadonlyMap<string, string> => {
  const used = new Set([...taken].map((name) => name.toLowerCase()));
  return new Map(
    collections.map((collection) => {
      const wanted = typeName(collection);
      const lowerCase = (name: string) => namesWith(name).map((each) => each.toLowerCase());
      let free = wanted;
      for (let n = 2; lowerCase(free).some((each) => used.has(each)); n += 1)
        free = `${wanted}${n}`;
      for (const each of lowerCase(free)) used.add(each);
      return [collection, free];
    }),
  );
};
