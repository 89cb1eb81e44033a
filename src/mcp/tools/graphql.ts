/** graphql: any question that the other tools do not have, as a query of the API that reads. */
import { z } from 'zod';
import { PublicError } from '../../errors.ts';
import { mostTokens } from '../text/answer.ts';
import { cleanJson } from '../text/foreign-text.ts';
import { estimateTokens } from '../text/tokens.ts';
import { defineTool, detail } from './tool.ts';

/** A token has more characters only in words that no answer is full of. */
const mostCharactersPerToken = 8;
/** What stands around the answer. */
const reserve = 150;

export const graphql = defineTool({
  name: 'graphql',
  title: 'GraphQL',
  description:
    'Any other question as a GraphQL query (reading only, same limits as the API). Types: { __type(name: "Query") { fields { name } } }.',
  shape: {
    query: z.string().min(1).max(10_000),
    variables: z.record(z.string().max(100), z.unknown()).default({}),
    detail,
  },
  async answer({ query, variables }, call) {
    const text = await call.askGraphql(query, variables);
    const most = mostTokens[call.detail] - reserve;
    if (text.length > most * mostCharactersPerToken) throw tooLong(text.length);
    const answer: unknown = JSON.parse(text);
    const shown = `«${JSON.stringify(cleanJson(answer))}»`;
    if (estimateTokens(shown) > most) throw tooLong(shown.length);
    const hasErrors = typeof answer === 'object' && answer !== null && 'errors' in answer;
    return {
      lines: [shown],
      asOf: call.now,
      missing: hasErrors ? ['the answer has errors'] : [],
    };
  },
});

const tooLong = (characters: number): PublicError =>
  new PublicError(
    'ANSWER_TOO_LARGE',
    `The answer has ${characters} characters, more than fit here: ask for fewer fields or a smaller page (first: …), or with detail "full".`,
  );
