import { fromMarkdown, type CompileContext, type Token } from 'mdast-util-from-markdown';
import { findHtmlReferences, type Reference } from './html-references.ts';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root['children'][number];
interface Span {
  readonly start: number;
  readonly end: number;
}

/** What the import needs from the Markdown of a body. */
export interface MarkdownSyntax {
  /** The text of the first heading of level 1. */
  readonly heading: string | undefined;
  /** In the order of the text; they do not overlap. */
  readonly references: readonly Reference[];
}

export interface Dialect {
  /** MDX: indentation does not make code. */
  readonly mdx: boolean;
}

/** Parses CommonMark. Positions are UTF-16 units of `body`. */
export const readMarkdown = (body: string, { mdx }: Dialect): MarkdownSyntax => {
  const destinations = new Map<object, Span>();
  const root = fromMarkdown(body, {
    extensions: mdx ? [{ disable: { null: ['codeIndented'] } }] : [],
    mdastExtensions: [recordDestinations(destinations)],
  });
  const nodes = [...descendants(root)];
  const references = [
    ...findDestinations(nodes, destinations),
    ...(mdx ? findInJsx(nodes, body) : findInHtml(nodes, body)),
  ];
  return {
    heading: findHeading(nodes),
    references: references.toSorted((a, b) => a.start - b.start),
  };
};

/** Records the position of each destination, which the syntax tree does not contain. */
const recordDestinations = (positions: Map<object, Span>) => {
  const record = function (this: CompileContext, token: Token): undefined {
    const url = this.resume();
    const node = this.stack.at(-1);
    if (node === undefined || !('url' in node)) return;
    node.url = url;
    positions.set(node, { start: token.start.offset, end: token.end.offset });
  };
  return { exit: { resourceDestinationString: record, definitionDestinationString: record } };
};

/** In the order of the text. Not recursive: nested quotes can exceed the stack. */
function* descendants(root: Root): Generator<Node> {
  const pending: Node[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    if ('children' in node) pending.push(...node.children.toReversed());
  }
}

const findHeading = (nodes: readonly Node[]): string | undefined => {
  for (const node of nodes) {
    const text = headingOf(node)?.replace(/\s+/g, ' ').trim() ?? '';
    if (text !== '') return text;
  }
  return undefined;
};

const headingOf = (node: Node): string | undefined => {
  if (node.type === 'heading') return node.depth === 1 ? textOf(node) : undefined;
  if (node.type !== 'html') return undefined;
  const [, inner] = /<h1\b[^>]*>(.*?)<\/h1\s*>/is.exec(node.value) ?? [];
  // Decodes entities and drops tags.
  return inner === undefined ? undefined : textOf(fromMarkdown(inner.trim().replace(/\s+/g, ' ')));
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
): readonly Reference[] => {
  const shown = identifiersOf(nodes, 'imageReference');
  const linked = identifiersOf(nodes, 'linkReference');
  return nodes.flatMap((node): readonly Reference[] => {
    const span = destinations.get(node);
    if (span === undefined || !('url' in node)) return [];
    const reference = { address: node.url, ...span };
    // Of several definitions of one name the first counts.
    const isShown =
      node.type === 'image' || (node.type === 'definition' && shown.delete(node.identifier));
    if (isShown) return [reference];
    const isLinked =
      node.type === 'link' || (node.type === 'definition' && linked.delete(node.identifier));
    return isLinked ? [{ ...reference, isLink: true }] : [];
  });
};

const identifiersOf = (
  nodes: readonly Node[],
  type: 'imageReference' | 'linkReference',
): Set<string> => new Set(nodes.flatMap((node) => (node.type === type ? [node.identifier] : [])));

const findInHtml = (nodes: readonly Node[], body: string): readonly Reference[] =>
  nodes.flatMap((node) => {
    if (node.type !== 'html') return [];
    const { start, end } = spanOf(node);
    return [...findHtmlReferences(body.slice(start, end), start)];
  });

/** CommonMark does not recognise all JSX as HTML, so the whole text except code is searched. */
const findInJsx = (nodes: readonly Node[], body: string): readonly Reference[] => {
  const pieces: string[] = [];
  let length = 0;
  for (const node of nodes) {
    if (node.type !== 'code' && node.type !== 'inlineCode') continue;
    const { start, end } = spanOf(node);
    pieces.push(body.slice(length, start), ' '.repeat(end - start));
    length = end;
  }
  return [...findHtmlReferences(pieces.join('') + body.slice(length), 0)];
};

const spanOf = ({ position }: Node): Span => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});
