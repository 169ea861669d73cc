/** Words that occur nowhere else, each known by what it must not leave. */
export interface SecretWords {
  /** A new word. @param owner the name of a collection. @param item a name of the item that has it. */
  readonly next: (owner: string, item?: string) => string;
  /** The words of these collections. */
  readonly of: (owners: readonly string[]) => readonly string[];
  readonly ofItem: (item: string) => readonly string[];
}

/** Words have only letters that stay in slugs, names and URLs. No other text contains them by chance. */
export const secretWords = (random: () => number): SecretWords => {
  const words: { readonly word: string; readonly owner: string; readonly item?: string }[] = [];
  return {
    next: (owner, item) => {
      const letters = Array.from({ length: 8 }, () => 'bcdfghjklmnp'[Math.floor(random() * 12)]);
      const word = `zq${letters.join('')}${words.length}qz`;
      words.push({ word, owner, ...(item !== undefined && { item }) });
      return word;
    },
    of: (owners) => words.filter(({ owner }) => owners.includes(owner)).map(({ word }) => word),
    ofItem: (item) => words.filter((each) => each.item === item).map(({ word }) => word),
  };
};
