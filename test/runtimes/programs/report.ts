import { runPortable } from './portable.ts';

console.log(JSON.stringify(await runPortable()));
