/** How fast an answer that goes on, such as a file, may be read. */
export { beginAnswer, paceItems } from '../../store/connection/request-scope.ts';
