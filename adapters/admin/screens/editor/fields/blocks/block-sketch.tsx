import type { BlockTypeDto } from '../../../../../../contracts/schemas/collection-schema.ts';
import styles from './block-sketch.module.css';
import { sketchOf, sketchSize, type Mark } from './sketch.ts';

interface BlockSketchProps extends Pick<BlockTypeDto, 'properties'> {
  /** Beside a line of text. */
  readonly isSmall?: boolean;
}

/** A small picture of the fields of a type of block. Its name is beside it. */
export const BlockSketch = ({ properties, isSmall = false }: BlockSketchProps) => {
  const { width, height } = sketchSize;
  const scale = isSmall ? 0.42 : 1;
  return (
    <svg
      class={styles.sheet}
      width={width * scale}
      height={height * scale}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      data-sketch
    >
      {sketchOf(properties).map((mark, index) => (
        <Drawn key={index} mark={mark} />
      ))}
    </svg>
  );
};

const looks = { solid: styles.solid, faint: styles.faint, outline: styles.outline };

const Drawn = ({ mark: { look, x, y, width, height, radius } }: { readonly mark: Mark }) =>
  look === 'hills' ? (
    <path
      class={styles.outline}
      d={[
        `M${x} ${y + height * 0.8}`,
        `l${width * 0.3} ${-height * 0.35} ${width * 0.25} ${height * 0.3}`,
        `l${width * 0.15} ${-height * 0.15} ${width * 0.3} ${height * 0.3}`,
      ].join('')}
    />
  ) : (
    <rect class={looks[look]} x={x} y={y} width={width} height={height} rx={radius} />
  );
