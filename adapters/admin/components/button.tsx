import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps {
  readonly children?: ComponentChildren;
  /** `primary`: the main action of a screen or dialog, once. `quiet`: without a border. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly icon?: IconName;
  /** The name of a button that shows only its icon. */
  readonly label?: string;
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  /** While its action runs: the button stays focusable, and further clicks do nothing. */
  readonly busy?: boolean;
  readonly onClick?: (event: MouseEvent) => void;
  readonly attributes?: ButtonHTMLAttributes;
}

export const Button = ({
  children,
  kind = 'plain',
  icon,
  label,
  type = 'button',
  disabled = false,
  busy = false,
  onClick,
  attributes = {},
}: ButtonProps) => (
  <button
    {...attributes}
    type={type}
    class={`button ${kind}${children === undefined ? ' icon-only' : ''}`}
    aria-label={label}
    title={children === undefined ? label : undefined}
    disabled={disabled}
    aria-busy={busy}
    onClick={(event) => {
      if (busy) event.preventDefault();
      else onClick?.(event);
    }}
  >
    {icon !== undefined && <Icon name={icon} />}
    {children}
  </button>
);

/** A link that looks like a button. */
export const ButtonLink = ({
  href,
  children,
  kind = 'plain',
  icon,
  label,
  onClick,
}: Pick<ButtonProps, 'kind' | 'icon' | 'label' | 'children'> & {
  readonly href: string;
  /** Called before the page of the link opens. */
  readonly onClick?: () => void;
}) => (
  <a
    class={`button ${kind}${children === undefined ? ' icon-only' : ''}`}
    href={href}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    {icon !== undefined && <Icon name={icon} />}
    {children}
  </a>
);
