/** Refuses answers that are too large before they become text: aliases can ask for one long text again and again. */
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { publicErrorStatus } from '../../errors.ts';
import {
  answerTooLarge,
  createAnswerMeter,
  maximumAnswerBytes,
} from '../../use-cases/pages/answer-limits.ts';
import type { GraphqlContext } from '../builder/context.ts';
import { writtenTextOf } from '../known/written-data.ts';

/** To be listed before plugins that refuse to execute: it wraps the execution. */
export function answerSizePlugin(): Plugin<GraphqlContext> {
  return {
    onExecute({ executeFn, setExecuteFn }) {
      setExecuteFn(async (args) => {
        const result = await executeFn(args);
        return Symbol.asyncIterator in result || !isTooLarge(result.data) ? result : { errors: [refusal()] };
      });
    },
  };
}

function refusal(): GraphQLError {
  const originalError = answerTooLarge();
  const http = { status: publicErrorStatus[originalError.code] };
  return new GraphQLError(originalError.message, { originalError, extensions: { http } });
}

function isTooLarge(data: unknown): boolean {
  const text = writtenTextOf(data);
  if (text !== null) return text.length > maximumAnswerBytes;
  const meter = createAnswerMeter();
  const measure = (value: unknown): void => {
    if (typeof value === 'string') meter.add(value);
    else if (Array.isArray(value)) for (const item of value) measure(item);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, field] of Object.entries(value)) {
        meter.add(name);
        measure(field);
      }
    }
  };
  try {
    measure(data);
    return false;
  } catch {
    return true;
  }
}
