import { useId } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { cropPosition, middle, type Focus } from './focus.ts';
import styles from './focus-field.module.css';

interface FocusFieldProps {
  /** The URL of the image. */
  readonly src: string;
  /** The aspect ratio of the image, width by height. */
  readonly ratio: number;
  readonly focus: Focus | undefined;
  readonly onChange: (focus: Focus | undefined) => void;
}

/** Sliders for the focus of an image, and what crops show of the image. */
export const FocusField = ({ src, ratio, focus, onChange }: FocusFieldProps) => {
  const { x, y } = focus ?? middle;
  const crop = { src, ratio, focus: { x, y } };
  return (
    <fieldset class={styles.focus}>
      <legend class="label">{t.files.focus}</legend>
      <p class="hint">{t.files.focusHint}</p>
      <div class={styles.parts}>
        <div class={styles.sliders}>
          <Slider
            label={t.files.fromLeft}
            value={x}
            onInput={(value) => onChange({ x: value, y })}
          />
          <Slider
            label={t.files.fromTop}
            value={y}
            onInput={(value) => onChange({ x, y: value })}
          />
          <Button disabled={focus === undefined} onClick={() => onChange(undefined)}>
            {t.files.resetFocus}
          </Button>
        </div>
        <div class={styles.crops}>
          <Crop {...crop} name={t.files.wide} box={16 / 9} />
          <Crop {...crop} name={t.files.square} box={1} />
        </div>
      </div>
    </fieldset>
  );
};

interface SliderProps {
  readonly label: string;
  /** A fraction, 0 to 1. */
  readonly value: number;
  readonly onInput: (value: number) => void;
}

const Slider = ({ label, value, onInput }: SliderProps) => {
  const id = useId();
  const percent = Math.round(value * 100);
  return (
    <div class={styles.slider}>
      <label for={id}>{label}</label>
      <span class="quiet-text">{t.files.percent(percent)}</span>
      <input
        id={id}
        type="range"
        min="0"
        max="100"
        value={percent}
        aria-valuetext={t.files.percent(percent)}
        onInput={(event) => onInput(event.currentTarget.valueAsNumber / 100)}
      />
    </div>
  );
};

interface CropProps {
  readonly name: string;
  readonly src: string;
  readonly ratio: number;
  readonly focus: Focus;
  /** The aspect ratio of the crop. */
  readonly box: number;
}

const Crop = ({ name, src, ratio, focus, box }: CropProps) => (
  <figure class={styles.crop}>
    <img
      src={src}
      alt=""
      style={{ aspectRatio: String(box), objectPosition: cropPosition(focus, ratio, box) }}
    />
    <figcaption class="quiet-text">{name}</figcaption>
  </figure>
);
