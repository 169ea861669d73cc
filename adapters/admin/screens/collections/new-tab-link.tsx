import type { ComponentChildren } from 'preact';
import { t } from '../../catalogue/texts.ts';
import { Icon } from '../../components/icon.tsx';

interface NewTabLinkProps {
  readonly href: string;
  readonly children: ComponentChildren;
}

/** In another tab: this one has unsaved changes. */
export const NewTabLink = ({ href, children }: NewTabLinkProps) => (
  <a href={href} target="_blank" rel="noopener">
    {children} <Icon name="external" size={14} />
    <span class="visually-hidden"> {t.builder.inNewTab}</span>
  </a>
);
