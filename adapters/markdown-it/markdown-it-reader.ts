import MarkdownIt from 'markdown-it';
import type { MarkdownPart, MarkdownReader } from '../../core/index.ts';

/** Reads Markdown with markdown-it, which takes linear time also for hostile texts. */
export class MarkdownItReader implements MarkdownReader {
  readonly #parser: MarkdownIt;

  constructor() {
    this.#parser = new MarkdownIt({ html: true });
    // What an address may be is a question of those who show it.
    this.#parser.validateLink = () => true;
    this.#parser.normalizeLink = (address) => address;
  }

  read(markdown: string): readonly MarkdownPart[] {
    const parts: MarkdownPart[] = [];
    addParts(this.#parser.parse(markdown, {}), parts);
    return parts;
  }
}

type Token = ReturnType<MarkdownIt['parse']>[number];

const space: MarkdownPart = { kind: 'space', text: '' };

/** The box of an entry in a list of tasks. */
const box = /^\[[ xX]\](?=\s)/;

const addParts = (tokens: readonly Token[], parts: MarkdownPart[], startsEntry = false): void => {
  for (const [index, token] of tokens.entries()) {
    const { type, content } = token;
    switch (type) {
      case 'inline':
        addParts(token.children ?? [], parts, tokens[index - 2]?.type === 'list_item_open');
        parts.push(space);
        break;
      case 'text':
      case 'text_special':
        parts.push({
          kind: 'text',
          text: startsEntry && index === 0 ? content.replace(box, '') : content,
        });
        break;
      case 'code_inline':
        parts.push({ kind: 'code', text: content });
        break;
      case 'code_block':
      case 'fence':
        parts.push({ kind: 'code', text: content }, space);
        break;
      case 'html_inline':
        parts.push({ kind: 'html', text: content });
        break;
      case 'html_block':
        parts.push(space, { kind: 'html', text: content }, space);
        break;
      case 'link_open':
        parts.push({ kind: 'address', text: token.attrGet('href') ?? '' });
        break;
      case 'image':
        parts.push(space, { kind: 'address', text: token.attrGet('src') ?? '' });
        addParts(token.children ?? [], parts);
        parts.push(space);
        break;
      case 'softbreak':
      case 'hardbreak':
        parts.push(space);
        break;
      default:
    }
  }
};
