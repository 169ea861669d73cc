import encodeQR from 'qr';
import { useMemo } from 'preact/hooks';
import styles from './qr-code.module.css';

/** In modules: scanners need it around the code. */
const margin = 4;

/** A text as a QR code: dark on light in every colour scheme, because not all scanners read the opposite. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { size, path } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: margin });
    const dark = rows.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size: rows.length, path: dark.join('') };
  }, [text]);
  return (
    <svg
      class={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
};
