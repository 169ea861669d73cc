/** A post, page, attachment or anything else that an export lists as an item. */
export interface WxrItem {
  /** The texts of its elements, by their names. */
  readonly texts: ReadonlyMap<string, string>;
  readonly terms: readonly WxrTerm[];
  /** Custom fields, in the order of the file. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly comments: number;
  /** Has a control character that XML does not allow. */
  readonly hasForbiddenCharacter: boolean;
  /** Its longest texts are left out. */
  readonly isTooLarge: boolean;
}

/** A term of a taxonomy that an item has. */
export interface WxrTerm {
  readonly taxonomy: string;
  readonly name: string;
}

/** Of all texts of an item, in UTF-16 units: more than the largest item that the service accepts. */
const maxLength = 8 * 1024 * 1024;

/** What a member counts in addition to its texts, so that members without any have a limit, too. */
const memberLength = 100;

type Attributes = Readonly<Record<string, string>>;

/** The depth of an element in an item, such as `title`. */
const memberDepth = 4;

/** Collects an item from the events of the parser. */
export const itemReader = () => {
  let texts = new Map<string, string>();
  let terms: WxrTerm[] = [];
  let fields: (readonly [string, string])[] = [];
  let comments = 0;
  let hasForbiddenCharacter = false;
  let length = 0;
  let isTooLarge = false;
  let attributes: Attributes = {};
  let field: { name: string; value: string } = { name: '', value: '' };
  let pieces: string[] = [];
  let isRead = false;

  const fits = (size: number): boolean => {
    const isOver = length + size > maxLength;
    if (isOver) isTooLarge = true;
    else length += size;
    return !isOver;
  };

  return {
    start: (): void => {
      texts = new Map();
      terms = [];
      fields = [];
      comments = 0;
      hasForbiddenCharacter = false;
      length = 0;
      isTooLarge = false;
    },
    open: (names: readonly string[], of: Attributes): void => {
      pieces = [];
      // Comments of readers are only counted.
      isRead = names.length === memberDepth || names[memberDepth - 1] === 'wp:postmeta';
      if (names.length !== memberDepth) return;
      attributes = of;
      field = { name: '', value: '' };
      if (names[memberDepth - 1] === 'wp:comment') comments += 1;
    },
    text: (part: string): void => {
      if (isRead && fits(part.length)) pieces.push(part);
    },
    close: (names: readonly string[]): void => {
      const member = names[memberDepth - 1];
      const text = pieces.join('');
      if (names.length === memberDepth + 1 && member === 'wp:postmeta') {
        if (names.at(-1) === 'wp:meta_key') field.name = text;
        if (names.at(-1) === 'wp:meta_value') field.value = text;
      }
      if (names.length === memberDepth && member !== undefined && fits(memberLength)) {
        if (member === 'wp:postmeta') fields.push([field.name, field.value]);
        else if (member === 'category' && attributes['domain'] !== undefined) {
          const { domain } = attributes;
          if (fits(domain.length)) terms.push({ taxonomy: domain, name: text });
        } else if (member !== 'wp:comment') texts.set(member, text);
      }
      pieces = [];
      isRead = false;
    },
    noteForbiddenCharacter: (): void => {
      hasForbiddenCharacter = true;
    },
    end: (): WxrItem => ({
      texts,
      terms,
      fields,
      comments,
      hasForbiddenCharacter,
      isTooLarge,
    }),
  };
};
