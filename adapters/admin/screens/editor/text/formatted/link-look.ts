import { t } from '../../../../catalogue/texts.ts';
import { itemOfAddress } from '../item-links.ts';
import type { TitleOf } from './looks.ts';
import type { WidgetType } from '@codemirror/view';
import { address, shortAddress } from './widgets.ts';

const longest = 40;

interface LinkLook {
  readonly className: string;
  /** What a pointer on the link shows. */
  readonly title: string;
  /** What stands for the address while the link is open; undefined if that is short. */
  readonly sign: WidgetType | undefined;
}

/** How a link looks: of one to an item, its title is shown, also if the link says something else. */
export const linkLook = (href: string, titleOf: TitleOf): LinkLook => {
  const id = itemOfAddress(href);
  if (id === undefined) {
    const sign = href.length > longest ? shortAddress(href) : undefined;
    return { className: 'text-link', title: href, sign };
  }
  const found = titleOf(id);
  const title = found === null ? t.textEditor.brokenTitle : (found ?? t.textEditor.itemTitle);
  const kind = found === null ? 'text-broken-link' : 'text-item-link';
  return { className: `text-link ${kind}`, title, sign: address(title, href) };
};
