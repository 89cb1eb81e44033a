/** What is wrong with what a client sent, as it is told: an answer does not grow with the number of faults. */
import { type InputProblem, PublicError } from '../../errors.ts';

const mostProblems = 20;
const longestPath = 100;
const longestMessage = 1_000;

/** Names the first problems, and says how many more there are. `textOf`: how one of them is told to people. */
export function inputRefused(
  problems: readonly InputProblem[],
  textOf: (problem: InputProblem) => string = ({ message }) => message,
): PublicError {
  const named = problems.slice(0, mostProblems).map(({ path, message }) => ({
    path: path.slice(0, longestPath),
    message: message.slice(0, longestMessage),
  }));
  const more = problems.length - named.length;
  const texts = [...named.map(textOf), ...(more === 0 ? [] : [`and ${more} more`])];
  return new PublicError('BAD_INPUT', texts.join('; '), named);
}
