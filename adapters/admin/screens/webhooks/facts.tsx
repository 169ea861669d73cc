import type { ComponentChildren } from 'preact';
import styles from './facts.module.css';

/** Short values with their names, side by side. */
export const Facts = ({ children }: { readonly children: ComponentChildren }) => (
  <dl class={styles.facts}>{children}</dl>
);

interface FactProps {
  readonly name: string;
  /** Code that breaks anywhere, such as a URL. */
  readonly isCode?: boolean;
  readonly children: ComponentChildren;
}

export const Fact = ({ name, isCode = false, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{isCode ? <code class={styles.url}>{children}</code> : children}</dd>
  </div>
);
