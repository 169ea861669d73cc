/** The address of a link to an item, as the service counts it. Frontends replace it by the path of the item. */
export const itemAddress = (id: string): string => `quoin:${id}`;

const address = /^quoin:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** The id of the item to which an address leads; undefined for another address. */
export const itemOfAddress = (text: string): string | undefined =>
  address.exec(text)?.[1]?.toLowerCase();

const addresses = /(?<![\w-])quoin:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/gi;

/** The ids of the items to which a text links, each once, in the order of the text. */
export const linkedItems = (text: string): readonly string[] => [
  ...new Set((text.match(addresses) ?? []).map((each) => itemOfAddress(each) ?? '')),
];
