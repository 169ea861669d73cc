interface SnippetProps {
  readonly text: string;
  /** The start and the end of each part to mark, in UTF-16 units, in order. */
  readonly matches: readonly (readonly number[])[];
  /** How much of the text stands before the first mark, so that this is in sight. */
  readonly lead: number;
}

/** A text whose matches are marked. It is shown as it is, never as markup. */
export const Snippet = ({ text, matches, lead }: SnippetProps) => {
  const start = startOf(text, (matches[0]?.[0] ?? 0) - lead);
  let shown = start;
  const parts = matches.flatMap(([from = 0, to = 0]) => {
    const before = text.slice(shown, from);
    shown = to;
    return [before, <mark key={from}>{text.slice(from, to)}</mark>];
  });
  return (
    <>
      {start > 0 && '… '}
      {parts}
      {text.slice(shown)}
    </>
  );
};

/** The next word from a place on. */
const startOf = (text: string, place: number): number =>
  place <= 0 ? 0 : text.indexOf(' ', place) + 1;
