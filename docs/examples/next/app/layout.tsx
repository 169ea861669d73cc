import type { Metadata } from 'next';
import type { ReactNode } from 'react';

/** Links with `hreflang` are complete URLs. */
export const metadata: Metadata = {
  metadataBase: new URL(process.env.SITE_URL ?? 'http://localhost:3000'),
};

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
