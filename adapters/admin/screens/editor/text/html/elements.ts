const namesOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements that begin and end a line. */
export const blocks = namesOf(
  'address article aside blockquote body caption center col colgroup dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup html li main nav ol p pre search section summary table tbody td tfoot th thead tr ul',
);

/** Blocks that can contain text without another block around it. */
export const textBlocks = namesOf(
  'address article aside blockquote body caption center dd details div dt figcaption footer h1 h2 h3 h4 h5 h6 header li main nav p pre section summary td th',
);

/** Blocks whose content is one paragraph. */
export const paragraphs = namesOf('p h1 h2 h3 h4 h5 h6 pre address summary');

export const headings = namesOf('h1 h2 h3 h4 h5 h6');

export const lists = namesOf('ul ol');

export const cells = namesOf('td th');

/** Elements within a line that have a look, or none that matters while a text is written. */
export const inlines = namesOf(
  'a abbr b bdi bdo big br cite code data del dfn em font i img ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var wbr',
);

/** Elements whose content is not formatted text: they look like their source. */
export const opaque = namesOf(
  'audio button canvas iframe input math noscript object script select style svg template textarea title video',
);

/** Of elements that mean the same. */
const meanings: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  ins: 'u',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};

/** The name of the element that others mean the same as. */
export const meaningOf = (name: string): string => meanings[name] ?? name;
