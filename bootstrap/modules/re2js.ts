import { ContainerModule } from 'inversify';
import { Re2jsPatternCompiler } from '../../adapters/re2js/re2js-pattern-compiler.ts';
import { tokens } from '../tokens.ts';

export const re2jsModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.patterns).toResolvedValue(() => new Re2jsPatternCompiler());
  });
