import { syntaxTree } from '@codemirror/language';
import { WidgetType, type EditorView } from '@codemirror/view';
import { imageUrl } from '../../../../media/image-url.ts';
import { escapeLabel, titleText } from '../links.ts';
import { linkParts } from './link-parts.ts';

/** An image of the text. */
export interface Picture {
  readonly alt: string;
  readonly url: string;
  /** The title of the image in Markdown, which frontends show below it. */
  readonly caption: string;
}

/** The image at the place of its element, or of one inside that. */
const nodeAt = (view: EditorView, inside: HTMLElement) => {
  const figure = inside.closest<HTMLElement>('.text-picture') ?? inside;
  let node = syntaxTree(view.state).resolveInner(view.posAtDOM(figure), 1);
  while (node.name !== 'Image' && node.parent !== null) node = node.parent;
  return node.name === 'Image' ? node : undefined;
};

/** An image in its place, with its alternative text and its caption. Both are written into the text. */
class PictureWidget extends WidgetType {
  readonly picture: Picture;

  constructor(picture: Picture) {
    super();
    this.picture = picture;
  }

  override eq(other: WidgetType): boolean {
    if (!(other instanceof PictureWidget)) return false;
    const { alt, url, caption } = other.picture;
    return alt === this.picture.alt && url === this.picture.url && caption === this.picture.caption;
  }

  override get estimatedHeight(): number {
    return 320;
  }

  override toDOM(view: EditorView): HTMLElement {
    const figure = document.createElement('span');
    figure.className = 'text-picture';
    figure.append(this.#image(view), this.#input('alt', view), this.#input('caption', view));
    figure.addEventListener('click', (event) => {
      if (event.target instanceof HTMLInputElement) return;
      const node = nodeAt(view, figure);
      if (node === undefined) return;
      view.dispatch({ selection: { anchor: node.from, head: node.to } });
      view.focus();
    });
    return figure;
  }

  /** Keeps the element while its texts change, so that writing in it goes on. */
  override updateDOM(figure: HTMLElement, _: EditorView, from?: WidgetType): boolean {
    if (!(from instanceof PictureWidget) || from.picture.url !== this.picture.url) return false;
    const [alt, caption] = figure.querySelectorAll('input');
    if (alt === undefined || caption === undefined) return false;
    if (document.activeElement !== alt) alt.value = this.picture.alt;
    if (document.activeElement !== caption) caption.value = this.picture.caption;
    figure.querySelector('img')?.setAttribute('alt', this.picture.alt);
    return true;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  #image(view: EditorView): HTMLElement {
    const { alt, url } = this.picture;
    const href = imageUrl(url);
    const absent = (): HTMLElement => {
      const made = document.createElement('span');
      made.className = 'text-absent';
      made.textContent = `The picture ${url} cannot be shown here.`;
      return made;
    };
    if (href === undefined) return absent();
    const image = document.createElement('img');
    image.alt = alt;
    image.src = href;
    image.loading = 'lazy';
    image.draggable = false;
    image.addEventListener('load', () => view.requestMeasure());
    image.addEventListener('error', () => image.replaceWith(absent()));
    return image;
  }

  #input(name: 'alt' | 'caption', view: EditorView): HTMLElement {
    const input = document.createElement('input');
    input.value = this.picture[name];
    input.dir = 'auto';
    input.autocomplete = 'off';
    input.readOnly = view.state.readOnly;
    input.className = `text-${name}`;
    input.ariaLabel = name === 'alt' ? 'Alternative text' : 'Caption';
    input.placeholder = name === 'alt' ? 'What does this picture show?' : 'Caption';
    // Only what is typed changes: the address stays as it is written.
    const write = (): void => {
      const node = nodeAt(view, input);
      const parts = node && linkParts(node);
      if (parts === undefined) return;
      const { label, url, title } = parts;
      const changes =
        name === 'alt'
          ? { ...label, insert: escapeLabel(input.value) }
          : { from: url.to, to: title?.to ?? url.to, insert: titleText(input.value) };
      view.dispatch({ changes, userEvent: 'input.type' });
    };
    input.addEventListener('input', (event) => {
      event.stopPropagation();
      write();
    });
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      const node = nodeAt(view, input);
      if (node !== undefined) view.dispatch({ selection: { anchor: node.to } });
      view.focus();
    });
    return input;
  }
}

export const picture = (each: Picture): WidgetType => new PictureWidget(each);
