import { StyleModule } from 'style-mod';

const adopted = new WeakMap<StyleModule, CSSStyleSheet>();

/**
 * Lets CodeMirror add its styles as adopted style sheets: the policy of the page forbids the `<style>` element that it would
 * add. They are in a layer, so that the styles of the admin win.
 */
export const adoptStyles = (): void => {
  StyleModule.mount = (_, modules) => {
    const sheets = [modules].flat().map((module) => {
      const sheet = adopted.get(module) ?? new CSSStyleSheet();
      if (!adopted.has(module)) sheet.replaceSync(`@layer codemirror { ${module.getRules()} }`);
      adopted.set(module, sheet);
      return sheet;
    });
    const others = document.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
    document.adoptedStyleSheets = [...sheets, ...others];
  };
};
