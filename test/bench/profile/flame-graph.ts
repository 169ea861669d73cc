import type { Call } from './call-tree.ts';

/** Narrower calls cannot be seen. */
const smallestShare = 0.0005;

/**
 * A flame graph as one HTML file without scripts from elsewhere: callers above, the time to the right. A
 * click on a function makes it as wide as the page.
 */
export const renderFlameGraph = (title: string, root: Call): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escaped(title)}</title>
<style>
  body { margin: 1rem; font: 12px system-ui, sans-serif; }
  #graph { position: relative; }
  #graph button { position: absolute; height: 17px; padding: 0 2px; border: 1px solid #fff; overflow: hidden;
    text-align: left; white-space: nowrap; font: inherit; cursor: pointer; }
</style>
<h1>${escaped(title)}</h1>
<p id="shown">&nbsp;</p>
<div id="graph"></div>
<script>
const root = ${JSON.stringify(entryOf(awake(root), root.totalMs * smallestShare)).replaceAll('<', '\\u003c')};
const graph = document.getElementById('graph');
const shown = document.getElementById('shown');
const hue = (place) => /node_modules|^node:/.test(place) || place === '' ? 210 : /^(core|adapters|bootstrap|contracts)/.test(place) ? 20 : 110;
const draw = (focus) => {
  graph.replaceChildren();
  let deepest = 0;
  const add = ([name, place, self, total, calls], left, depth) => {
    deepest = Math.max(deepest, depth);
    const box = document.createElement('button');
    const width = (total / focus[3]) * 100;
    box.style.cssText = 'left:' + left + '%;width:' + width + '%;top:' + depth * 18 + 'px;background:hsl(' + hue(place) + ' 70% ' + (78 + (depth % 3) * 4) + '%)';
    box.textContent = width > 2 ? name : '';
    const text = name + ' ' + place + ': ' + total.toFixed(1) + ' ms, itself ' + self.toFixed(1) + ' ms, ' + ((total / root[3]) * 100).toFixed(1) + ' %';
    box.title = text;
    box.onmouseenter = () => { shown.textContent = text; };
    box.onclick = () => draw(depth === 0 && focus !== root ? root : [name, place, self, total, calls]);
    graph.append(box);
    for (const call of calls) { add(call, left, depth + 1); left += (call[3] / focus[3]) * 100; }
  };
  add(focus, 0, 0);
  graph.style.height = (deepest + 2) * 18 + 'px';
};
draw(root);
</script>
`;

/** Without the time in which the process waited. */
const awake = (root: Call): Call => {
  const calls = root.calls.filter(({ name }) => name !== '(idle)');
  return {
    ...root,
    calls,
    totalMs: calls.reduce((sum, { totalMs }) => sum + totalMs, root.selfMs),
  };
};

type Entry = readonly [
  name: string,
  place: string,
  selfMs: number,
  totalMs: number,
  calls: readonly Entry[],
];

const entryOf = ({ name, place, selfMs, totalMs, calls }: Call, smallestMs: number): Entry => [
  name,
  place,
  selfMs,
  totalMs,
  calls.filter((call) => call.totalMs >= smallestMs).map((call) => entryOf(call, smallestMs)),
];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
