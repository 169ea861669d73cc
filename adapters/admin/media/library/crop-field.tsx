import { useRef } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { cropHandles, moveHandle, stepOf, wholeImage, type Crop, type CropHandle } from './crop.ts';
import styles from './crop-field.module.css';

interface CropFieldProps {
  readonly src: string;
  readonly alt: string;
  readonly crop: Crop | undefined;
  readonly onChange: (crop: Crop) => void;
}

const percent = (fraction: number): string => `${Math.round(fraction * 100)}%`;

const placeOf = ({ x, y, width, height }: Crop, handle: CropHandle) => ({
  left: percent(handle === 'all' ? x + width / 2 : handle.includes('left') ? x : x + width),
  top: percent(handle === 'all' ? y + height / 2 : handle.includes('top') ? y : y + height),
});

/** The whole image with the part that is shown of it. Its handles are moved with the pointer and with the arrow keys. */
export const CropField = ({ src, alt, crop = wholeImage, onChange }: CropFieldProps) => {
  const image = useRef<HTMLDivElement>(null);
  const current = useRef(crop);
  current.current = crop;
  const { x, y, width, height } = crop;
  const drag = (event: PointerEvent, handle: CropHandle): void => {
    const box = image.current?.getBoundingClientRect();
    const target = event.currentTarget;
    if (box === undefined || !(target instanceof HTMLElement)) return;
    target.setPointerCapture(event.pointerId);
    const begun = { crop: current.current, x: event.clientX, y: event.clientY };
    const move = ({ clientX, clientY }: PointerEvent): void => {
      const by = { x: (clientX - begun.x) / box.width, y: (clientY - begun.y) / box.height };
      onChange(moveHandle(begun.crop, handle, by));
    };
    const end = (): void => {
      target.removeEventListener('pointermove', move);
      target.removeEventListener('pointerup', end);
      target.removeEventListener('pointercancel', end);
    };
    target.addEventListener('pointermove', move);
    target.addEventListener('pointerup', end);
    target.addEventListener('pointercancel', end);
  };
  return (
    <div class={styles.image} ref={image}>
      <img src={src} alt={alt} decoding="async" draggable={false} />
      <span class={styles.shade}>
        <span
          class={styles.part}
          style={{
            left: percent(x),
            top: percent(y),
            width: percent(width),
            height: percent(height),
          }}
        />
      </span>
      {cropHandles.map((handle) => (
        <button
          key={handle}
          type="button"
          class={handle === 'all' ? `${styles.handle} ${styles.middle}` : styles.handle}
          style={placeOf(crop, handle)}
          aria-label={t.library.cropHandles[handle]}
          aria-description={t.library.cropHelp(Math.round(width * 100), Math.round(height * 100))}
          onPointerDown={(event) => drag(event, handle)}
          onKeyDown={(event) => {
            const step = stepOf(event.key, event.shiftKey);
            if (step === undefined) return;
            event.preventDefault();
            onChange(moveHandle(current.current, handle, step));
          }}
        />
      ))}
    </div>
  );
};
