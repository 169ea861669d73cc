import { fromMarkdown, type CompileContext, type Token } from 'mdast-util-from-markdown';
import { findHtmlImages, type ImageReference } from './html-images.ts';
import { isImageAddress } from './scan-folder.ts';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root['children'][number];
interface Span {
  readonly start: number;
  readonly end: number;
}

/** What an import asks of the Markdown of a body. */
export interface MarkdownSyntax {
  /** The text of the first heading. */
  readonly heading: string | undefined;
  /** In the order of the text, none within another. */
  readonly images: readonly ImageReference[];
}

export interface Dialect {
  /** JSX among the Markdown: indentation means nothing. */
  readonly mdx: boolean;
}

/** Reads Markdown as CommonMark has it. Places are UTF-16 units of `body`. */
export const readMarkdown = (body: string, { mdx }: Dialect): MarkdownSyntax => {
  const destinations = new Map<object, Span>();
  const root = fromMarkdown(body, {
    extensions: mdx ? [{ disable: { null: ['codeIndented'] } }] : [],
    mdastExtensions: [destinationPlaces(destinations)],
  });
  const nodes = [...descendants(root)];
  const images = [
    ...findDestinations(nodes, destinations),
    ...(mdx ? findInJsx(nodes, body) : findInHtml(nodes, body)),
  ];
  return {
    heading: findHeading(nodes),
    images: images.toSorted((a, b) => a.start - b.start),
  };
};

/** Keeps where each destination is written: a tree has only what it says. */
const destinationPlaces = (places: Map<object, Span>) => {
  const note = function (this: CompileContext, token: Token): undefined {
    const url = this.resume();
    const node = this.stack.at(-1);
    if (node === undefined || !('url' in node)) return;
    node.url = url;
    places.set(node, { start: token.start.offset, end: token.end.offset });
  };
  return { exit: { resourceDestinationString: note, definitionDestinationString: note } };
};

/** In the order of the text. Not recursive: quotes can nest deeper than a stack is. */
function* descendants(root: Root): Generator<Node> {
  const pending: Node[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    if ('children' in node) pending.push(...node.children.toReversed());
  }
}

const findHeading = (nodes: readonly Node[]): string | undefined => {
  for (const node of nodes) {
    if (node.type !== 'heading') continue;
    const text = textOf(node).replace(/\s+/g, ' ').trim();
    if (text !== '') return text;
  }
  return undefined;
};

const textOf = (node: Node): string => {
  if ('children' in node) return node.children.map(textOf).join('');
  if ('alt' in node) return node.alt ?? '';
  if (node.type === 'html') return '';
  return 'value' in node ? node.value : '';
};

const findDestinations = (
  nodes: readonly Node[],
  destinations: ReadonlyMap<object, Span>,
): readonly ImageReference[] => {
  const shown = identifiersOf(nodes, 'imageReference');
  const linked = identifiersOf(nodes, 'linkReference');
  return nodes.flatMap((node): readonly ImageReference[] => {
    const place = destinations.get(node);
    if (place === undefined || !('url' in node)) return [];
    const reference = { address: node.url, ...place };
    // Of two definitions of one name the first counts.
    const isShown =
      node.type === 'image' || (node.type === 'definition' && shown.delete(node.identifier));
    if (isShown) return [reference];
    const isLinked =
      node.type === 'link' || (node.type === 'definition' && linked.delete(node.identifier));
    return isLinked && isImageAddress(node.url) ? [{ ...reference, isLink: true }] : [];
  });
};

const identifiersOf = (
  nodes: readonly Node[],
  type: 'imageReference' | 'linkReference',
): Set<string> => new Set(nodes.flatMap((node) => (node.type === type ? [node.identifier] : [])));

const findInHtml = (nodes: readonly Node[], body: string): readonly ImageReference[] =>
  nodes.flatMap((node) => {
    if (node.type !== 'html') return [];
    const { start, end } = placeOf(node);
    return [...findHtmlImages(body.slice(start, end), start)];
  });

/** JSX is not what CommonMark takes for HTML: it may be anywhere but in code. */
const findInJsx = (nodes: readonly Node[], body: string): readonly ImageReference[] => {
  const pieces: string[] = [];
  let length = 0;
  for (const node of nodes) {
    if (node.type !== 'code' && node.type !== 'inlineCode') continue;
    const { start, end } = placeOf(node);
    pieces.push(body.slice(length, start), ' '.repeat(end - start));
    length = end;
  }
  return [...findHtmlImages(pieces.join('') + body.slice(length), 0)];
};

const placeOf = ({ position }: Node): Span => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});
