import { describe, expect, test } from 'vitest';
import type { MediaFileDto } from '../../contracts/operations/media.ts';
import {
  areSameCrops,
  moveHandle,
  stepOf,
  storedCrop,
  wholeImage,
} from '../../adapters/admin/media/library/crop.ts';
import {
  noSelection,
  selectAll,
  selectedText,
  toggleFile,
  withChanged,
} from '../../adapters/admin/media/library/selection.ts';
import { wholeUrl } from '../../adapters/admin/media/thumbnail.ts';

const fileOf = (id: string): MediaFileDto => ({
  id,
  filename: `${id}.png`,
  originalName: `${id}.png`,
  mimeType: 'image/png',
  size: 1,
  folder: 'uploads',
  url: `https://cdn.example.com/media/key/${id}.png`,
  alt: '',
  caption: '',
  uploadedBy: null,
  created_at: 0,
  updated_at: 0,
});

const shown = ['a', 'b', 'c', 'd', 'e'].map(fileOf);
const [a, b, , d, e] = shown as [
  MediaFileDto,
  MediaFileDto,
  MediaFileDto,
  MediaFileDto,
  MediaFileDto,
];

describe('the selection of files', () => {
  test('a click selects a file, and a second one no longer', () => {
    const one = toggleFile(noSelection, shown, b, false);
    expect([...one.files.keys()]).toEqual(['b']);
    expect(toggleFile(one, shown, b, false).files.size).toBe(0);
    expect(selectedText(one)).toBe('1 selected');
  });

  test('a range goes from the last file to this one, in both directions', () => {
    const from = toggleFile(noSelection, shown, d, false);
    expect([...toggleFile(from, shown, b, true).files.keys()].toSorted()).toEqual(['b', 'c', 'd']);
    expect([...toggleFile(from, shown, e, true).files.keys()]).toEqual(['d', 'e']);
    // The last file is on another page.
    const elsewhere = toggleFile(noSelection, [fileOf('z')], fileOf('z'), false);
    expect([...toggleFile(elsewhere, shown, b, true).files.keys()]).toEqual(['z', 'b']);
  });

  test('a range also ends a selection', () => {
    const all = toggleFile(selectAll(noSelection, shown), shown, a, false);
    expect([...toggleFile(all, shown, d, true).files.keys()]).toEqual(['e']);
  });

  test('files of other pages stay, and changed ones are replaced', () => {
    const both = selectAll(selectAll(noSelection, [a]), [fileOf('z')]);
    expect([...both.files.keys()]).toEqual(['a', 'z']);
    const moved = withChanged(both, [{ ...a, folder: 'x' }, b]);
    expect([...moved.files.values()].map(({ folder }) => folder)).toEqual(['x', 'uploads']);
  });
});

describe('the crop of an image', () => {
  test('a corner moves its two edges, and the middle moves all', () => {
    expect(moveHandle(wholeImage, 'top left', { x: 0.25, y: 0.5 })).toEqual({
      x: 0.25,
      y: 0.5,
      width: 0.75,
      height: 0.5,
    });
    expect(moveHandle(wholeImage, 'bottom right', { x: -0.25, y: -0.1 })).toEqual({
      x: 0,
      y: 0,
      width: 0.75,
      height: 0.9,
    });
    const half = { x: 0, y: 0.25, width: 0.5, height: 0.5 };
    expect(moveHandle(half, 'all', { x: 0.2, y: -0.1 })).toEqual({ ...half, x: 0.2, y: 0.15 });
  });

  test('it stays inside of the image, and does not become too small', () => {
    const half = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
    expect(moveHandle(half, 'all', { x: 9, y: -9 })).toEqual({ ...half, x: 0.5, y: 0 });
    expect(moveHandle(half, 'top left', { x: 9, y: -9 })).toEqual({
      x: 0.7,
      y: 0,
      width: 0.05,
      height: 0.75,
    });
    expect(moveHandle(half, 'bottom right', { x: 9, y: -9 })).toEqual({
      ...half,
      width: 0.75,
      height: 0.05,
    });
  });

  test('keys move by a hundredth, and by a tenth with Shift', () => {
    expect(stepOf('ArrowLeft', false)).toEqual({ x: -0.01, y: 0 });
    expect(stepOf('ArrowDown', true)).toEqual({ x: 0, y: 0.1 });
    expect(stepOf('Enter', false)).toBe(undefined);
  });

  test('the whole image is no crop', () => {
    expect(storedCrop(wholeImage)).toBe(undefined);
    expect(areSameCrops(storedCrop(wholeImage), undefined)).toBe(true);
    expect(areSameCrops(wholeImage, { ...wholeImage, width: 0.5 })).toBe(false);
  });

  test('the preview of a cropped image is the original', () => {
    expect(wholeUrl(a, 320)).toBe('/files/key/a.png?w=320');
    expect(wholeUrl({ ...a, crop: wholeImage }, 320)).toBe('/files/key/a.png');
  });
});
