/** Configuration files with mistakes, and the start of each message after the path. */
export const brokenConfigFiles: Readonly<
  Record<
    string,
    { readonly file: string; readonly text: string; readonly mistakes: readonly string[] }
  >
> = {
  'a syntax error in TypeScript': {
    file: 'quoin.config.ts',
    text: 'const a: number = 1;\nexport default {\n  hooks: [ }\n};',
    mistakes: [':3: Expression expected'],
  },
  'a syntax error in a module': {
    file: 'quoin.config.mjs',
    text: '\nexport default { hooks: [ };',
    mistakes: [":2: Unexpected token '}'"],
  },
  'a syntax error in CommonJS': {
    file: 'quoin.config.js',
    text: '\nmodule.exports = { hooks: [ };',
    mistakes: [":2: Unexpected token '}'"],
  },
  'TypeScript that Node cannot strip': {
    file: 'quoin.config.ts',
    text: 'export default {};\nenum Color { Red }',
    mistakes: [':2: TypeScript enum is not supported in strip-only mode'],
  },
  'an exception': {
    file: 'quoin.config.ts',
    text: "export default {};\n\nthrow new Error('no words');",
    mistakes: [':3: no words'],
  },
  'an exception that is a text': {
    file: 'quoin.config.ts',
    text: "throw 'no words';",
    mistakes: [': no words'],
  },
  'a missing import': {
    file: 'quoin.config.ts',
    text: "import 'no-such-package';\nexport default {};",
    mistakes: [": Cannot find package 'no-such-package'"],
  },
  'a missing export of the package': {
    file: 'quoin.config.ts',
    text: "\nimport { define } from 'quoin/config';\nexport default define({});",
    mistakes: [':2: The requested module'],
  },
  'no default export': {
    file: 'quoin.config.ts',
    text: 'export const hooks = [];',
    mistakes: [': there is no default export'],
  },
  'a promise as default export': {
    file: 'quoin.config.ts',
    text: 'export default Promise.resolve({ hooks: [] });',
    mistakes: [': the default export must be an object'],
  },
  'a list as default export': {
    file: 'quoin.config.ts',
    text: 'export default [];',
    mistakes: [': the default export must be an object'],
  },
  'several mistakes': {
    file: 'quoin.config.ts',
    text: `export default {
      hook: [],
      onEvent: 'log',
      hooks: [
        { name: 'a', operations: ['content.creat'], decide() {} },
        { name: 'a', operations: [], decide: 'yes' },
        { name: ' b', operations: 'content.create', decide() {} },
        { name: 'cache', operations: ['media.upload'], decide() {} },
        null,
      ],
    };`,
    mistakes: [
      ": the default export has an unknown member 'hook'",
      ': onEvent must be a function',
      ": hooks[0].operations: 'content.creat' is not an operation. The operations are content.create,",
      ': hooks[1].decide must be a function',
      ': hooks[1].operations must be a list',
      ": hooks[1].name: another hook is named 'a' too",
      ': hooks[2].name must be a text',
      ': hooks[2].operations must be a list',
      ": hooks[3].name: 'cache' is the name of a plugin",
      ': hooks[4] must be an object',
    ],
  },
  'ports that cannot be opened': {
    file: 'quoin.config.ts',
    text: `export default { ports: { store: {}, cache: () => ({}), keyValue: () => ({}), blobs: undefined } };`,
    mistakes: [
      ': ports.store must be a function that returns the port',
      ': ports.cache cannot be replaced. The ports are store, blobs, sharedCache, processCache, limiter',
      ': ports.keyValue is called ports.sharedCache now',
    ],
  },
  'ports that are a function': {
    file: 'quoin.config.ts',
    text: 'export default { ports: () => ({}) };',
    mistakes: [': ports must be an object with factories: store, blobs, sharedCache,'],
  },
  'hooks that are no list': {
    file: 'quoin.config.ts',
    text: 'export default { hooks: {} };',
    mistakes: [': hooks must be a list'],
  },
};
