/** The admin asks for at most so many parts of one list at once. */
const atOnce = 4;

/** The results for all entries, in their order. Works on a few entries at once. */
export const mapSome = async <Entry, Result>(
  entries: readonly Entry[],
  work: (entry: Entry) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  // Each entry goes to one of the runs.
  const waiting = entries.entries();
  const run = async (): Promise<void> => {
    for (const [index, entry] of waiting) results[index] = await work(entry);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return results;
};
