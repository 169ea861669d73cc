import type { ChangeSpec, EditorState } from '@codemirror/state';
import { WidgetType, type EditorView } from '@codemirror/view';
import { t } from '../../../../catalogue/texts.ts';
import { imageUrl } from '../../../../media/image-url.ts';
import type { Part } from './looks.ts';

/** An image of the text. */
export interface Picture {
  readonly alt: string;
  readonly url: string;
  /** What frontends show below it; undefined if that is text of its own. */
  readonly caption: string | undefined;
}

/** An image in the source. Only what is typed changes: the address stays as it is written. */
export interface PictureSource extends Part {
  readonly writeAlt: (text: string) => ChangeSpec;
  readonly writeCaption: (text: string) => ChangeSpec;
}

/** Finds the image that is shown at a place. */
export type FindPicture = (state: EditorState, at: number) => PictureSource | undefined;

/** An image in its place, with its alternative text and its caption. Both are written into the text. */
class PictureWidget extends WidgetType {
  readonly picture: Picture;
  readonly #find: FindPicture;

  constructor(picture: Picture, find: FindPicture) {
    super();
    this.picture = picture;
    this.#find = find;
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
    figure.append(this.#image(view), this.#input('alt', view));
    if (this.picture.caption !== undefined) figure.append(this.#input('caption', view));
    figure.addEventListener('click', (event) => {
      if (event.target instanceof HTMLInputElement) return;
      const source = this.#sourceOf(view, figure);
      if (source === undefined) return;
      view.dispatch({ selection: { anchor: source.from, head: source.to } });
      view.focus();
    });
    return figure;
  }

  /** Keeps the element while its texts change, so that writing in it goes on. */
  override updateDOM(figure: HTMLElement, _: EditorView, from?: WidgetType): boolean {
    if (!(from instanceof PictureWidget) || from.picture.url !== this.picture.url) return false;
    const [alt, caption] = figure.querySelectorAll('input');
    const { caption: text } = this.picture;
    if (alt === undefined || (caption === undefined) !== (text === undefined)) return false;
    if (document.activeElement !== alt) alt.value = this.picture.alt;
    if (caption !== undefined && document.activeElement !== caption) caption.value = text ?? '';
    figure.querySelector('img')?.setAttribute('alt', this.picture.alt);
    return true;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  /** The image at the place of its element, or of one inside that. */
  #sourceOf(view: EditorView, inside: HTMLElement): PictureSource | undefined {
    const figure = inside.closest<HTMLElement>('.text-picture') ?? inside;
    return this.#find(view.state, view.posAtDOM(figure));
  }

  #image(view: EditorView): HTMLElement {
    const { alt, url } = this.picture;
    const href = imageUrl(url);
    const absent = (): HTMLElement => {
      const made = document.createElement('span');
      made.className = 'text-absent';
      made.textContent = t.textEditor.absentPicture(url);
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
    input.value = this.picture[name] ?? '';
    input.dir = 'auto';
    input.autocomplete = 'off';
    input.readOnly = view.state.readOnly;
    input.className = `text-${name}`;
    input.ariaLabel = name === 'alt' ? t.textEditor.altText : t.textEditor.caption;
    input.placeholder = name === 'alt' ? t.textEditor.whatPictureShows : t.textEditor.caption;
    input.addEventListener('input', (event) => {
      event.stopPropagation();
      const source = this.#sourceOf(view, input);
      const write = name === 'alt' ? source?.writeAlt : source?.writeCaption;
      if (write !== undefined)
        view.dispatch({ changes: write(input.value), userEvent: 'input.type' });
    });
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      const source = this.#sourceOf(view, input);
      if (source !== undefined) view.dispatch({ selection: { anchor: source.to } });
      view.focus();
    });
    return input;
  }
}

export const picture = (each: Picture, find: FindPicture): WidgetType =>
  new PictureWidget(each, find);
