import type { Plugin } from 'graphql-yoga';
import type { GraphqlContext } from './context.ts';

/** Loaders live as long as the request, which a subscription makes long: what they hold would grow old, and without end. */
export function freshLoaders(): Plugin<GraphqlContext> {
  return {
    onSubscribe: () => ({
      onSubscribeResult: ({ args }) => ({
        onNext() {
          for (const loader of Object.values(args.contextValue.loaders)) loader.clearAll();
        },
      }),
    }),
  };
}
