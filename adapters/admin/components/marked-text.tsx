interface MarkedTextProps {
  readonly text: string;
  /** The start and the end of each part to mark, in UTF-16 units, in order. */
  readonly matches: readonly (readonly number[])[];
}

/** A text whose matches are marked. It is shown as it is, never as markup. */
export const MarkedText = ({ text, matches }: MarkedTextProps) => {
  let shown = 0;
  const parts = matches.flatMap(([start = 0, end = 0]) => {
    const before = text.slice(shown, start);
    shown = end;
    return [before, <mark key={start}>{text.slice(start, end)}</mark>];
  });
  return (
    <>
      {parts}
      {text.slice(shown)}
    </>
  );
};
