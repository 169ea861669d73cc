/** Measures all sides in each round, one after the other. Every second round begins with the last one. */
export const alternatingRounds = async (
  rounds: number,
  sides: readonly (() => Promise<unknown>)[],
): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side();
  }
};
