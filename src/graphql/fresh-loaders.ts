import type { Plugin } from 'graphql-yoga';
import { createLoaders, type GraphqlContext } from './builder/context.ts';

/** Loaders live as long as the request, which a subscription makes long: what they hold would grow old, and without end. */
export function freshLoaders(): Plugin<GraphqlContext> {
  return {
    onSubscribe: () => ({
      onSubscribeResult: ({ args: { contextValue } }) => ({
        onNext() {
          contextValue.loaders = createLoaders(contextValue.readModel, contextValue.caller);
        },
      }),
    }),
  };
}
