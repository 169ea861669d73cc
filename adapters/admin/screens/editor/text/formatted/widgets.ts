import { WidgetType, type EditorView } from '@codemirror/view';
import { t } from '../../../../catalogue/texts.ts';

/** Something in the text that has no state of its own: equal keys look alike. */
class Sign extends WidgetType {
  readonly key: string;
  readonly #make: (view: EditorView) => HTMLElement;
  readonly #takesEvents: boolean;

  constructor(key: string, make: (view: EditorView) => HTMLElement, takesEvents = false) {
    super();
    this.key = key;
    this.#make = make;
    this.#takesEvents = takesEvents;
  }

  override eq(other: WidgetType): boolean {
    return other instanceof Sign && other.key === this.key;
  }

  override toDOM(view: EditorView): HTMLElement {
    return this.#make(view);
  }

  override ignoreEvent(): boolean {
    return this.#takesEvents;
  }
}

const element = (name: string, className: string, text = ''): HTMLElement => {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
};

/** What an entry of a list begins with. */
export const bullet = (sign: string): WidgetType =>
  new Sign(`bullet ${sign}`, () => element('span', 'text-bullet', sign));

/** Characters that the source writes in another way. */
export const said = (text: string): WidgetType =>
  new Sign(`said ${text}`, () => element('span', '', text));

/** The end of a line within a paragraph. */
export const lineBreak: WidgetType = new Sign('break', () => element('span', 'text-break'));

/** A line across the text. */
export const rule: WidgetType = new Sign('rule', () => element('span', 'text-rule'));

/** A cell without text. */
export const emptyCell: WidgetType = new Sign('cell', () => element('span', 'text-cell'));

const replaceAt = (view: EditorView, from: number, to: number, insert: string): void =>
  view.dispatch({ changes: { from, to, insert }, userEvent: 'input' });

/** The box of a task. A click on it changes the text. */
export const checkBox = (isDone: boolean): WidgetType =>
  new Sign(
    `task ${isDone}`,
    (view) => {
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.className = 'text-task';
      box.checked = isDone;
      box.tabIndex = -1;
      box.ariaLabel = t.textEditor.taskDone;
      box.disabled = view.state.readOnly;
      // The caret stays where it is.
      box.addEventListener('mousedown', (event) => event.preventDefault());
      box.addEventListener('click', (event) => {
        event.preventDefault();
        const at = view.posAtDOM(box);
        replaceAt(view, at + 1, at + 2, isDone ? ' ' : 'x');
      });
      return box;
    },
    true,
  );

/** The address of a link while the link is open. @param said what stands for it. */
export const address = (said: string, href: string): WidgetType =>
  new Sign(`address ${said} ${href}`, () => {
    const made = element('span', 'text-address', said);
    made.title = href;
    return made;
  });

/** A long address by its host. */
export const shortAddress = (href: string): WidgetType => {
  const host = URL.canParse(href) ? new URL(href).host : '';
  return address(host === '' ? `${href.slice(0, 20)}…` : `${host}/…`, href);
};

const providers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/(?:^|\.)(?:youtube\.com|youtu\.be|youtube-nocookie\.com)$/, t.textEditor.embeds.youtube],
  [/(?:^|\.)vimeo\.com$/, t.textEditor.embeds.vimeo],
  [/(?:^|\.)(?:twitter|x)\.com$/, t.textEditor.embeds.x],
  [/(?:^|\.)(?:bsky\.app)$/, t.textEditor.embeds.bluesky],
  [/(?:^|\.)instagram\.com$/, t.textEditor.embeds.instagram],
  [/(?:^|\.)spotify\.com$/, t.textEditor.embeds.spotify],
  [/(?:^|\.)soundcloud\.com$/, t.textEditor.embeds.soundcloud],
  [/(?:^|\.)codepen\.io$/, t.textEditor.embeds.codepen],
  [/(?:^|\.)github\.com$/, 'GitHub'],
];

/** An address on a line of its own, as a card. Nothing is loaded from there. */
export const embedCard = (href: string): WidgetType =>
  new Sign(`embed ${href}`, () => {
    const card = element('span', 'text-embed');
    const host = URL.canParse(href) ? new URL(href).host.replace(/^www\./, '') : href;
    const name = providers.find(([pattern]) => pattern.test(host))?.[1] ?? host;
    card.append(element('strong', '', name), element('span', '', href));
    return card;
  });
